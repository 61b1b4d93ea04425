import type { Endpoint } from '@plumbline/contract'
import { invariant } from '../platform/errors/app-error.ts'
import type { EndpointQuery, FiguresQuery } from './query.ts'

/**
 * A query whose call and input are not known by type. A message carries a call and an input that the portfolio service
 * has checked against the query of the same name.
 */
export type AnyQuery = EndpointQuery<Endpoint, unknown> | FiguresQuery<unknown, unknown>

/** Every query that a worker can run, by name. */
export type QueryRegistry = ReadonlyMap<string, AnyQuery>

export function createQueryRegistry(queries: readonly AnyQuery[]): QueryRegistry {
  const registry = new Map(queries.map(query => [query.name, query]))
  invariant(registry.size === queries.length, 'every query has a name of its own')
  return registry
}
