/**
 * npm run check:engine: checks the invariants of the engine on a million generated ledgers, on all cores. With
 * --reference it compares the figures with the reference implementation in decimals, which takes four times as long.
 *
 *     npm run check:engine -- --runs=1000000
 *     npm run check:engine -- --reference --runs=20000
 *     SEED=7 npm run check:engine     other ledgers
 *     PLANT=1 npm run check:engine    drops the last transaction of every ledger: must fail
 */
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Ledger } from '../../packages/engine/src/index.ts'
import { brokenInvariants } from '../../packages/engine/test/invariants.ts'
import type { LedgerRecipe } from '../../packages/engine/test/random/random-ledger.ts'
import { differences } from '../../packages/engine/test/reference/differences.ts'

/** The recipe of a ledger by its number, the same on every machine and worker. */
export function makeRecipe(run: number): LedgerRecipe {
  const mixed = Math.imul(run + 1, 0x9e3779b1) >>> 0
  return {
    seed: mixed,
    days: 4 + (mixed % 17),
    transactions: 1 + ((mixed >>> 8) % 20),
    isTimed: run % 2 === 0,
    hasGaps: run % 3 !== 0,
    hasDelays: run % 5 < 2,
  }
}

const seed = Number(process.env.SEED ?? 0)
const isPlanted = process.env.PLANT === '1'

const dropLastTransaction = (ledger: Ledger): Ledger => ({
  ...ledger,
  transactions: ledger.transactions.slice(0, -1),
})

/** Violated invariants of one ledger, or its differences from the reference implementation. */
function findViolations(ledger: number, isReference: boolean): string[] {
  const plant = isPlanted ? dropLastTransaction : undefined
  const hasDelays = ledger % 5 < 2
  return isReference ? differences(ledger, plant, { hasDelays }) : brokenInvariants(makeRecipe(ledger), plant)
}

interface Share {
  readonly first: number
  readonly step: number
  readonly runs: number
  readonly isReference: boolean
}

interface Report {
  readonly done: number
  readonly broken: readonly string[]
}

const REPORT_EVERY = 2000

function work({ first, step, runs, isReference }: Share, report: (message: Report) => void): void {
  let done = 0
  for (let run = first; run < runs; run += step) {
    const broken = findViolations(run + seed * 10_000_019, isReference)
    done += 1
    if (broken.length > 0) report({ done, broken: broken.map(violation => `ledger ${run}: ${violation}`) })
    if (broken.length > 0 || done % REPORT_EVERY === 0) {
      report({ done, broken: [] })
      done = 0
    }
  }
  report({ done, broken: [] })
}

/** Checks many ledgers on all cores: `--runs=1000000`. Exits with status 1 on a violation. */
async function main(): Promise<void> {
  const runs = Number(
    process.argv.find(argument => argument.startsWith('--runs='))?.slice(7) ??
      (isPlanted ? 2_000 : 1_000_000),
  )
  const threads = Number(
    process.argv.find(argument => argument.startsWith('--threads='))?.slice(10) ?? availableParallelism(),
  )
  const isReference = process.argv.includes('--reference')
  const started = Date.now()
  let done = 0
  let shown = 0
  const broken: string[] = []
  await Promise.all(
    Array.from({ length: threads }, (_, first) => {
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { first, step: threads, runs, isReference } satisfies Share,
        // Nearly everything a ledger allocates is garbage after it, so a large young generation collects cheaply.
        resourceLimits: { maxYoungGenerationSizeMb: 128 },
      })
      worker.on('message', (message: Report) => {
        if (message.broken.length === 0) done += message.done
        broken.push(...message.broken)
        if (done - shown >= 50_000) {
          shown = done
          process.stdout.write(
            `${done} ledgers, ${broken.length} violations, ${Math.round((Date.now() - started) / 1000)} s\n`,
          )
        }
      })
      return new Promise<void>((resolve, reject) => {
        worker.on('exit', () => resolve())
        worker.on('error', reject)
      })
    }),
  )
  for (const violation of broken.slice(0, 20)) process.stdout.write(`${violation}\n`)
  process.stdout.write(
    `${done} ledgers tried in ${Math.round((Date.now() - started) / 1000)} s, ${broken.length} violations\n`,
  )
  const failed = new Set(broken.map(violation => violation.split(':')[0])).size
  process.stdout.write(`seed ${seed}\n${done - failed} passed, ${failed} failed\n`)
  process.exitCode = broken.length === 0 ? 0 : 1
}

// Worker data is the Share that main passes.
if (isMainThread) await main()
else work(workerData as Share, message => parentPort?.postMessage(message))
