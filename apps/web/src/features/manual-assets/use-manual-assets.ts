import { contract } from 'virtual:contract'
import type { CallQuery } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { wasDeclined } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { showToast, showUndo } from '../../lib/browser/toasts.ts'
import type { NumberLocale } from '../../lib/format/format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { Asset, AssetChangeBody, NewAssetBody } from './asset-types.ts'
import type { AssetValues } from './asset-values.ts'
import type { TransactionDraft } from './entries.ts'
import { buildMortgage } from './first-entry.ts'

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

/** The form fields of each asset type, and the accounts of one or all visible families with their cash. */
export function assetFormsQuery(family: string | undefined) {
  const query = family === undefined ? {} : { family }
  return queryOptions({
    queryKey: ['assets', 'forms', query],
    queryFn: ({ signal }) => call(contract.assets.formFields, { query, signal }),
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

/**
 * Saves the mortgage that was entered with a property, which is saved already. If the user goes back from a question
 * about the mortgage, neither is kept. Any other failure only shows a message.
 */
export function useSaveMortgage(locale: NumberLocale) {
  const text = useText()
  return async (
    values: AssetValues,
    sent: readonly TransactionDraft[],
    propertyId: string,
  ): Promise<void> => {
    const create = buildMortgage(values, sent, text('assets_mortgage_of', { name: values.name }), locale)
    if (!create) return
    try {
      await saveAsset(undefined, { create: create as never })
    } catch (error) {
      if (wasDeclined(error) && (await isRemoved(propertyId))) throw error
      const reason = wasDeclined(error) ? '' : errorText(error, text)
      showToast(text('assets_mortgage_failed', { reason }), 'error')
    }
  }
}

async function isRemoved(id: string): Promise<boolean> {
  try {
    await call(contract.assets.remove, { params: { id } })
    return true
  } catch {
    return false
  }
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
