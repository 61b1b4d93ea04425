import type {
  Endpoint,
  Filter,
  HandlerBody,
  HandlerParams,
  HandlerQuery,
  HandlerReply,
} from '@plumbline/contract'
import {
  type ColumnSource,
  type CurrencyViews,
  openCurrencyViews,
  type PortfolioSnapshot,
} from '@plumbline/engine'
import type { Names } from '../snapshots/named-snapshot.ts'
import type { View } from './messages.ts'

/** What an answer is computed from. */
export interface Portfolio {
  snapshot: PortfolioSnapshot
  names: Names
  view: View
  /** The snapshot seen in a currency; seeing it again in the same one costs nothing. */
  viewsIn(currency: string): CurrencyViews
  /** Where daily columns come from while this question is answered. */
  columns: ColumnSource
}

export interface Asked<E extends Endpoint> {
  params: HandlerParams<E>
  query: HandlerQuery<E>
  body: HandlerBody<E>
}

/**
 * How a declared call is answered from a snapshot: pure functions that run in any thread. `given` is what the
 * question rests on beyond the snapshot, such as the strategies of the one the caller: plain data that the feature read.
 */
export interface Answer<E extends Endpoint = Endpoint, Given = undefined> {
  endpoint: E
  compute(portfolio: Portfolio, asked: Asked<E>, given: Given): HandlerReply<E>
  /** The whole list as CSV, where the call offers it: in one piece, or in pieces that are made when they are read. */
  csv: ((portfolio: Portfolio, asked: Asked<E>, given: Given) => string | Iterable<string>) | null
}

export function answer<E extends Endpoint, Given = undefined>(
  endpoint: E,
  compute: Answer<E, Given>['compute'],
  csv: Answer<E, Given>['csv'] = null,
): Answer<E, Given> {
  return { endpoint, compute, csv }
}

/** Figures that a feature needs as a part of its reply, or to decide what to do. */
export interface Part<Given, Figures> {
  endpoint: null
  compute(portfolio: Portfolio, asked: { body: Filter }, given: Given): Figures
  csv: null
}

export function part<Given, Figures>(
  compute: (portfolio: Portfolio, given: Given, filter: Filter) => Figures,
): Part<Given, Figures> {
  return {
    endpoint: null,
    compute: (portfolio, asked, given) => compute(portfolio, given, asked.body),
    csv: null,
  }
}

/** An answer whose call is not known by type: its types were checked where it was made. */
export interface AnyAnswer {
  endpoint: Endpoint | null
  compute(portfolio: Portfolio, asked: never, given: never): unknown
  csv: ((portfolio: Portfolio, asked: never, given: never) => string | Iterable<string>) | null
}

const viewsKept = 4

/** Keeps the few currencies a snapshot was last seen in: another filter or period then pays nothing for them. */
export function currencyViewCache(snapshot: PortfolioSnapshot): (currency: string) => CurrencyViews {
  const kept = new Map<string, CurrencyViews>()
  return currency => {
    const views = kept.get(currency) ?? openCurrencyViews(snapshot, currency)
    kept.delete(currency)
    kept.set(currency, views)
    const oldest = kept.keys().next().value
    if (kept.size > viewsKept && oldest !== undefined) kept.delete(oldest)
    return views
  }
}
