import { contract } from 'virtual:contract'
import type { Account, CallBody, CallQuery } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/api.ts'
import { type AccountValues, accountBody } from '../../../portfolio/accounts/account-fields.tsx'

type Query = NonNullable<CallQuery<typeof contract.accounts.list>>
type Filter = CallBody<typeof contract.accounts.list>

export const accountOrders = ['name', 'family', 'custodian', 'currency', 'value', 'created_at'] as const

export function accountsQuery(query: Query, body: Filter) {
  return queryOptions({
    queryKey: ['admin', 'accounts', query, body],
    queryFn: ({ signal }) => call(contract.accounts.list, { query, body, signal }),
    placeholderData: keepPreviousData,
  })
}

export async function changeAccount(
  id: string,
  values: AccountValues,
  version: number | undefined,
): Promise<Account> {
  const body = { ...accountBody(values), version }
  return (await call(contract.accounts.change, { params: { id }, body })).data
}

export function removeAccount({ id, name }: { id: string; name: string }) {
  return call(contract.accounts.remove, { params: { id }, body: { name } })
}
