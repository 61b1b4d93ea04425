import type { CurrencyView } from '../currency/currency-view.ts'
import { exact, toText } from '../money/exact.ts'
import { eventsBetween } from '../snapshot/events-between.ts'
import { textAt } from '../snapshot/text-column.ts'
import type { QueryResult } from './query.ts'

/** Amounts of one posting in one currency. */
export interface PostingAmounts {
  /** Value posted into the position, positive for inflows. */
  readonly posted: number
  /** Gain of a disposal over the cost of its lots, before costs. */
  readonly realized: number
  readonly income: number
  readonly fees: number
  readonly taxes: number
}

/** The effect of one transaction on one position: a purchase has a row for its instrument and one for the cash. */
export interface TransactionRow {
  readonly transaction: string
  readonly position: string
  readonly day: number
  /** Signed change of the holding and the holding afterwards, as exact decimal text. */
  readonly quantity: string
  readonly quantityAfter: string
  /** In the position's own currency. */
  readonly original: PostingAmounts
  readonly calculated: PostingAmounts
}

function postingAmounts(view: CurrencyView, event: number): PostingAmounts {
  return {
    posted: view.posted[event] ?? 0,
    realized: view.realized[event] ?? 0,
    income: view.income[event] ?? 0,
    fees: view.fees[event] ?? 0,
    taxes: view.taxes[event] ?? 0,
  }
}

/**
 * The postings of a result's scope and period in chronological order, in each position's own and in the calculated
 * currency. All figures are sums of them. Splits without a transaction of their own have an empty transaction id.
 */
export function transactionRows(result: QueryResult): TransactionRow[] {
  const { snapshot, views, isIn, period } = result
  const { events, positions } = snapshot
  const rows: TransactionRow[] = []
  for (const event of eventsBetween(snapshot, period.from, period.to)) {
    const day = events.day[event] ?? 0
    const position = events.position[event] ?? 0
    if (isIn[position] !== 1) continue
    rows.push({
      transaction: textAt(snapshot.transactions, events.transaction[event] ?? -1) ?? '',
      position: positions.keys[position] ?? '',
      day,
      quantity: toText(exact(events.quantity[event] ?? 0)),
      quantityAfter: toText(exact(events.after[event] ?? 0)),
      original: postingAmounts(views.original, event),
      calculated: postingAmounts(views.calculated, event),
    })
  }
  return rows
}
