/**
 * npm run check:import: damages copies of our sample statements in many ways and reads them. Reading must not crash,
 * must not read a row partially, and must name the line of every problem.
 *
 *     RUNS=20000 SEED=1 npm run check:import
 *     PLANT=1 npm run check:import     plants a reader that loses the line of a problem: must fail
 *     npm run check:import -- --tables=10000     reads random tables instead; PLANT=1 plants a wrong currency
 */
import { readFile } from '../packages/importers/src/index.ts'
import { damageFile } from '../packages/importers/test/support/damage-file.ts'
import { brokenInvariants } from '../packages/importers/test/support/invariants.ts'
import { sampleBytes, sampleNames } from '../packages/importers/test/support/sample-files.ts'
import { checkTables } from './import-tables.ts'

const runs = Number(process.env.RUNS ?? 20_000)
const seed = Number(process.env.SEED ?? 1)
const plant = process.env.PLANT === '1'
const maxShown = 20

const tables = Number(process.argv.find(argument => argument.startsWith('--tables='))?.slice(9) ?? 0)
if (tables > 0) process.exit(checkTables(tables, seed, plant) ? 0 : 1)

const files = sampleNames.map(sampleBytes)
const count = { read: 0, drafts: 0, problems: 0, unreadable: 0, needsColumns: 0, passed: 0, failed: 0 }
let slowestMs = 0
const began = Date.now()

function read(bytes: Uint8Array): ReturnType<typeof readFile> {
  const before = performance.now()
  const reading = readFile(bytes)
  slowestMs = Math.max(slowestMs, performance.now() - before)
  if (reading.state === 'read') {
    count.read += 1
    count.drafts += reading.reading.drafts.length
    count.problems += reading.reading.problems.length
  } else if (reading.state === 'unreadable') count.unreadable += 1
  else count.needsColumns += 1
  return plant && reading.state === 'unreadable' ? { ...reading, line: 0 } : reading
}

for (let run = 0; run < runs; run += 1) {
  const at = run % files.length
  const other = files[(run * 7 + 3) % files.length]
  const file = files[at]
  if (!file || !other) throw new Error('there are no sample files')
  const broken = brokenInvariants(damageFile(file, other, seed * 1_000_003 + run), read)
  if (broken.length === 0) count.passed += 1
  else {
    count.failed += 1
    if (count.failed <= maxShown)
      console.log(`${sampleNames[at]}, SEED=${seed}, run ${run}: ${broken.join('; ')}`)
  }
  if ((run + 1) % 5000 === 0) console.log(`${run + 1} files, ${Math.round((Date.now() - began) / 1000)} s`)
}

console.log(
  `seed ${seed}: ${count.read} read with ${count.drafts} drafts and ${count.problems} problems, ` +
    `${count.unreadable} refused, ${count.needsColumns} need a column mapping; slowest ${Math.round(slowestMs)} ms`,
)
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1
