import { Socket } from 'node:net'
import pg from 'pg'
import { binaryFormat, CopyBinaryQuery } from '../copy/copy-binary.ts'
import { copyPrefix } from '../copy/copy-query.ts'
import { CopyTextQuery } from '../copy/copy-text.ts'
import { type ConnectionConfig, replaceHost } from './connection-target.ts'
import { chooseHost, leaveHost } from './host-choice.ts'

/**
 * A client that exposes its socket, since pg cannot detect a dead connection, and that reads the rows of COPY
 * statements.
 */
export class SocketClient extends pg.Client {
  readonly socket: Socket
  /** Turns new connections to the next server of the database, if it has several. */
  readonly leaveServer: () => void

  constructor(config: ConnectionConfig = {}) {
    const socket = new Socket()
    const { hosts, connectionString } = config
    const host = hosts && chooseHost(hosts)
    super({
      ...config,
      ...(host && connectionString ? { connectionString: replaceHost(connectionString, host) } : {}),
      stream: () => socket,
    })
    this.socket = socket
    this.leaveServer = () => {
      if (hosts && host) leaveHost(hosts, host)
    }
    // A server that is down refuses the connection, or never answers until the attempt is given up.
    socket.once('close', this.leaveServer)
    this.once('connect', () => socket.off('close', this.leaveServer))
    // pg's type lists every overload; this wrapper passes all arguments through.
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    const queryCopy = (text: string) =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null, result: object) => (error ? reject(error) : resolve(result))
        query(text.endsWith(binaryFormat) ? new CopyBinaryQuery(text, done) : new CopyTextQuery(text, done))
      })
    // The same overloads again, with COPY statements handled first.
    this.query = ((...args: unknown[]) => {
      const [text] = args
      return typeof text === 'string' && text.startsWith(copyPrefix) ? queryCopy(text) : query(...args)
    }) as typeof this.query
  }
}
