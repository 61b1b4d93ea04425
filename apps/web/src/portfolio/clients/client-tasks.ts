import { contract } from 'virtual:contract'
import type { CallBody, CallQuery } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, type Reply } from '../../lib/api/api.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'

export type ClientEntry = Reply<typeof contract.clients.entries>['data'][number]
type EntriesQuery = NonNullable<CallQuery<typeof contract.clients.entries>>
type EntryChange = NonNullable<CallBody<typeof contract.clients.changeEntry>>

const entriesKey = ['clients', 'entries']

/** Tasks and notes of clients: open tasks first, by due date. */
export function clientEntriesQuery(query: EntriesQuery) {
  return queryOptions({
    queryKey: [...entriesKey, query],
    queryFn: ({ signal }) => call(contract.clients.entries, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Refreshes everything that shows tasks: the list of clients too. */
export function useClientsChanged() {
  const queryClient = useQueryClient()
  return useCallback(() => queryClient.invalidateQueries({ queryKey: ['clients'] }), [queryClient])
}

/** Changes an entry; a version is not sent, since marking as done is right whatever else changed. */
export function useChangeEntry() {
  const changed = useClientsChanged()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: EntryChange }) =>
      call(contract.clients.changeEntry, { params: { id }, body: change }),
    onSettled: changed,
  })
}

export function useRemoveEntry() {
  const text = useText()
  const changed = useClientsChanged()
  return useMutation({
    mutationFn: (id: string) => call(contract.clients.removeEntry, { params: { id } }),
    onSuccess: () => showToast(text('clients_entry_deleted'), 'success'),
    onSettled: changed,
  })
}
