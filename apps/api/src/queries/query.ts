import type {
  Endpoint,
  Filter,
  HandlerBody,
  HandlerParams,
  HandlerQuery,
  HandlerReply,
} from '@plumbline/contract'
import type { ColumnSource, CurrencyViews, PortfolioSnapshot } from '@plumbline/engine'
import type { SnapshotMetadata } from '../snapshots/snapshot-metadata.ts'
import type { CallerView } from './caller-view.ts'
import type { PagedLists } from './paged-list.ts'

/** What a query computes its result from. */
export interface Portfolio {
  snapshot: PortfolioSnapshot
  metadata: SnapshotMetadata
  view: CallerView
  /** The snapshot in a currency; the views of the latest currencies are cached. */
  viewsIn(currency: string): CurrencyViews
  /** Lists whose pages are being read. */
  lists: PagedLists
  /** Where the daily columns of this query are allocated. */
  columns: ColumnSource
}

/** A declared call, parsed with the schemas of its endpoint. */
export interface EndpointCall<E extends Endpoint> {
  params: HandlerParams<E>
  query: HandlerQuery<E>
  body: HandlerBody<E>
}

/**
 * The query behind a declared call: its result is the reply of the endpoint. `input` is plain data that the feature
 * reads beyond the snapshot, such as the strategies of the user. Pure, so that any worker can run it.
 */
export interface EndpointQuery<E extends Endpoint, Input = undefined> {
  /** The key that a message to a worker carries. */
  readonly name: string
  readonly endpoint: E
  compute(portfolio: Portfolio, call: EndpointCall<E>, input: Input): HandlerReply<E>
  /** The whole list as CSV, where the endpoint offers it: one text, or chunks computed when they are read. */
  csv?(portfolio: Portfolio, call: EndpointCall<E>, input: Input): string | Iterable<string>
}

/** A query for figures that a feature needs as part of its reply. The result has to survive as JSON. */
export interface FiguresQuery<Input, Result> {
  /** The key that a message to a worker carries. */
  readonly name: string
  readonly endpoint: null
  compute(portfolio: Portfolio, input: Input, filter: Filter): Result
}

/** Declares the query of an endpoint. */
export function defineEndpointQuery<E extends Endpoint, Input = undefined>(
  endpoint: E,
  compute: (portfolio: Portfolio, call: EndpointCall<E>, input: Input) => HandlerReply<E>,
  csv?: (portfolio: Portfolio, call: EndpointCall<E>, input: Input) => string | Iterable<string>,
): EndpointQuery<E, Input> {
  const name = `${endpoint.method} ${endpoint.path}`
  return csv ? { name, endpoint, compute, csv } : { name, endpoint, compute }
}

/** Declares a query for figures. Its name is unique among all queries. */
export function defineQuery<Input, Result>(
  name: string,
  compute: (portfolio: Portfolio, input: Input, filter: Filter) => Result,
): FiguresQuery<Input, Result> {
  return { name, endpoint: null, compute }
}
