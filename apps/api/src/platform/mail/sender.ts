import { setTimeout as sleep } from 'node:timers/promises'
import type { DiscardReason } from '@plumbline/contract'
import { createTransport } from 'nodemailer'
import { insertLink, insertPauseLink } from './compose.ts'
import type { DueMail, MailFailure, SendingStore } from './sending.store.ts'

export interface MailServer {
  /** For example smtp://user:password@host:587. */
  url: string
  from: string
}

export interface MailSender {
  hasServer: boolean
  /** Sends all due mail, several at once, and returns how many were sent. */
  sendDue(): Promise<number>
  /** Sends one mail immediately. A slow mail server is not waited for: the mail goes on in the background. */
  sendNow(id: string): Promise<'sent' | 'failed' | 'sending' | 'not_waiting'>
  /** Polls the outbox until `stop`. */
  start(log: { info(message: string): void }): void
  stop(): Promise<void>
}

const seconds = 1000
const minutes = 60 * seconds
const pollEveryMs = 3 * seconds
/** A second connection helps with slow servers; many would look like abuse. */
const maxConcurrent = 5
const replyWithinMs = 20 * seconds
const stopTimeoutMs = 10 * seconds

/**
 * RFC 5321, section 4.5.3.2: up to 5 minutes for the greeting and each command, and 10 for the reply to the final dot.
 * A sender that gives up earlier sends again what the server accepts meanwhile.
 */
export const smtpTimeouts = {
  connectionTimeout: 2 * minutes,
  greetingTimeout: 5 * minutes,
  socketTimeout: 10 * minutes,
}

/**
 * Delivers the outbox by SMTP, at least once. Without a mail server, mail waits. The lease of a mail is renewed well
 * before it ends, so that a busy server keeps it.
 */
export function createMailSender(
  store: SendingStore,
  server: MailServer | null,
  { renewEveryMs = 20 * seconds }: { renewEveryMs?: number } = {},
): MailSender {
  const transport = server && createTransport({ url: server.url, ...smtpTimeouts }, { from: server.from })
  const deliveries = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let senders = 0
  let waiting = 0

  async function deliver(mail: DueMail): Promise<boolean> {
    let renewed: Promise<unknown> = Promise.resolve()
    const renewal = setInterval(() => {
      renewed = store.extendLease(mail.id).catch(() => undefined)
    }, renewEveryMs).unref()
    try {
      const result = await send(mail)
      await record(() => {
        if (result === 'sent') return store.markSent(mail.id)
        return typeof result === 'string' ? store.discard(mail.id, result) : store.markFailed(mail, result)
      })
      return result === 'sent'
    } finally {
      clearInterval(renewal)
      // A renewal that is still on its way would hide the mail from who sends it again.
      await renewed
    }
  }

  async function send(mail: DueMail): Promise<MailFailure | 'sent' | DiscardReason> {
    try {
      const extras = await store.readExtras(mail.id)
      if (typeof extras === 'string') return extras
      const { pause, attachments } = extras
      const link = await store.unsealLink(mail.link)
      await transport?.sendMail({
        to: { name: '', address: mail.to_address },
        subject: mail.subject,
        text: insertPauseLink(insertLink(mail.body_text, link, 'text'), pause?.page ?? null, 'text'),
        html: insertPauseLink(insertLink(mail.body_html, link, 'html'), pause?.page ?? null, 'html'),
        attachments,
        // A mail that is sent twice, because a server died before it was marked as sent, keeps its id.
        messageId: `<${mail.id}@plumbline>`,
        headers: { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(pause?.call ?? null) },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      return 'sent'
    } catch (error) {
      return toFailure(error)
    }
  }

  /** A result that is not stored would send the mail again, so a database that fails is tried again. */
  async function record(write: () => Promise<void>): Promise<void> {
    for (;;)
      try {
        return await write()
      } catch (error) {
        if (isStopped) throw error
        await sleep(seconds)
      }
  }

  function track<T>(delivery: Promise<T>): Promise<T> {
    const ended = delivery.then(
      () => undefined,
      () => undefined,
    )
    deliveries.add(ended)
    void ended.then(() => deliveries.delete(ended))
    return delivery
  }

  /** Sends until nothing is due. Each found mail starts a further sender, up to the limit. */
  async function sendDue(): Promise<number> {
    if (!transport || senders >= maxConcurrent) return 0
    senders += 1
    const others: Promise<number>[] = []
    let sent = 0
    try {
      for (let mail = await store.takeDue(); mail; mail = isStopped ? null : await store.takeDue()) {
        if (senders < maxConcurrent) others.push(sendDue())
        if (await deliver(mail)) sent += 1
      }
    } finally {
      senders -= 1
    }
    for (const count of await Promise.all(others)) sent += count
    return sent
  }

  async function poll(log: { info(message: string): void }): Promise<void> {
    // Not awaited: a slow mail server must not delay what becomes due meanwhile.
    if (transport) return void track(sendDue()).catch(() => undefined)
    const count = await store.countWaiting()
    if (count > waiting) log.info(`mail waits in the outbox (${count}): SMTP_URL is not set`)
    waiting = count
  }

  return {
    hasServer: server !== null,
    sendDue,
    async sendNow(id) {
      const mail = await store.takeNow(id)
      if (!mail) return 'not_waiting'
      const delivery = track(deliver(mail)).then(isSent => (isSent ? 'sent' : 'failed'))
      return Promise.race([delivery, sleep(replyWithinMs, 'sending' as const, { ref: false })])
    },
    start(log) {
      const schedule = () => {
        timer = setTimeout(() => {
          // Database errors are logged elsewhere; the mail waits meanwhile.
          track(poll(log))
            .catch(() => undefined)
            .then(() => timer && schedule())
        }, pollEveryMs)
        timer.unref()
      }
      schedule()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      isStopped = true
      await Promise.race([Promise.all(deliveries), sleep(stopTimeoutMs, undefined, { ref: false })])
      transport?.close()
    },
  }
}

/** Mail programs show a button for these (RFC 2369); it works with one click by RFC 8058. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (url === null) return {}
  return { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
}

/** Rejections that a corrected setting cures: the server wants a password, another one, or encryption. */
const settingReplies: ReadonlySet<number> = new Set([530, 534, 535, 538])

/** Too large for the server (RFC 1870), or for the recipient. */
const sizeReplies: ReadonlySet<number> = new Set([523, 552])

/**
 * Only a rejection of this mail is permanent; the whole server refuses for reasons that pass or can be corrected. The
 * reply is repeated for such rejections only: other messages may hold the address of the server with its password.
 */
function toFailure(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { reason: 'unknown', isPermanent: false }
  const code = 'code' in error ? String(error.code) : error.name
  const status = 'responseCode' in error ? Number(error.responseCode) : 0
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // A rejected sender concerns all mail and is a setting too; only the size of a mail is its own.
  const isOfSender = 'command' in error && error.command === 'MAIL FROM' && !sizeReplies.has(status)
  const isPermanent = isOfMail && !isOfSender && status >= 500 && status < 600 && !settingReplies.has(status)
  if (isOfMail && 'response' in error && error.response)
    return { reason: String(error.response).replaceAll(/\s+/g, ' '), isPermanent }
  return { reason: status > 0 ? `${code} ${status}` : code, isPermanent }
}
