import { contract } from 'virtual:contract'
import type { CallBody, CallQuery, Role, User } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/api.ts'

type Query = NonNullable<CallQuery<typeof contract.users.list>>
type Filter = CallBody<typeof contract.users.list>
type UserBody = CallBody<typeof contract.users.change>

export const userOrders = ['name', 'email', 'role', 'family', 'last_sign_in_at', 'created_at'] as const

export function usersQuery(query: Query, body: Filter) {
  return queryOptions({
    queryKey: ['admin', 'users', query, body],
    queryFn: ({ signal }) => call(contract.users.list, { query, body, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The advisers that a family can be assigned to. */
export const advisersQuery = queryOptions({
  queryKey: ['admin', 'advisers'],
  queryFn: async ({ signal }) => {
    const query = { limit: 1000, order_by: 'role' } as const
    const { data } = await call(contract.users.list, { query, body: {}, signal })
    return data.filter(({ role }) => role === 'adviser')
  },
})

export async function inviteUser(body: CallBody<typeof contract.users.invite>) {
  return (await call(contract.users.invite, { body })).data
}

export async function changeUser(id: string, body: UserBody): Promise<User> {
  return (await call(contract.users.change, { params: { id }, body })).data
}

/** Actions on one user that need no form. */
export const userActions = {
  resend: (id: string) => call(contract.users.resendInvitation, { params: { id } }),
  disable: (id: string) => call(contract.users.disable, { params: { id } }),
  enable: (id: string) => call(contract.users.enable, { params: { id } }),
  resetTwoFactor: (id: string) => call(contract.users.resetTwoFactor, { params: { id } }),
  remove: (id: string) => call(contract.users.remove, { params: { id } }),
}

export const securityQuery = queryOptions({
  queryKey: ['admin', 'security'],
  queryFn: async ({ signal }) => (await call(contract.users.readSecurity, { signal })).data,
})

export function changeSecurity(roles: Role[]) {
  return call(contract.users.changeSecurity, { body: { mfa_required_roles: roles } })
}
