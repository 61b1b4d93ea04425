import { Socket } from 'node:net'
import pg from 'pg'

/** A client whose socket is at hand, since the library has no word for a connection that has gone silent. */
export class SocketClient extends pg.Client {
  readonly socket: Socket

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
  }
}
