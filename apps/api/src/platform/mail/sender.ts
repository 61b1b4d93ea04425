import { createTransport } from 'nodemailer'
import { withLink } from './compose.ts'
import type { DueMail, SendingStore } from './sending.store.ts'

export interface MailServer {
  /** Such as smtp://user:password@host:587. */
  url: string
  from: string
}

export interface MailSender {
  hasServer: boolean
  /** Sends whatever is due, one after the other, and tells how many went out. */
  sendDue(): Promise<number>
  /** Tries to send one waiting mail at once. */
  sendNow(id: string): Promise<'sent' | 'failed' | 'not_waiting'>
  /** Looks for work now and then, until it is stopped. */
  start(log: { info(message: string): void }): void
  stop(): Promise<void>
}

const seconds = 1000
const lookEveryMs = 3 * seconds

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
      await transport.sendMail({
        to: { name: '', address: mail.to_address },
        subject: mail.subject,
        text: withLink(mail.body_text, mail.link, 'text'),
        html: withLink(mail.body_html, mail.link, 'html'),
        // The same mail sent twice, after a server died at the wrong moment, can be told by its id.
        messageId: `<${mail.id}@plumbline>`,
        headers: { 'auto-submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      await store.markFailed(mail.id, mail.attempts, reasonOf(error))
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

  async function look(log: { info(message: string): void }): Promise<void> {
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
      const again = () => {
        timer = setTimeout(() => {
          // A database that is starting or gone is told of elsewhere; the mail waits meanwhile.
          working = look(log)
            .catch(() => undefined)
            .then(() => timer && again())
        }, lookEveryMs)
        timer.unref()
      }
      again()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await working
      transport?.close()
    },
  }
}

/** What the mail server said, without what we sent it: a password may stand in the address of the server. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  const reply = 'responseCode' in error && error.responseCode ? ` ${String(error.responseCode)}` : ''
  return `${code}${reply}`
}
