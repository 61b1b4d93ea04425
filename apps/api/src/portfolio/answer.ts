import type { Endpoint, HandlerBody, HandlerParams, HandlerQuery, HandlerReply } from '@plumbline/contract'
import { type Book, type Lenses, openLenses } from '@plumbline/engine'
import type { Names } from './load-book.ts'
import type { View } from './messages.ts'

/** What an answer is computed from. */
export interface Portfolio {
  book: Book
  names: Names
  view: View
  /** The book seen in a currency; seeing it again in the same one costs nothing. */
  lensesIn(currency: string): Lenses
}

export interface Asked<E extends Endpoint> {
  params: HandlerParams<E>
  query: HandlerQuery<E>
  body: HandlerBody<E>
}

/** How a declared call is answered from a book: pure functions that run in any thread. */
export interface Answer<E extends Endpoint = Endpoint> {
  endpoint: E
  compute(portfolio: Portfolio, asked: Asked<E>): HandlerReply<E>
  /** The whole list as CSV, where the call offers it. */
  csv: ((portfolio: Portfolio, asked: Asked<E>) => string) | null
}

export function answer<E extends Endpoint>(
  endpoint: E,
  compute: Answer<E>['compute'],
  csv: Answer<E>['csv'] = null,
): Answer<E> {
  return { endpoint, compute, csv }
}

/** An answer whose call is not known by type: its types were checked where it was made. */
export interface AnyAnswer {
  endpoint: Endpoint
  compute(portfolio: Portfolio, asked: never): unknown
  csv: ((portfolio: Portfolio, asked: never) => string) | null
}

const lensesKept = 4

/** Keeps the few currencies a book was last seen in: another filter or period then pays nothing for them. */
export function lensCache(book: Book): (currency: string) => Lenses {
  const kept = new Map<string, Lenses>()
  return currency => {
    const lenses = kept.get(currency) ?? openLenses(book, currency)
    kept.delete(currency)
    kept.set(currency, lenses)
    const oldest = kept.keys().next().value
    if (kept.size > lensesKept && oldest !== undefined) kept.delete(oldest)
    return lenses
  }
}
