import { computeFees, type Filter, openCurrencyViews, runQuery } from '../../src/index.ts'
import { buildPlanted, NO_PLANT, type Plant } from '../plants.ts'
import {
  type GeneratedWorld,
  generatedMarket,
  generateWorld,
  type LedgerRecipe,
} from '../random/random-ledger.ts'
import { SUM_TOLERANCE } from '../tolerances.ts'
import { referenceFigures } from './figures.ts'
import { DailyNav } from './nav/daily-nav.ts'
import { navDifferences, positionValueDifferences } from './nav/nav-differences.ts'
import { buildReference, type Reference } from './reference.ts'
import { capitalDifferences, rowDifferences } from './row-differences.ts'

const SHORT = { days: 18, transactions: 26 }
/** Every 25th ledger is longer, to combine more events. */
const LONG = { days: 60, transactions: 150 }
const CURRENCIES = ['CHF', 'USD', 'EUR'] as const

/** Values that cancel, such as a purchase and its overdraft, leave 1e-15 of them: this share of the tolerance. */
const ROUNDING = 1e-6

/** The sum of the values of positions on some days, whatever their sign. */
function grossValue(reference: Reference, positions: Reference['positions'], ...days: number[]): number {
  return days.reduce(
    (sum, day) =>
      positions.reduce((all, position) => all + Math.abs(reference.valueOn(position, day).toNumber()), sum),
    0,
  )
}

/** Differences between the engine and the reference implementation on one generated ledger, beyond 1e-9 of the turnover. */
export function differences(
  seed: number,
  /** Simulates a defect of the engine, to test that it is detected. */
  plant: Plant = NO_PLANT,
  /** What the ledger has beside ordinary transactions. */
  extras: Partial<LedgerRecipe> = {},
): string[] {
  const size = seed % 25 === 24 ? LONG : SHORT
  const world = generateWorld({ ...size, seed, isTimed: true, hasGaps: seed % 2 === 1, ...extras })
  return compareWorld(world, seed, plant).map(difference => `ledger ${seed}, ${difference}`)
}

/** Sorts positions by the engine's keys, since the order of those opened on one day is free. @returns false for other keys. */
function sortPositions({ positions }: Reference, keys: readonly string[]): boolean {
  const places = new Map(keys.map((key, place) => [key, place]))
  positions.sort((a, b) => (places.get(a.key) ?? 0) - (places.get(b.key) ?? 0))
  return positions.length === keys.length && positions.every(({ key }, place) => keys[place] === key)
}

/** The same on any ledger: values at every close, figures of scopes and periods, and rows of positions. */
export function compareWorld(world: GeneratedWorld, seed: number, plant: Plant = NO_PLANT): string[] {
  const currency = CURRENCIES[seed % 3] ?? 'CHF'
  const snapshot = buildPlanted(world, generatedMarket(world), plant)
  const views = openCurrencyViews(snapshot, currency)
  const reference = buildReference(world, currency)
  const { keys } = snapshot.positions
  if (!sortPositions(reference, keys))
    return [`other positions: ${keys} are not ${reference.positions.map(position => position.key)}`]
  const single = snapshot.positions.keys[seed % Math.max(1, keys.length)] ?? ''
  const scopes: Filter[] = [
    {},
    { accounts: ['a', 'b'] },
    { instrumentTypes: ['equity', 'option', 'bond'] },
    { positions: [single] },
    { instrumentTypes: ['future', 'fx_forward', 'option'] },
    { instrumentTypes: ['bond', 'structured_product', 'loan', 'private_equity'] },
  ]
  const days = world.lastDay - world.firstDay + 1
  const periods = [
    [world.firstDay, world.lastDay],
    [world.firstDay + Math.floor(days * 0.3), world.firstDay + Math.floor(days * 0.75)],
  ] as const
  const shown = [null, ...world.ledger.accounts.map(({ id }) => id)].map(account => {
    const filter = account === null ? {} : { accounts: [account] }
    const period = { from: world.firstDay, to: world.lastDay }
    return { account, ...runQuery(snapshot, views, { period, mask: null, filter }).performance.dailyBalance }
  })
  const found = [
    ...navDifferences(new DailyNav(world), snapshot, views.calculated, shown),
    ...positionValueDifferences(reference, snapshot, views.calculated),
  ]
  scopes.forEach((filter, scope) => {
    for (const [from, to] of periods) {
      const result = runQuery(snapshot, views, {
        period: { from, to },
        mask: null,
        filter,
        feesBy: 'custodian',
      })
      const { performance: p, isIn } = result
      const members = reference.positions.filter((_, position) => isIn[position] === 1)
      const t = referenceFigures(reference, members, from, to, p.isWholeAccounts)
      const turnover = [t.start, t.end, t.deposits, t.withdrawals].reduce(
        (sum, part) => sum + Math.abs(part.toNumber()),
        1 + ROUNDING * grossValue(reference, members, from - 1, to),
      )
      const compare = (name: string, ours: number | null, theirs: number | null, scale: number) => {
        const isSame =
          ours === null || theirs === null
            ? ours === theirs
            : Math.abs(ours - theirs) <= SUM_TOLERANCE * scale
        if (!isSame) found.push(`scope ${scope}, ${name}: ${ours} is not ${theirs}`)
      }
      compare('opening value', p.openingBalance, t.start.toNumber(), turnover)
      compare('closing value', p.balance.total, t.end.toNumber(), turnover)
      compare('deposits', p.cashFlow.deposits, t.deposits.toNumber(), turnover)
      compare('withdrawals', p.cashFlow.withdrawals, t.withdrawals.toNumber(), turnover)
      compare('total', p.pnl.abs.total, t.total.toNumber(), turnover)
      compare('realized', p.pnl.abs.realized, t.realized.toNumber(), turnover)
      compare('fees', computeFees(result).total.sum, t.fees.toNumber(), turnover)
      const scale = Math.max(1, Math.abs(t.twr?.toNumber() ?? 0)) + t.returnError.toNumber() / SUM_TOLERANCE
      compare('return', p.pnl.rel.total, t.twr?.toNumber() ?? null, scale)
      const realizedScale = Math.max(scale, Math.abs(t.twrRealized?.toNumber() ?? 0))
      compare(
        'realized part of the return',
        p.pnl.rel.realized,
        t.twrRealized?.toNumber() ?? null,
        realizedScale,
      )
    }
  })
  const compareRows = (other: Reference, own: string | null) => {
    for (const period of periods)
      for (const difference of rowDifferences(other, snapshot, views, period, own)) found.push(difference)
  }
  compareRows(reference, null)
  // Figures in the positions' own currency need a second reference with that currency as target.
  const own = CURRENCIES[Math.floor(seed / 12) % 3] ?? 'CHF'
  if (seed % 4 === 0 || seed > 500) {
    const other = own === currency ? reference : buildReference(world, own)
    sortPositions(other, keys)
    compareRows(other, own)
    for (const period of periods)
      for (const difference of capitalDifferences(reference, other, own, snapshot, views, period))
        found.push(difference)
  }
  return found
}
