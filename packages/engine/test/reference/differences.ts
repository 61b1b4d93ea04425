import {
  buildSnapshot,
  computeFees,
  type Filter,
  type Ledger,
  openCurrencyViews,
  runQuery,
} from '../../src/index.ts'
import { generatedMarket, generateWorld, type LedgerRecipe } from '../random/random-ledger.ts'
import { referenceFigures } from './figures.ts'
import { buildReference, type Reference } from './reference.ts'
import { capitalDifferences, rowDifferences } from './row-differences.ts'

const SHORT = { days: 18, transactions: 26 }
/** Every 25th ledger is longer, to combine more events. */
const LONG = { days: 60, transactions: 150 }
const CURRENCIES = ['CHF', 'USD', 'EUR'] as const

/** Differences between the engine and the reference implementation on one generated ledger, beyond 1e-9 of the turnover. */
export function differences(
  seed: number,
  /** Simulates a defect of the engine, to test that it is detected. */
  misreadLedger: (ledger: Ledger) => Ledger = ledger => ledger,
  { hasDelays = false }: Pick<LedgerRecipe, 'hasDelays'> = {},
): string[] {
  const size = seed % 25 === 24 ? LONG : SHORT
  const world = generateWorld({ ...size, seed, isTimed: true, hasGaps: seed % 2 === 1, hasDelays })
  const currency = CURRENCIES[seed % 3] ?? 'CHF'
  const snapshot = buildSnapshot(misreadLedger(world.ledger), generatedMarket(world), world.lastDay)
  const views = openCurrencyViews(snapshot, currency)
  const reference = buildReference(world, currency)
  const keys = reference.positions.map(position => position.key)
  if (keys.join() !== snapshot.positions.keys.join())
    return [`positions ${snapshot.positions.keys} are not ${keys}`]
  const single = snapshot.positions.keys[seed % Math.max(1, keys.length)] ?? ''
  const scopes: Filter[] = [
    {},
    { accounts: ['a', 'b'] },
    { instrumentTypes: ['equity', 'option', 'bond'] },
    { positions: [single] },
    { instrumentTypes: ['future', 'fx_forward', 'option'] },
    { instrumentTypes: ['bond', 'structured_product', 'loan', 'private_equity'] },
  ]
  const periods = [
    [world.firstDay, world.lastDay],
    [world.firstDay + Math.floor(size.days * 0.3), world.firstDay + Math.floor(size.days * 0.75)],
  ] as const
  const found: string[] = []
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
        1,
      )
      const compare = (name: string, ours: number | null, theirs: number | null, scale: number) => {
        const isSame =
          ours === null || theirs === null ? ours === theirs : Math.abs(ours - theirs) <= 1e-9 * scale
        if (!isSame) found.push(`ledger ${seed}, scope ${scope}, ${name}: ${ours} is not ${theirs}`)
      }
      compare('opening value', p.openingBalance, t.start.toNumber(), turnover)
      compare('closing value', p.balance.total, t.end.toNumber(), turnover)
      compare('deposits', p.cashFlow.deposits, t.deposits.toNumber(), turnover)
      compare('withdrawals', p.cashFlow.withdrawals, t.withdrawals.toNumber(), turnover)
      compare('total', p.pnl.abs.total, t.total.toNumber(), turnover)
      compare('realized', p.pnl.abs.realized, t.realized.toNumber(), turnover)
      compare('fees', computeFees(result).total.sum, t.fees.toNumber(), turnover)
      const scale = Math.max(1, Math.abs(t.twr?.toNumber() ?? 0))
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
      for (const difference of rowDifferences(other, snapshot, views, period, own))
        found.push(`ledger ${seed}, ${difference}`)
  }
  compareRows(reference, null)
  // Figures in the positions' own currency need a second reference with that currency as target.
  const own = CURRENCIES[Math.floor(seed / 12) % 3] ?? 'CHF'
  if (seed % 4 === 0 || seed > 500) {
    const other = own === currency ? reference : buildReference(world, own)
    compareRows(other, own)
    for (const period of periods)
      for (const difference of capitalDifferences(reference, other, own, snapshot, views, period))
        found.push(`ledger ${seed}, ${difference}`)
  }
  return found
}
