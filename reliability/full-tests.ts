import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

interface Report {
  numPassedTests: number
  numTotalTests: number
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

/** Runs server tests at full size and prints the seed. `npm test` runs a small version of them. */
export async function runFullTests(tests: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-check-'))
  const file = path.join(folder, 'report.json')
  const seed = process.env.SEED ?? String(Date.now() % 1_000_000)
  const isPlanted = process.env.PLANT === '1'
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project=api',
      tests,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    // A planted defect fails early, so a small run shows it.
    { cwd: root, stdio: 'inherit', env: { ...process.env, SEED: seed, CHECK_FULL: isPlanted ? '0' : '1' } },
  )
  await new Promise(resolve => child.once('exit', resolve))
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true, force: true })

  const results = report.testResults.flatMap(each => each.assertionResults)
  const undetected = results.filter(each => each.status === 'passed').map(each => each.title)
  if (isPlanted && undetected.length > 0)
    process.stdout.write(`Planted defect not detected: ${undetected.join('; ')}\n`)
  const failed = report.numTotalTests - report.numPassedTests
  process.stdout.write(`seed ${seed}\n${report.numPassedTests} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 && report.numPassedTests > 0 ? 0 : 1
}
