/**
 * npm run check:fuzz: 100,000 requests made from the contract, good and bad: no 5xx, no status that is not declared,
 * no reply that breaks its own schema. `npm test` does the same with 5,000.
 *
 *     SEED=1 npm run check:fuzz
 */
import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const seed = process.env.SEED ?? String(Date.now() % 1_000_000)
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', '--project=api', 'apps/api/src/testing/fuzz'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SEED: seed, CHECK_FULL: '1' },
})
const code = await new Promise<number>(resolve => child.once('exit', exit => resolve(exit ?? 1)))
process.stdout.write(`seed ${seed}\n`)
process.exitCode = code
