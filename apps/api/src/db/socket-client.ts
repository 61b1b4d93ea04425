import { Socket } from 'node:net'
import pg from 'pg'
import { asksForBytes, CopyOut } from './copy-out.ts'

/**
 * A client whose socket is at hand, since the library has no word for a connection that has gone silent, and which
 * reads rows as bytes where a question asks for them.
 */
export class SocketClient extends pg.Client {
  readonly socket: Socket

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
    const ask = this.query.bind(this) as (...question: unknown[]) => unknown
    const askForBytes = (text: string) =>
      new Promise((resolve, reject) => {
        ask(new CopyOut(text, (error, result) => (error ? reject(error) : resolve(result))))
      })
    // Its type has a form for each of many ways to ask; this keeps them all.
    this.query = ((...question: unknown[]) =>
      asksForBytes(question[0]) ? askForBytes(question[0]) : ask(...question)) as typeof this.query
  }
}
