/**
 * npm run check:engine: checks the invariants of the engine, and its NAV at every close, on a million generated ledgers
 * on all cores. With --reference it compares all figures with the reference implementation in decimals, which takes
 * three times as long. The seed comes from the clock and is printed; a failure is printed with its smallest ledger.
 *
 *     npm run check:engine -- --runs=1000000
 *     npm run check:engine -- --reference --runs=20000
 *     npm run check:engine -- --corners=late-margin,zero-prices     only these corner cases; --corners=none for none
 *     npm run check:engine -- --coverage --runs=2000                counts the ledgers that reach each corner case
 *     npm run check:engine -- --changes --runs=10000                edits each ledger, and compares continued snapshots
 *     SEED=7 npm run check:engine -- --ledger=12                    one ledger of an earlier run
 *     PLANT=claim-left-after-transfer npm run check:engine          plants a defect, see plants.ts: must fail
 */
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { findSequenceDifference } from '../../packages/engine/test/continue/sequences.ts'
import { checkInvariants } from '../../packages/engine/test/invariants.ts'
import { NO_PLANT, PLANTS, type Plant } from '../../packages/engine/test/plants.ts'
import { CORNERS, type Corner } from '../../packages/engine/test/random/corner-names.ts'
import {
  type Check,
  describeFailure,
  runCheck,
  violationKind,
} from '../../packages/engine/test/random/failures.ts'
import { generateWorld } from '../../packages/engine/test/random/random-ledger.ts'
import { makeRecipe } from '../../packages/engine/test/random/recipes.ts'
import { compareWorld } from '../../packages/engine/test/reference/differences.ts'

interface Settings {
  readonly seed: number
  readonly runs: number
  readonly isReference: boolean
  /** Whether ledgers are edited, and each snapshot that continues the one before is compared with a whole one. */
  readonly isChanges: boolean
  readonly corners: readonly Corner[]
  /** The name of the planted defect, or null. */
  readonly plant: string | null
}

interface Share extends Settings {
  readonly first: number
  readonly step: number
}

/** Ledgers done, and one that failed. */
interface Report {
  readonly done: number
  readonly failure: { readonly ledger: number; readonly violations: readonly string[] } | null
}

const REPORT_EVERY = 500
/** Kinds of failures that are shrunk and printed. */
const KINDS_SHOWN = 8

function openCheck(isReference: boolean, plant: Plant): Check {
  const check = isReference ? compareWorld : checkInvariants
  return (world, seed) => check(plant.select ? plant.select(world) : world, seed, plant)
}

function findPlant(name: string | null): Plant {
  if (name === null) return NO_PLANT
  const plant = PLANTS[name]
  if (!plant) throw new Error(`no such plant: ${name}. Known are ${Object.keys(PLANTS).join(', ')}.`)
  return plant
}

const EDITS_PER_LEDGER = 200

/** The violations of one ledger; with a planted defect only those that it causes. */
function findViolations(
  { seed, corners, isReference, isChanges, plant }: Settings,
  ledger: number,
): string[] {
  const recipe = makeRecipe(seed, ledger, corners)
  if (isChanges) {
    const isBlindToDates = plant !== null
    const found = findSequenceDifference({
      recipe,
      edits: EDITS_PER_LEDGER,
      tally: new Map(),
      isBlindToDates,
    })
    return found === null ? [] : [found]
  }
  const world = generateWorld(recipe)
  const planted = findPlant(plant)
  const found = runCheck(openCheck(isReference, planted), world, recipe.seed)
  if (plant === null || found.length === 0) return found
  const { misread: _misread, tamper: _tamper, ...healthy } = planted
  return runCheck(openCheck(isReference, healthy), world, recipe.seed).length === 0 ? found : []
}

function work({ first, step, ...settings }: Share, report: (message: Report) => void): void {
  let done = 0
  for (let ledger = first; ledger < settings.runs; ledger += step) {
    const violations = findViolations(settings, ledger)
    done += 1
    if (violations.length > 0 || done === REPORT_EVERY) {
      report({
        done,
        failure: violations.length > 0 ? { ledger, violations: violations.slice(0, 20) } : null,
      })
      done = 0
    }
  }
  report({ done, failure: null })
}

function readOption(name: string): string | undefined {
  return process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
}

function readSettings(): Settings {
  const { SEED, PLANT } = process.env
  const plant = PLANT === undefined || PLANT === '' ? null : PLANT === '1' ? 'last-transaction-lost' : PLANT
  findPlant(plant)
  const names = readOption('corners')?.split(',')
  const unknown =
    names?.filter(name => name !== 'none' && !(CORNERS as readonly string[]).includes(name)) ?? []
  if (unknown.length > 0)
    throw new Error(`no such corner: ${unknown.join(', ')}. Known are ${CORNERS.join(', ')}.`)
  return {
    seed: Number(SEED ?? Date.now() % 1_000_000),
    runs: Number(readOption('runs') ?? (plant === null ? 1_000_000 : 2_000)),
    isReference: process.argv.includes('--reference'),
    isChanges: process.argv.includes('--changes'),
    corners: names ? CORNERS.filter(corner => names.includes(corner)) : CORNERS,
    plant,
  }
}

const write = (line: string): void => void process.stdout.write(`${line}\n`)

/** Shares the ledgers among all cores. @returns the violations of those that failed. */
async function checkAll(settings: Settings): Promise<ReadonlyMap<number, readonly string[]>> {
  const threads = Number(readOption('threads') ?? availableParallelism())
  const started = Date.now()
  const failures = new Map<number, readonly string[]>()
  let done = 0
  let shown = 0
  const workers = Array.from({ length: threads }, (_, first) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { ...settings, first, step: threads } satisfies Share,
      // Nearly everything a ledger allocates is garbage after it, so a large young generation collects cheaply.
      resourceLimits: { maxYoungGenerationSizeMb: 128 },
    })
    worker.on('message', (message: Report) => {
      done += message.done
      if (message.failure) failures.set(message.failure.ledger, message.failure.violations)
      if (done - shown < 50_000) return
      shown = done
      write(`${done} ledgers, ${failures.size} failed, ${Math.round((Date.now() - started) / 1000)} s`)
    })
    return new Promise<void>((resolve, reject) => {
      worker.on('exit', () => resolve())
      worker.on('error', reject)
    })
  })
  await Promise.all(workers)
  const seconds = (Date.now() - started) / 1000
  write(`${done} ledgers tried in ${Math.round(seconds)} s, ${Math.round(done / seconds)} a second`)
  return failures
}

/** Prints the kinds of failures, and of the first of each the smallest ledger. */
function printFailures(settings: Settings, failures: ReadonlyMap<number, readonly string[]>): void {
  const byKind = Map.groupBy(
    [...failures].sort((a, b) => a[0] - b[0]),
    ([, violations]) => violationKind(violations[0] ?? ''),
  )
  const kinds = [...byKind].sort((a, b) => b[1].length - a[1].length)
  if (settings.isChanges) {
    for (const [ledger, [difference]] of failures)
      write(`SEED=${settings.seed} ledger ${ledger}: ${difference}`)
    return
  }
  const check = openCheck(settings.isReference, findPlant(settings.plant))
  for (const [, [first]] of kinds.slice(0, KINDS_SHOWN)) {
    const ledger = first?.[0] ?? 0
    const recipe = makeRecipe(settings.seed, ledger, settings.corners)
    write(`\n${describeFailure(`SEED=${settings.seed} ledger ${ledger}`, recipe, check)}`)
  }
  if (kinds.length > 0) write('')
  for (const [kind, list] of kinds.slice(0, 40))
    write(`${list.length} x ${kind}, first in ledger ${list[0]?.[0]}`)
}

function printCoverage({ seed, runs, corners }: Settings): void {
  const counts = new Map<string, number>()
  const started = Date.now()
  for (let ledger = 0; ledger < runs; ledger += 1) {
    const { reached, ledger: generated } = generateWorld(makeRecipe(seed, ledger, corners))
    const types = new Set(generated.transactions.map(({ type }) => `transaction ${type}`))
    for (const name of [...(reached ?? []), ...types]) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const [name, count] of [...counts].sort()) write(`${String(count).padStart(7)}  ${name}`)
  write(`${runs} ledgers generated, ${((Date.now() - started) / runs).toFixed(2)} ms each`)
}

/** Exits with status 1 on a failure. */
async function main(): Promise<void> {
  const settings = readSettings()
  write(`seed ${settings.seed}`)
  const single = readOption('ledger')
  if (process.argv.includes('--coverage')) printCoverage(settings)
  else if (single !== undefined) {
    const violations = findViolations(settings, Number(single))
    if (violations.length > 0) printFailures(settings, new Map([[Number(single), violations]]))
    write(`ledger ${single}: ${violations.length} violations`)
    process.exitCode = violations.length === 0 ? 0 : 1
  } else {
    const failures = await checkAll(settings)
    printFailures(settings, failures)
    write(`SEED=${settings.seed}\n${settings.runs - failures.size} passed, ${failures.size} failed`)
    process.exitCode = failures.size === 0 ? 0 : 1
  }
}

// Worker data is the Share that main passes.
if (isMainThread) await main()
else work(workerData as Share, message => parentPort?.postMessage(message))
