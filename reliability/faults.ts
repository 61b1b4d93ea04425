/**
 * npm run check:faults: the real server while its environment fails. Three users write continuously and record every
 * acknowledgement. No acknowledged write may be lost or partially applied, no request may hang or fail with anything
 * but 503, and the server must be healthy within ten seconds, without a restart unless the server itself was killed.
 *
 *     RUNS=100 SEED=1 npm run check:faults
 *     ONLY=network,clock npm run check:faults     server, postgres, network, disk, writes, clock
 *     PLANT=1 npm run check:faults                breaks the promise of each part: every part must fail
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fullDisk } from './faults/disk.ts'
import { killPostgres, killServer } from './faults/kills.ts'
import { network } from './faults/network.ts'
import type { Phase } from './faults/phase.ts'
import { failedWrites } from './faults/writes.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const plant = process.env.PLANT === '1'
const runs = Number(process.env.RUNS ?? (plant ? 1 : 100))
const only = process.env.ONLY?.split(',')

/** The present moment is an argument everywhere, so clock faults are ordinary tests, run here in full. */
const clock: Phase = async () => {
  const root = path.resolve(import.meta.dirname, '..')
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--project=api', 'apps/api/src/testing/clock']
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  const failures = status === 0 ? [] : ['1: a clock test failed']
  if (status !== 0 && !plant) console.error(stdout)
  const figure = /Tests\s+(.+)/.exec(stdout)?.[1] ?? 'no test ran'
  return { rounds: 1, failures, figure }
}

const phases: Record<string, [phase: Phase, runs: number]> = {
  server: [killServer, runs],
  postgres: [killPostgres, Math.ceil(runs / 2)],
  network: [network, runs],
  disk: [fullDisk, Math.ceil(runs / 20)],
  writes: [failedWrites, runs],
  clock: [clock, 1],
}

const count = { passed: 0, failed: 0 }
for (const [name, [phase, rounds]] of Object.entries(phases)) {
  if (only && !only.includes(name)) continue
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-faults-'))
  try {
    const result = await phase({ seed, runs: rounds, plant, folder })
    if ('skipped' in result) {
      console.log(`${name}: skipped, ${result.skipped}`)
      continue
    }
    for (const failure of result.failures.slice(0, 10)) console.error(`${name}, round ${failure}`)
    const failed = new Set(result.failures.map(text => text.split(':')[0])).size
    // Later parts are skipped after the first failure.
    const passed = failed === 0 ? result.rounds : 0
    count.failed += failed
    count.passed += passed
    console.log(`${name}: ${result.rounds} rounds, ${result.figure}`)
    if (plant && failed === 0) console.log(`Planted defect not detected: ${name}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
console.log(`seed ${seed}`)
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1
