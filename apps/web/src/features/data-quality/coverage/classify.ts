import { contract } from 'virtual:contract'
import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../../lib/api/api.ts'

const calls = contract.instruments

export type Security = Reply<typeof calls.read>['data']
export type Classification = Pick<Security, 'instrument_type' | 'sector' | 'country'>

export function securityQuery(id: string) {
  return queryOptions({
    queryKey: ['data-quality', 'security', id],
    queryFn: async ({ signal }) => (await call(calls.read, { params: { id }, signal })).data,
  })
}

/** Classifies a security. Returns what restores its classification. */
export async function classify({ id, version, ...security }: Security, body: Classification) {
  const { instrument_type, sector, country } = security
  const send = (values: Classification, known: number) =>
    call(calls.change, { params: { id }, body: { ...values, version: known } })
  const { data } = await send(body, version)
  return () => send({ instrument_type, sector, country }, data.version)
}
