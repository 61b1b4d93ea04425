import { contract, type Notification } from '@plumbline/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { describeNotification, type Reader } from '../../platform/notifications/message.ts'
import { readFacts } from '../../platform/notifications/notification-facts.ts'
import type { NotificationRow, NotificationsStore } from './notifications.store.ts'

/** Notifications of a user, newest first. */
export function notificationsRoutes(serve: Serve, store: NotificationsStore): void {
  serve(contract.notifications.list, async ({ user, query }) => {
    const { rows, count, unread } = await store.list(user.id, query)
    const reader = { language: user.language, ...(await store.readFormats(user.id)) }
    const links = pageLinks(contract.notifications.list.path, query, count)
    return { ...links, count, unread_count: unread, data: rows.map(row => wireNotification(row, reader)) }
  })

  serve(contract.notifications.markRead, async ({ user, body }) => ({
    data: { unread_count: await store.markRead(user.id, body.ids) },
  }))

  serve.anyone(contract.notifications.pauseMail, async ({ params }) => {
    if (!(await store.pauseMail(params.id, params.token))) throw new AppError('invalid_link')
    return undefined
  })
}

/** Mail programs that know no one-click pause open its link, which then asks on a page. */
export function pausePageRoute(server: FastifyInstance): void {
  server.get<{ Params: { id: string; token: string } }>(
    contract.notifications.pauseMail.path,
    ({ params }, reply) =>
      reply.redirect(`/pause-mail/${encodeURIComponent(params.id)}/${encodeURIComponent(params.token)}`, 303),
  )
}

function wireNotification(row: NotificationRow, reader: Reader): Notification {
  const { title = '', text = '', target, family } = row.details
  const facts = readFacts(row.details)
  return {
    id: row.id,
    kind: row.kind,
    ...(facts ? describeNotification(facts, reader) : { title, text }),
    family: family ?? null,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    task: row.task_id === null ? null : { id: row.task_id, name: row.task_name ?? '' },
    rule_name: row.task_name ?? row.rule_name,
    target: (target ?? null) as Notification['target'],
  }
}
