import { contract } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { unsealLink } from '../../platform/keys/sealed-link.ts'
import type { ServerKeys } from '../../platform/keys/server-keys.ts'
import { insertLink } from '../../platform/mail/compose.ts'
import type { MailSender } from '../../platform/mail/sender.ts'
import type { OutboxRow, OutboxStore } from './outbox.store.ts'

/** Waiting and sent mails. A link can be read only while its mail waits, one at a time. */
export function outboxRoutes(
  serve: Serve,
  store: OutboxStore,
  sender: MailSender,
  keys: Pick<ServerKeys, 'unsealer'>,
): void {
  serve(contract.audit.outbox, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return {
      ...pageLinks(contract.audit.outbox.path, query, count),
      count,
      data: rows.map(wireMail),
      extra: { has_mail_server: sender.hasServer },
    }
  })

  serve(contract.audit.readMail, async ({ user, params, request }) => {
    const mail = await store.readWithLink(toActor(user, request.ip), params.id)
    if (!mail) throw new AppError('not_found')
    const link = await unsealLink(keys, mail.link)
    return { data: { ...wireMail(mail), text: insertLink(mail.body_text, link, 'text'), link } }
  })

  serve(contract.audit.sendMail, async ({ user, params }) => {
    const mail = await store.find(user.id, params.id)
    if (!mail) throw new AppError('not_found')
    if (!sender.hasServer) throw new AppError('not_ready')
    if ((await sender.sendNow(params.id)) === 'not_waiting') throw new AppError('conflict')
    return { data: wireMail((await store.find(user.id, params.id)) ?? mail) }
  })

  serve(contract.audit.discardMail, async ({ user, params, request }) => {
    if (!(await store.find(user.id, params.id))) throw new AppError('not_found')
    if (!(await store.discard(toActor(user, request.ip), params.id))) throw new AppError('conflict')
    return undefined
  })
}

function wireMail(row: OutboxRow) {
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    text: insertLink(row.body_text, null, 'text'),
    has_link: row.has_link,
    status: row.status,
    attempts: row.attempts,
    last_error: row.last_error,
    discard_reason: row.discard_reason,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }
}
