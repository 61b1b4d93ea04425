import { contract } from 'virtual:contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { settingsQuery } from '../../lib/session/user-settings.ts'

export const backupCodesQuery = queryOptions({
  queryKey: ['backup-codes'],
  queryFn: async ({ signal }) => (await call(contract.auth.countBackupCodes, { signal })).data,
})

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: async ({ signal }) =>
    (await call(contract.auth.listSignIns, { query: { limit: 200 }, signal })).data,
  staleTime: 0,
})

export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) =>
    (await call(contract.auth.listApiTokens, { query: { limit: 200 }, signal })).data,
})

/** Refetches settings, sign-ins and tokens after a change of credentials. */
export function useRefreshCredentials() {
  const queryClient = useQueryClient()
  return () => {
    for (const { queryKey } of [settingsQuery, backupCodesQuery, signInsQuery, tokensQuery])
      void queryClient.invalidateQueries({ queryKey })
  }
}
