import { Socket } from 'node:net'
import pg from 'pg'
import { opening } from './copied.ts'
import { CopyLines } from './copy-lines.ts'
import { byteForm, CopyOut } from './copy-out.ts'

/**
 * A client whose socket is at hand, since the library has no word for a connection that has gone silent, and which
 * reads rows as bytes or as lines where a question asks for them.
 */
export class SocketClient extends pg.Client {
  readonly socket: Socket

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
    const ask = this.query.bind(this) as (...question: unknown[]) => unknown
    const askForCopy = (text: string) =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null, result: object) => (error ? reject(error) : resolve(result))
        ask(text.endsWith(byteForm) ? new CopyOut(text, done) : new CopyLines(text, done))
      })
    // Its type has a form for each of many ways to ask; this keeps them all.
    this.query = ((...question: unknown[]) => {
      const [text] = question
      return typeof text === 'string' && text.startsWith(opening) ? askForCopy(text) : ask(...question)
    }) as typeof this.query
  }
}
