import { contract } from 'virtual:contract'
import type { CallQuery, Notification } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useHasSeveralFamilies } from '../../filter/family/use-family.ts'
import { familyParameter } from '../../filter/filter-url.ts'
import { call } from '../../lib/api/api.ts'
import { useDownload } from '../../lib/api/jobs.ts'
import { type ModalDescriptor, withModal } from '../../lib/browser/modals.ts'

type Query = NonNullable<CallQuery<typeof contract.notifications.list>>

type Search = Readonly<Record<string, unknown>>

const notificationsKey = ['notifications']
const pollIntervalMs = 30_000

export function notificationsQuery(query: Query) {
  return queryOptions({
    queryKey: [...notificationsKey, 'list', query],
    queryFn: ({ signal }) => call(contract.notifications.list, { query, signal }),
    placeholderData: keepPreviousData,
    // Always refetch when opened, to show new notifications.
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  })
}

export function useNotificationsChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: notificationsKey })
}

/** Marks the given notifications as read, or all of them. */
export function useMarkRead() {
  const changed = useNotificationsChanged()
  return useMutation({
    mutationFn: (ids?: string[]) =>
      call(contract.notifications.markRead, { body: ids === undefined ? {} : { ids } }),
    onSettled: changed,
  })
}

/** Returns a function that opens the target of a notification, or null if it has none. */
export function useOpenTarget(): (notification: Notification) => (() => void) | null {
  const navigate = useNavigate()
  const download = useDownload()
  const hasSeveral = useHasSeveralFamilies()
  return ({ target, family }) => {
    if (target === null) return null
    const { kind, id } = target
    // Switch to the family of the notification.
    const named: Search = hasSeveral && family !== null ? { [familyParameter]: family.id } : {}
    const open = (modal: ModalDescriptor) =>
      navigate({
        to: '.',
        search: (previous: Search): Search => withModal({ ...previous, ...named }, modal),
        resetScroll: false,
      })
    switch (kind) {
      case 'position':
        return () => void open({ kind: 'position', id })
      case 'report':
        return () => void open({ kind: 'reports' })
      case 'job':
        return () => download.mutate(id)
      case 'move':
        return () => void open({ kind: 'explain', from: id, to: id })
      case 'ticker':
        return () => void navigate({ to: '/watchlist' })
      case 'event':
        return () => void navigate({ to: '/events', search: named })
      case 'target_allocation':
        return () => void navigate({ to: '/targets', search: named })
      case 'client':
        return () => void open({ kind: 'client', id })
      case 'import':
        return () => void open({ kind: 'import', id, step: 'preview' })
      case 'integration':
        return () => void navigate({ to: '/sources', search: named })
    }
  }
}
