import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { adminOnly } from '../core/policy.ts'
import { isoDate, isoTime, oneOf, reference, searchText } from '../core/values.ts'

const auditEntry = z
  .object({
    id: z.string(),
    at: isoTime,
    user: reference.nullable().describe('Null if no user was signed in.'),
    action: z.string().describe('Such as user_invited or sign_in_failed.'),
    details: z.string().describe('For people.'),
    subject: z.object({ kind: z.string(), id: z.string() }).nullable(),
    family: reference.nullable(),
    address: z.string().nullable().describe('Network address.'),
  })
  .meta({ id: 'AuditEntry' })

export const mailStatuses = ['waiting', 'sent', 'failed', 'discarded'] as const
export type MailStatus = (typeof mailStatuses)[number]

export const discardReasons = [
  'expired',
  'no_access',
  'report_deleted',
  'paused',
  'by_administrator',
  'keys_discarded',
] as const
export type DiscardReason = (typeof discardReasons)[number]

const mail = z
  .object({
    id: z.uuid(),
    to: z.string(),
    subject: z.string(),
    text: z.string().describe('Without its link.'),
    has_link: z.boolean().describe('Whether it has a link that can be read while the mail is waiting.'),
    status: oneOf(mailStatuses),
    attempts: z.number().int(),
    last_error: z.string().nullable(),
    discard_reason: oneOf(discardReasons).nullable().describe('Why a discarded mail was not sent.'),
    created_at: isoTime,
    sent_at: isoTime.nullable(),
  })
  .meta({ id: 'Mail' })

export const audit = {
  list: endpoint('GET', '/api/audit/', {
    summary: 'Read the append-only audit log, newest first.',
    query: z.object({
      user: z.uuid().optional(),
      action: z.string().min(1).max(60).optional(),
      family: z.uuid().optional(),
      start_date: isoDate.optional(),
      end_date: isoDate.optional(),
      q: searchText.optional().describe('Part of the details.'),
      ...pageQuery.shape,
      ...orderBy(['at', 'action'], '-at').shape,
    }),
    reply: pageReply(auditEntry).extend({
      extra: z.object({
        actions: z.array(z.string()).describe('All actions in the log.'),
        is_chain_intact: z.boolean().describe('Whether each entry carries the hash of the previous one.'),
      }),
    }),
    alsoReplies: ['text/csv'],
    may: adminOnly,
  }),
  outbox: endpoint('GET', '/api/outbox/', {
    summary: 'List waiting and sent mails, newest first, without their links.',
    query: pageQuery.extend({ status: oneOf(mailStatuses).optional() }),
    reply: pageReply(mail).extend({
      extra: z.object({ has_mail_server: z.boolean().describe('Without a mail server, mails wait here.') }),
    }),
    may: adminOnly,
    showsSecret: true,
  }),
  readMail: endpoint('GET', '/api/outbox/:id/', {
    summary: 'Read a mail with its link. Each read is recorded in the audit log.',
    params: byId,
    reply: dataReply(
      mail.extend({ link: z.string().nullable().describe('Null after it was sent or discarded.') }),
    ),
    may: adminOnly,
    needsRecentPassword: true,
    showsSecret: true,
  }),
  sendMail: endpoint('POST', '/api/outbox/:id/send/', {
    summary: 'Try to send a waiting or failed mail now.',
    params: byId,
    reply: dataReply(mail),
    may: adminOnly,
    errors: ['conflict', 'not_ready'],
    creates: false,
  }),
  discardMail: endpoint('DELETE', '/api/outbox/:id/', {
    summary: 'Discard a waiting mail. It stays in the list as discarded.',
    params: byId,
    may: adminOnly,
    errors: ['conflict'],
  }),
}
