import { cashEffects, type Instrument, TRANSACTION_TYPE_RULES, toNumber } from '@plumbline/engine'
import { toEngineTransactions } from '../../../snapshots/engine-ledger.ts'
import type { TransactionRow } from '../../../snapshots/facts.store.ts'
import { isSameQuantity, type NearTransaction } from './difference.ts'

/** What the transactions around a statement move. Those with an unknown rate are left out. */
export function readNearTransactions(
  rows: readonly TransactionRow[],
  instruments: ReadonlyMap<string, Instrument>,
  convert: (from: string, to: string, day: number) => number,
): NearTransaction[] {
  const transactions = toEngineTransactions(rows)
  return rows.flatMap((row, place): NearTransaction[] => {
    const transaction = transactions[place]
    const instrument = instruments.get(row.instrument_id ?? '')
    if (!transaction || (row.instrument_id !== null && !instrument)) return []
    const cash: Record<string, number> = {}
    for (const { currency, amount } of cashEffects(transaction, instrument, convert)) {
      if (amount === null) return []
      cash[currency] = (cash[currency] ?? 0) + toNumber(amount)
    }
    const isSplit = row.transaction_type === 'split'
    const moves = TRANSACTION_TYPE_RULES[transaction.type].category !== 'valuation'
    return [
      {
        row,
        account: row.account_id,
        instrument: row.instrument_id,
        date: row.date,
        settleDate: row.settle_date ?? null,
        units: isSplit || !moves ? 0 : Number(row.quantity ?? 0),
        splitRatio: isSplit ? Number(row.numerator) / Number(row.denominator) : null,
        cash,
        isDisputed: null,
      },
    ]
  })
}

/** Whether two transactions state the same: one may have been posted twice. */
export function isTwin(a: NearTransaction, b: NearTransaction): boolean {
  const currencies = new Set([...Object.keys(a.cash), ...Object.keys(b.cash)])
  return (
    a.row.transaction_type === b.row.transaction_type &&
    a.instrument === b.instrument &&
    isSameQuantity(a.units, b.units) &&
    a.splitRatio === b.splitRatio &&
    [...currencies].every(each => Math.abs((a.cash[each] ?? 0) - (b.cash[each] ?? 0)) < 0.005)
  )
}

const maxSingles = 60

/** Single transactions and pairs whose moves add up to `wanted`. */
export function findSums(
  list: readonly NearTransaction[],
  read: (transaction: NearTransaction) => number,
  isWanted: (sum: number) => boolean,
): NearTransaction[][] {
  const moving = list.filter(each => read(each) !== 0).slice(-maxSingles)
  const singles = moving.filter(each => isWanted(read(each))).map(each => [each])
  if (singles.length > 0) return singles
  return moving.flatMap((first, place) =>
    moving
      .slice(place + 1)
      .filter(second => isWanted(read(first) + read(second)))
      .map(second => [first, second]),
  )
}

export function sumCash(list: readonly NearTransaction[], sign: 1 | -1): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const { cash } of list)
    for (const [currency, amount] of Object.entries(cash))
      sum[currency] = (sum[currency] ?? 0) + sign * amount
  return sum
}
