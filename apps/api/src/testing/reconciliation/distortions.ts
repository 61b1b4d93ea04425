import { CONTRACT_TYPES, toIsoDate } from '@plumbline/engine'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import type { Random } from './household-world.ts'
import type { StatementWorld } from './reconcile-world.ts'

export type Distortion = 'omitted' | 'late' | 'twice' | 'quantity' | 'fee'

/** A ledger that went wrong, and how. */
export interface Distorted {
  rows: TransactionRow[]
  kinds: { distortion: Distortion; type: string }[]
}

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value

/** Omits, delays, repeats or mistypes up to `count` transactions since the statement before. */
export function distort(
  random: Random,
  world: StatementWorld,
  rows: readonly TransactionRow[],
  count: number,
): Distorted {
  const since = toIsoDate((world.previousDay ?? 0) + 1)
  const until = toIsoDate(world.day)
  let changed = [...rows]
  const kinds: Distorted['kinds'] = []
  const touched = new Set<string>()
  for (let turn = 0; turn < count; turn += 1) {
    const open = changed.filter(
      row =>
        row.account_id === world.account &&
        row.date >= since &&
        row.date <= until &&
        !touched.has(row.id) &&
        row.link === null &&
        !isPricedByItself(world, row),
    )
    const row = open[Math.floor(random() * open.length)]
    if (!row) break
    touched.add(row.id)
    const distortion = chooseDistortion(random, row)
    changed = apply(random, world, changed, row, distortion, turn)
    kinds.push({ distortion, type: row.transaction_type })
  }
  return { rows: changed, kinds }
}

/** Omits one trade in futures or forwards since the statement before. */
export function omitContract(
  random: Random,
  world: StatementWorld,
  rows: readonly TransactionRow[],
): Distorted {
  const since = toIsoDate((world.previousDay ?? 0) + 1)
  const trades = rows.filter(
    row =>
      row.account_id === world.account &&
      row.date >= since &&
      row.date <= toIsoDate(world.day) &&
      row.transaction_type === 'trade' &&
      CONTRACT_TYPES.has(world.ledger.instruments.find(each => each.id === row.instrument_id)?.type ?? ''),
  )
  if (trades.length === 0) return { rows: [...rows], kinds: [] }
  const omitted = pick(random, trades)
  return { rows: rows.filter(row => row !== omitted), kinds: [{ distortion: 'omitted', type: 'trade' }] }
}

/**
 * The cash of contracts follows from their gains, the price of loans and funds from their transactions, and what is
 * owed of a pool from its repayments.
 */
function isPricedByItself({ ledger }: StatementWorld, { instrument_id: id }: TransactionRow): boolean {
  const instrument = ledger.instruments.find(each => each.id === id)
  const isOwn = ['future', 'fx_forward', 'loan', 'private_equity'].includes(instrument?.type ?? '')
  return isOwn || (instrument?.factors ?? []).length > 0
}

function chooseDistortion(random: Random, row: TransactionRow): Distortion {
  const distortion = pick(random, [
    'omitted',
    'omitted',
    'omitted',
    'late',
    'late',
    'twice',
    'quantity',
    'fee',
  ])
  if (distortion === 'quantity') return row.transaction_type === 'trade' ? 'quantity' : 'omitted'
  if (distortion === 'fee') return Number(row.fees) > 0 ? 'fee' : 'omitted'
  return distortion as Distortion
}

function apply(
  random: Random,
  world: StatementWorld,
  rows: readonly TransactionRow[],
  row: TransactionRow,
  distortion: Distortion,
  turn: number,
): TransactionRow[] {
  const others = rows.filter(each => each !== row)
  const copy = (change: Partial<TransactionRow>): TransactionRow => ({ ...row, ...change })
  const id = `${row.id}-${turn}`
  switch (distortion) {
    case 'omitted':
      return others
    case 'late':
      return [...others, copy({ date: toIsoDate(world.day + 1 + Math.floor(random() * 4)) })]
    case 'twice':
      return [...others, row, copy({ id })]
    case 'quantity':
      return [...others, copy({ quantity: String(Number(row.quantity) * 10), amount: null, net: null })]
    case 'fee':
      return [...others, copy({ fees: '0' })]
  }
}
