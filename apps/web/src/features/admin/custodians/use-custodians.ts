import { contract } from 'virtual:contract'
import type { CallBody } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../../lib/api/api.ts'

export type Custodian = Reply<typeof contract.instruments.listCustodians>['data'][number]
type NewCustodian = CallBody<typeof contract.instruments.createCustodian>

export function custodiansPageQuery(query: { limit: number; offset: number }) {
  return queryOptions({
    queryKey: ['admin', 'custodians', query],
    queryFn: ({ signal }) => call(contract.instruments.listCustodians, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export async function createCustodian(body: NewCustodian): Promise<Custodian> {
  return (await call(contract.instruments.createCustodian, { body })).data
}

export async function changeCustodian(
  { id, ...body }: NewCustodian,
  version: number | undefined,
): Promise<Custodian> {
  const reply = await call(contract.instruments.changeCustodian, {
    params: { id },
    body: { ...body, version },
  })
  return reply.data
}

export function removeCustodian(id: string) {
  return call(contract.instruments.removeCustodian, { params: { id } })
}
