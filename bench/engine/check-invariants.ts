/**
 * npm run check:engine: the invariants of the engine on a million generated ledgers, in all cores; or its figures beside
 * those of its reference implementation in decimals, which takes four times as long for each.
 *
 *     npm run check:engine -- --runs=1000000
 *     npm run check:engine -- --twin --runs=20000
 *     SEED=7 npm run check:engine     other ledgers
 *     PLANT=1 npm run check:engine    an engine that overlooks the last transaction: must fail
 */
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Ledger } from '../../packages/engine/src/index.ts'
import { brokenInvariants } from '../../packages/engine/test/invariants.ts'
import type { LedgerRecipe } from '../../packages/engine/test/random/random-ledger.ts'
import { differences } from '../../packages/engine/test/reference/differences.ts'

/** The same ledger for the same number, on any machine and in any thread. */
export function recipeOf(run: number): LedgerRecipe {
  const mixed = Math.imul(run + 1, 0x9e3779b1) >>> 0
  return {
    seed: mixed,
    days: 4 + (mixed % 17),
    postings: 1 + ((mixed >>> 8) % 20),
    isTimed: run % 2 === 0,
    hasGaps: run % 3 !== 0,
  }
}

const seed = Number(process.env.SEED ?? 0)
const isPlanted = process.env.PLANT === '1'

const forgetful = (ledger: Ledger): Ledger => ({ ...ledger, transactions: ledger.transactions.slice(0, -1) })

/** What is wrong with one ledger. */
function complaintsOf(ledger: number, isReference: boolean): string[] {
  const misread = isPlanted ? forgetful : undefined
  return isReference ? differences(ledger, misread) : brokenInvariants(recipeOf(ledger), misread)
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

function work({ first, step, runs, isReference }: Share, report: (news: Report) => void): void {
  let done = 0
  for (let run = first; run < runs; run += step) {
    const broken = complaintsOf(run + seed * 10_000_019, isReference)
    done += 1
    if (broken.length > 0) report({ done, broken: broken.map(complaint => `ledger ${run}: ${complaint}`) })
    if (broken.length > 0 || done % REPORT_EVERY === 0) {
      report({ done, broken: [] })
      done = 0
    }
  }
  report({ done, broken: [] })
}

/** Tries the invariants on many ledgers in all cores: `--runs=1000000`. Ends with status 1 when one is broken. */
async function main(): Promise<void> {
  const runs = Number(
    process.argv.find(argument => argument.startsWith('--runs='))?.slice(7) ??
      (isPlanted ? 2_000 : 1_000_000),
  )
  const threads = Number(
    process.argv.find(argument => argument.startsWith('--threads='))?.slice(10) ?? availableParallelism(),
  )
  const isReference = process.argv.includes('--twin')
  const started = Date.now()
  let done = 0
  let shown = 0
  const broken: string[] = []
  await Promise.all(
    Array.from({ length: threads }, (_, first) => {
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { first, step: threads, runs, isReference } satisfies Share,
        // Nearly all of a ledger is garbage with the next one: collected rarely, it costs nothing.
        resourceLimits: { maxYoungGenerationSizeMb: 128 },
      })
      worker.on('message', (news: Report) => {
        if (news.broken.length === 0) done += news.done
        broken.push(...news.broken)
        if (done - shown >= 50_000) {
          shown = done
          process.stdout.write(
            `${done} ledgers, ${broken.length} broken laws, ${Math.round((Date.now() - started) / 1000)} s\n`,
          )
        }
      })
      return new Promise<void>((resolve, reject) => {
        worker.on('exit', () => resolve())
        worker.on('error', reject)
      })
    }),
  )
  for (const complaint of broken.slice(0, 20)) process.stdout.write(`${complaint}\n`)
  process.stdout.write(
    `${done} ledgers tried in ${Math.round((Date.now() - started) / 1000)} s, ${broken.length} broken laws\n`,
  )
  const failed = new Set(broken.map(complaint => complaint.split(':')[0])).size
  process.stdout.write(`seed ${seed}\n${done - failed} passed, ${failed} failed\n`)
  process.exitCode = broken.length === 0 ? 0 : 1
}

// The worker's data is what main above sent.
if (isMainThread) await main()
else work(workerData as Share, news => parentPort?.postMessage(news))
