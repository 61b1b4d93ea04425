import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { createCertificate } from './self-signed-certificate.ts'

export interface MailSink {
  port: number
  /** PEM of the certificate, for clients that shall trust it. */
  certificate: string
  received: Email[]
  /** The users that signed in, in order. */
  signedIn: string[]
  /** Whether each received mail came encrypted. */
  encrypted: boolean[]
  /** The replies to the next mails after the final dot; 0 accepts. Without a reply left, mail is accepted. */
  replies: number[]
  /** The code with which MAIL rejects the sender; 0 accepts. */
  senderReply: number
  /** Addresses that RCPT rejects for good. */
  unknownAddresses: Set<string>
  /** Called after the final dot; the reply waits for it. */
  beforeReply(): Promise<void>
  maxConcurrent(): number
  reset(): void
  close(): Promise<void>
}

interface SinkOptions {
  tls: 'none' | 'starttls' | 'implicit'
  user?: { name: string; password: string }
}

/** A real SMTP server that keeps what it receives. */
export async function startMailSink({ tls, user }: SinkOptions): Promise<MailSink> {
  const { key, cert } = createCertificate()
  let open = 0
  let most = 0
  const accept = () => Promise.resolve()
  const sink: MailSink = {
    port: 0,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
    certificate: cert,
    received: [],
    signedIn: [],
    encrypted: [],
    replies: [],
    senderReply: 0,
    unknownAddresses: new Set(),
    beforeReply: accept,
    maxConcurrent: () => most,
    reset() {
      for (const list of [sink.received, sink.signedIn, sink.encrypted, sink.replies]) list.length = 0
      sink.senderReply = 0
      sink.unknownAddresses.clear()
      sink.beforeReply = accept
      most = 0
    },
  }
  const server = new SMTPServer({
    key,
    cert,
    secure: tls === 'implicit',
    authOptional: user === undefined,
    disabledCommands: tls === 'none' ? ['STARTTLS'] : [],
    onAuth(attempt, _session, done) {
      if (attempt.username !== user?.name || attempt.password !== user?.password)
        return done(Object.assign(new Error('wrong password'), { responseCode: 535 }))
      sink.signedIn.push(attempt.username ?? '')
      done(null, { user: attempt.username })
    },
    onMailFrom({ address }, _session, done) {
      if (sink.senderReply === 0) return done()
      done(Object.assign(new Error(`<${address}> rejected`), { responseCode: sink.senderReply }))
    },
    onRcptTo({ address }, _session, done) {
      if (!sink.unknownAddresses.has(address)) return done()
      done(Object.assign(new Error(`5.1.1 <${address}> unknown`), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      open += 1
      most = Math.max(most, open)
      stream.on('data', part => parts.push(part))
      stream.on('end', async () => {
        await sink.beforeReply()
        open -= 1
        const reply = sink.replies.shift() ?? 0
        if (reply > 0) return done(Object.assign(new Error('rejected'), { responseCode: reply }))
        sink.received.push(await PostalMime.parse(Buffer.concat(parts)))
        sink.encrypted.push(session.secure)
        done()
      })
    },
  })
  // Refused handshakes are part of the tests.
  server.on('error', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  sink.port = address.port
  return sink
}
