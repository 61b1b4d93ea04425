import { contract } from 'virtual:contract'
import type { CallQuery } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { showToast, showUndo } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { Asset, AssetChangeBody, NewAssetBody } from './asset-types.ts'

type ListOptions = NonNullable<CallQuery<typeof contract.assets.list>>

const maxRows = 1000

export function assetsQuery(options: ListOptions) {
  return queryOptions({
    queryKey: ['assets', 'list', options],
    queryFn: ({ signal }) => call(contract.assets.list, { query: { limit: maxRows, ...options }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function assetQuery(id: string) {
  return queryOptions({
    queryKey: ['assets', 'one', id],
    queryFn: async ({ signal }) => (await call(contract.assets.read, { params: { id }, signal })).data,
  })
}

/** The form fields of each asset type, with the accounts of one or all visible families as options. */
export function assetFormsQuery(family: string | undefined) {
  const query = family === undefined ? {} : { family }
  return queryOptions({
    queryKey: ['assets', 'forms', query],
    queryFn: async ({ signal }) => (await call(contract.assets.formFields, { query, signal })).data,
    staleTime: 60_000,
  })
}

/** Refetches everything, as a transaction can change every figure. */
export function useLedgerChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries()
}

/** Creates an asset without an id, otherwise updates it. */
export async function saveAsset(
  id: string | undefined,
  body: { create: NewAssetBody } | { change: AssetChangeBody },
): Promise<Asset> {
  if ('create' in body) return (await call(contract.assets.create, { body: body.create })).data
  return (await call(contract.assets.change, { params: { id: id ?? '' }, body: body.change })).data
}

export function useDeleteAsset() {
  const text = useText()
  const changed = useLedgerChanged()
  const queryClient = useQueryClient()
  /** Refetches everything except the deleted asset. */
  const deleted = (id: string) =>
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(id) })
  const restore = useMutation({
    mutationFn: (id: string) => call(contract.assets.restore, { params: { id } }),
    onSuccess: ({ data }) => showToast(text('assets_restored', { name: data.name }), 'success'),
    onSettled: changed,
  })
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => call(contract.assets.remove, { params: { id } }),
    onSuccess: (_, { id, name }) => showUndo(text('assets_deleted', { name }), () => restore.mutate(id)),
    onSettled: (_, __, { id }) => deleted(id),
  })
}
