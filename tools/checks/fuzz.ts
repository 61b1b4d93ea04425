/**
 * npm run check:fuzz: 100,000 requests made from the contract, good and bad: no 5xx, no status that is not declared,
 * no reply that breaks its own schema. `npm test` does the same with 5,000.
 *
 *     SEED=1 npm run check:fuzz
 *     PLANT=1 npm run check:fuzz     lets the database fail where templates are saved: must fail
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const seed = process.env.SEED ?? String(Date.now() % 1_000_000)
const isPlanted = process.env.PLANT === '1'
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-fuzz-'))
const file = path.join(folder, 'report.json')
const args = [
  path.join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--project=api',
  'apps/api/src/testing/fuzz',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${file}`,
]
const child = spawn(process.execPath, args, {
  cwd: root,
  stdio: 'inherit',
  // What is planted shows soon.
  env: { ...process.env, SEED: seed, CHECK_FULL: isPlanted ? '0' : '1' },
})
await new Promise(resolve => child.once('exit', resolve))
const report: { numPassedTests: number; numTotalTests: number } = JSON.parse(readFileSync(file, 'utf8'))
rmSync(folder, { recursive: true, force: true })
const failed = report.numTotalTests - report.numPassedTests
process.stdout.write(`seed ${seed}\n${report.numPassedTests} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && report.numPassedTests > 0 ? 0 : 1
