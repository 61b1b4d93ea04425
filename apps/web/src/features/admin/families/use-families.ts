import { contract } from 'virtual:contract'
import type { CallBody, CallQuery, Family } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/api.ts'

type Query = NonNullable<CallQuery<typeof contract.families.list>>
type NewFamily = CallBody<typeof contract.families.create>

export const familyOrders = [
  'name',
  'currency',
  'value',
  'accounts_count',
  'users_count',
  'created_at',
] as const

export function familiesQuery(query: Query) {
  return queryOptions({
    queryKey: ['admin', 'families', query],
    queryFn: ({ signal }) => call(contract.families.list, { query, body: {}, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Creates a family when `id` is null, otherwise updates the given version. */
export async function saveFamily(
  id: string | null,
  body: NewFamily,
  version: number | undefined,
): Promise<Family> {
  const reply = await (id === null
    ? call(contract.families.create, { body })
    : call(contract.families.change, { params: { id }, body: { ...body, version } }))
  return reply.data
}

export function removeFamily({ id, name }: { id: string; name: string }) {
  return call(contract.families.remove, { params: { id }, body: { name } })
}
