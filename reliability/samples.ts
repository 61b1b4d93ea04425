/**
 * npm run check:samples -- FOLDER: reads every file of a folder and prints what became of its rows. A file must be read
 * with every row accounted for and numbers that agree, or be refused with a reason.
 *
 *     npm run check:samples -- ~/statements
 *     PLANT=1 npm run check:samples -- ~/statements     plants a reader that drops a row of each file: must fail
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type FileReading, readFile } from '../packages/importers/src/index.ts'
import { checkSample, type SampleCheck } from '../packages/importers/test/support/check-sample.ts'
import { brokenInvariants } from '../packages/importers/test/support/invariants.ts'

const folder = process.argv[2]
const plant = process.env.PLANT === '1'
if (folder === undefined) {
  console.error('usage: npm run check:samples -- FOLDER')
  process.exit(2)
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && !/^readme(\.|$)/i.test(entry.name))
  .map(entry => path.join(entry.parentPath, entry.name))
  .sort()

const columns = [
  'rows',
  'drafts',
  'problems',
  'skipped',
  'holdings',
  'warnings',
  'compared',
  'balances',
] as const
const totals = Object.fromEntries(columns.map(name => [name, 0])) as Record<(typeof columns)[number], number>
const states = { read: 0, needs_columns: 0, unreadable: 0, failed: 0 }

function read(bytes: Uint8Array): FileReading {
  const file = readFile(bytes)
  if (!plant || file.state !== 'read') return file
  const { rows } = file.reading
  return { ...file, reading: { ...file.reading, rows: { ...rows, total: rows.total - 1 } } }
}

function check(file: string): SampleCheck | string {
  const bytes = readFileSync(file)
  try {
    const sample = checkSample(new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n'), read(bytes))
    return { ...sample, failures: [...sample.failures, ...brokenInvariants(bytes)] }
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

for (const file of files) {
  const name = path.relative(folder, file)
  const sample = check(file)
  if (typeof sample === 'string') {
    states.failed += 1
    console.log(`${name}: FAILED, crashed: ${sample}`)
    continue
  }
  for (const column of columns) totals[column] += sample[column]
  if (sample.failures.length > 0) states.failed += 1
  else states[sample.state] += 1
  const counts = columns.map(column => `${sample[column]} ${column}`).join(', ')
  const result =
    sample.state === 'read'
      ? `${sample.format}: ${counts}`
      : sample.state === 'needs_columns'
        ? 'needs a column mapping'
        : `refused: ${sample.refusal}`
  console.log(`${name}: ${result}${sample.failures.map(failure => `; FAILED: ${failure}`).join('')}`)
}

console.log(
  `${files.length} files: ${states.read} read, ${states.needs_columns} need a column mapping, ` +
    `${states.unreadable} refused with a reason, ${states.failed} failed`,
)
console.log(columns.map(column => `${totals[column]} ${column}`).join(', '))
console.log(`${files.length - states.failed} passed, ${states.failed} failed`)
process.exitCode = states.failed === 0 && files.length > 0 ? 0 : 1
