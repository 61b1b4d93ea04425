import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dataOf, pageOf, pageQuery } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import { isoTime, oneOf, queryBoolean, reference } from '../core/values.ts'
import { notificationKinds, notificationTargets } from '../vocabulary/tasks.ts'

export const notification = z
  .object({
    id: z.uuid(),
    kind: oneOf(notificationKinds),
    title: z.string(),
    text: z.string(),
    family: reference.nullable().describe('The family it is about; null where it is about none or several.'),
    created_at: isoTime,
    read_at: isoTime.nullable(),
    task: reference.nullable().describe('The rule that told it.'),
    target: z
      .object({ kind: oneOf(notificationTargets), id: z.string() })
      .nullable()
      .describe('What it is about, to open it.'),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notification>

export const notifications = {
  list: endpoint('GET', '/api/notifications/', {
    summary: 'List your notifications, newest first.',
    query: pageQuery.extend({ unread: queryBoolean.optional().describe('Only those not read yet.') }),
    reply: pageOf(notification).extend({ unread_count: z.number().int() }),
    may: everyone,
  }),
  markRead: endpoint('POST', '/api/notifications/read/', {
    summary: 'Mark notifications as read: those named, or all of them.',
    body: z
      .object({ ids: z.array(z.uuid()).max(1000).optional().describe('Absent: all of them.') })
      .default({}),
    reply: dataOf(z.object({ unread_count: z.number().int() })),
    may: everyoneButDemo,
    creates: false,
  }),
}
