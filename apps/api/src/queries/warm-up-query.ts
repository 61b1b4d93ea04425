import type { CallQuery, Endpoint } from '@plumbline/contract'
import type { EndpointQuery } from './query.ts'

/** A query that a user is likely to run, as the worker receives it. */
export interface WarmUpQuery {
  name: string
  query: Record<string, unknown> | undefined
  input: unknown
}

/** The query of a declared call with these parameters, parsed as the server would parse them. */
export function warmUpQuery<E extends Endpoint, Input>(
  { name, endpoint }: EndpointQuery<E, Input>,
  query: CallQuery<E>,
  input: NoInfer<Input>,
): WarmUpQuery {
  return { name, query: endpoint.query?.parse(query), input }
}
