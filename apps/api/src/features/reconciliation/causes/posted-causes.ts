import type { BreakCause } from '@plumbline/contract'
import { type Difference, daysBetween, type NearTransaction } from './difference.ts'
import { type Change, type Explanation, explain, reason } from './explanation.ts'
import { findSums, isTwin, sumCash } from './near-transactions.ts'

/** A difference of units or of money that transactions of the ledger may explain. */
export interface PostedSearch {
  key: string
  /** Statement less ledger. */
  wanted: number
  /** What a transaction moves on the line. */
  read(transaction: NearTransaction): number
  isSame(a: number, b: number): boolean
}

/** A transaction that is posted later than this after the statement is another one. */
const maxLateDays = 10
/** Two equal transactions within these days may be one that was posted twice. */
const twinDays = 10
/** Two transactions together explain a difference less often than one. */
const pairCost = 0.8

type Posted =
  | 'late_transaction'
  | 'unsettled'
  | 'duplicate_transaction'
  | 'extra_transaction'
  | 'wrong_account'

/** Transactions that are in the ledger, but on another day, too often, too early or in another account. */
export function findPostedCauses(difference: Difference, search: PostedSearch): Explanation[] {
  const { account, date } = difference
  const free = difference.transactions.filter(({ row }) => row.link === null)
  const own = free.filter(each => each.account === account)
  const posted = own.filter(each => each.date <= date)
  const late = own.filter(each => each.date > date && daysBetween(date, each.date) <= maxLateDays)
  const unsettled = posted.filter(each => (each.settleDate ?? '') > date)
  const elsewhere = free.filter(
    each => each.account !== account && each.date <= date && each.isDisputed !== false,
  )
  const { key, wanted, read, isSame } = search
  const sums = (list: readonly NearTransaction[], sum: number) =>
    findSums(list, read, found => isSame(found, sum))
  const toExplanation = (cause: Posted, found: NearTransaction[], cost: number) =>
    explainPosted(difference, key, cause, found, cost + (found.length > 1 ? pairCost : 0))
  return [
    ...sums(late, wanted).map(found => toExplanation('late_transaction', found, 0.3)),
    ...sums(unsettled, -wanted).map(found => toExplanation('unsettled', found, 0.4)),
    ...sums(posted, -wanted).map(found => {
      const isTwice = found.every(each => hasTwin(each, posted, found))
      return toExplanation(
        isTwice ? 'duplicate_transaction' : 'extra_transaction',
        found,
        isTwice ? 0.3 : extraCost(difference, found),
      )
    }),
    ...sums(elsewhere, wanted).map(found =>
      toExplanation('wrong_account', found, found.every(each => each.isDisputed) ? 0.5 : 2.2),
    ),
  ]
}

/** What an earlier statement has confirmed is rarely wrong. */
function extraCost({ earliest }: Difference, found: readonly NearTransaction[]): number {
  return found.some(each => each.date < earliest) ? 3 : 1.2
}

function hasTwin(
  each: NearTransaction,
  list: readonly NearTransaction[],
  found: readonly NearTransaction[],
): boolean {
  return list.some(
    other =>
      other !== each &&
      !found.includes(other) &&
      isTwin(each, other) &&
      Math.abs(daysBetween(each.date, other.date)) <= twinDays,
  )
}

function explainPosted(
  { account, date }: Difference,
  key: string,
  cause: Posted,
  found: readonly NearTransaction[],
  cost: number,
): Explanation {
  const isRemoved =
    cause === 'unsettled' || cause === 'duplicate_transaction' || cause === 'extra_transaction'
  const toChange: Record<Posted, ((each: NearTransaction) => Change) | null> = {
    late_transaction: ({ row }) => ({ action: 'correct', row, facts: { date } }),
    wrong_account: ({ row }) => ({ action: 'correct', row, facts: { account_id: account } }),
    duplicate_transaction: ({ row }) => ({ action: 'void', row }),
    extra_transaction: ({ row }) => ({ action: 'void', row }),
    unsettled: null,
  }
  const change = toChange[cause]
  return explain(cause satisfies BreakCause, [key], cost, {
    cash: sumCash(found, isRemoved ? -1 : 1),
    changes: change ? found.map(change) : [],
    reasons: found.map(each =>
      reason(cause, {
        date: cause === 'unsettled' ? (each.settleDate ?? each.date) : each.date,
        days: daysBetween(date, each.date),
        type: each.row.transaction_type,
      }),
    ),
  })
}
