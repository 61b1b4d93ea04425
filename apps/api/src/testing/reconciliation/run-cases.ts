import { generatedMarket, generateWorld } from '../../../../../packages/engine/test/random/random-ledger.ts'
import { createRandom, printResult, seed } from '../access/sizes.ts'
import { type Distorted, distort } from './distortions.ts'
import type { Random } from './household-world.ts'
import { toRow } from './ledger-portfolio.ts'
import { fixOnce, type StatementWorld, stateLines } from './reconcile-world.ts'
import { leaveOut, type StatementKind, wholeAccount } from './statement-kinds.ts'

export interface Tally {
  broken: number
  restored: number
  worse: string[]
  /** First proposals that the server leaves out, since they would make the differences larger. */
  dropped: string[]
  byKind: Map<string, { broken: number; restored: number; causes: Map<string, number> }>
  left: string[]
}

export async function runCases(
  count: number,
  drawWorld: (random: Random, place: number) => StatementWorld,
  most: number | typeof distort,
  statement: StatementKind | 'whole' = 'whole',
): Promise<Tally> {
  const tally: Tally = { broken: 0, restored: 0, worse: [], dropped: [], byKind: new Map(), left: [] }
  for (let place = 0; place < count; place += 1) {
    const random = createRandom(seed * 100_003 + place)
    const world = drawWorld(random, place)
    const truth = world.ledger.transactions.map(each => toRow(each, world.ledger))
    const whole = [world.day, ...(world.previousDay === null ? [] : [world.previousDay])].map(day => ({
      day,
      lines: stateLines(world, truth, day),
      coverage: wholeAccount,
    }))
    const stated = statement === 'whole' ? whole : leaveOut(random, statement, whole)
    const { rows, kinds }: Distorted =
      typeof most === 'number'
        ? distort(random, world, truth, 1 + Math.floor(random() * most))
        : most(random, world, truth, 1)
    const outcome = await fixOnce(world, rows, stated)
    if (outcome.causes === null) continue
    const name = kinds.map(({ distortion, type }) => `${distortion} ${type}`).join(' + ')
    const kind = kinds.length === 1 ? name : `${kinds.length} at once`
    const known = tally.byKind.get(kind) ?? { broken: 0, restored: 0, causes: new Map() }
    tally.byKind.set(kind, known)
    tally.broken += 1
    known.broken += 1
    const causes = [...new Set(outcome.causes)].sort().join('+')
    known.causes.set(causes, (known.causes.get(causes) ?? 0) + 1)
    if (outcome.isRestored) {
      tally.restored += 1
      known.restored += 1
    } else tally.left.push(`${place}: ${name}: ${causes}: ${outcome.left.join('; ')}`)
    if (outcome.dropped.length > 0) tally.dropped.push(`${place}: ${name}: ${outcome.dropped.join('+')}`)
    if (outcome.sumAfter > outcome.sumBefore + 0.005)
      tally.worse.push(`${place}: ${name}: ${causes} ${outcome.sumBefore} -> ${outcome.sumAfter}`)
  }
  return tally
}

export function report(name: string, { broken, restored, worse, dropped, byKind, left }: Tally): void {
  const share = (100 * restored) / broken
  printResult(
    `${name}: ${broken} statements with breaks, ${restored} agree after the first proposals (${share.toFixed(1)} %), ${dropped.length} with proposals left out, ${worse.length} worse`,
  )
  if (process.env.DETAILS === '1')
    for (const [kind, each] of [...byKind].sort((a, b) => b[1].broken - a[1].broken))
      printResult(`  ${kind}: ${each.restored}/${each.broken} ${JSON.stringify([...each.causes])}`)
  if (process.env.DETAILS === '1') for (const line of [...worse, ...left].slice(0, 30)) printResult(line)
}

/** The generator of the engine's tests, with every type of instrument and transaction. */
export function drawEngineWorld(random: Random, place: number): StatementWorld {
  const generated = generateWorld({
    seed: Math.floor(random() * 2 ** 31) + place,
    days: 40,
    transactions: 40,
    isTimed: false,
    hasGaps: false,
  })
  const day = generated.firstDay + 30
  return {
    ledger: generated.ledger,
    market: generatedMarket(generated),
    lastDay: generated.lastDay,
    account: 'a',
    currency: 'CHF',
    day,
    previousDay: day - 20,
  }
}
