import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dataReply, pageQuery, pageReply } from '../core/page.ts'
import { anyone, everyone, everyoneButDemo } from '../core/policy.ts'
import { isoTime, oneOf, queryBoolean, reference } from '../core/values.ts'
import { notificationKinds, notificationTargets } from '../vocabulary/tasks.ts'

export const notification = z
  .object({
    id: z.uuid(),
    kind: oneOf(notificationKinds),
    title: z.string(),
    text: z.string(),
    family: reference.nullable().describe('The family concerned; null for none or several.'),
    created_at: isoTime,
    read_at: isoTime.nullable(),
    task: reference.nullable().describe('The notification rule that caused it; null if it was deleted.'),
    rule_name: z.string().nullable().describe('Name of that rule, which stays when the rule is deleted.'),
    target: z
      .object({ kind: oneOf(notificationTargets), id: z.string() })
      .nullable()
      .describe('The subject, to open it.'),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notification>

export const notifications = {
  list: endpoint('GET', '/api/notifications/', {
    summary: 'List your notifications, newest first.',
    query: pageQuery.extend({ unread: queryBoolean.optional().describe('Only unread notifications.') }),
    reply: pageReply(notification).extend({ unread_count: z.number().int() }),
    may: everyone,
  }),
  markRead: endpoint('POST', '/api/notifications/read/', {
    summary: 'Mark some or all notifications as read.',
    body: z.object({ ids: z.array(z.uuid()).max(1000).optional().describe('By default all.') }).default({}),
    reply: dataReply(z.object({ unread_count: z.number().int() })),
    may: everyoneButDemo,
    creates: false,
  }),
  pauseMail: endpoint('POST', '/api/notifications/pause/:id/:token/', {
    summary:
      'Pause the mail of the rules a mail was about, by the link in it (RFC 8058). The body is ignored.',
    params: z.object({ id: z.uuid(), token: z.string().max(200) }),
    ignoresBody: true,
    may: anyone,
    errors: ['invalid_link'],
    creates: false,
  }),
}
