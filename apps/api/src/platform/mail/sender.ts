import { createTransport } from 'nodemailer'
import { insertLink, insertPauseLink } from './compose.ts'
import type { DueMail, SendingStore } from './sending.store.ts'

export interface MailServer {
  /** For example smtp://user:password@host:587. */
  url: string
  from: string
}

export interface MailSender {
  hasServer: boolean
  /** Sends all due mail, one after the other, and returns how many were sent. */
  sendDue(): Promise<number>
  /** Sends one waiting mail immediately. */
  sendNow(id: string): Promise<'sent' | 'failed' | 'not_waiting'>
  /** Polls the outbox until `stop`. */
  start(log: { info(message: string): void }): void
  stop(): Promise<void>
}

const seconds = 1000
const pollEveryMs = 3 * seconds

/** Delivers the outbox by SMTP, at least once. Without a mail server, mail waits. */
export function createMailSender(store: SendingStore, server: MailServer | null): MailSender {
  const transport =
    server &&
    createTransport(
      {
        url: server.url,
        connectionTimeout: 15 * seconds,
        greetingTimeout: 15 * seconds,
        socketTimeout: 30 * seconds,
      },
      { from: server.from },
    )
  let timer: NodeJS.Timeout | undefined
  let working: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function deliver(mail: DueMail): Promise<boolean> {
    if (!transport) return false
    try {
      const { pause, attachments } = await store.readExtras(mail.id)
      await transport.sendMail({
        to: { name: '', address: mail.to_address },
        subject: mail.subject,
        text: insertPauseLink(insertLink(mail.body_text, mail.link, 'text'), pause?.page ?? null, 'text'),
        html: insertPauseLink(insertLink(mail.body_html, mail.link, 'html'), pause?.page ?? null, 'html'),
        attachments,
        // A mail that is sent twice, because a server died before it was marked as sent, keeps its id.
        messageId: `<${mail.id}@plumbline>`,
        headers: { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(pause?.call ?? null) },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      await store.markFailed(mail.id, mail.attempts, describeError(error))
      return false
    }
    await store.markSent(mail.id)
    return true
  }

  async function sendDue(): Promise<number> {
    let sent = 0
    if (!transport) return sent
    for (let mail = await store.takeDue(); mail; mail = await store.takeDue())
      if (await deliver(mail)) sent += 1
    return sent
  }

  async function poll(log: { info(message: string): void }): Promise<void> {
    if (transport) return void (await sendDue())
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
      return (await deliver(mail)) ? 'sent' : 'failed'
    },
    start(log) {
      const schedule = () => {
        timer = setTimeout(() => {
          // Database errors are logged elsewhere; the mail waits meanwhile.
          working = poll(log)
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
      await working
      transport?.close()
    },
  }
}

/** Mail programs show a button for these (RFC 2369); it works with one click by RFC 8058. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (url === null) return {}
  return { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
}

/** The error code and SMTP status only: the full message may contain the server's address with its password. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  const reply = 'responseCode' in error && error.responseCode ? ` ${String(error.responseCode)}` : ''
  return `${code}${reply}`
}
