import { contract, type Notification } from '@plumbline/contract'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { NotificationRow, NotificationsStore } from './notifications.store.ts'

/** Notifications of a user, newest first. */
export function notificationsRoutes(serve: Serve, store: NotificationsStore): void {
  serve(contract.notifications.list, async ({ user, query }) => {
    const { rows, count, unread } = await store.list(user.id, query)
    const links = pageLinks(contract.notifications.list.path, query, count)
    return { ...links, count, unread_count: unread, data: rows.map(wireNotification) }
  })

  serve(contract.notifications.markRead, async ({ user, body }) => ({
    data: { unread_count: await store.markRead(user.id, body.ids) },
  }))
}

function wireNotification(row: NotificationRow): Notification {
  const { title, text, target, family } = row.details
  return {
    id: row.id,
    kind: row.kind,
    title: title ?? '',
    text: text ?? '',
    family: family ?? null,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    task: row.task_id === null ? null : { id: row.task_id, name: row.task_name ?? '' },
    target: (target ?? null) as Notification['target'],
  }
}
