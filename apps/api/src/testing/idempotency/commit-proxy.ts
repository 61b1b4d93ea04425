import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** Whether the connection breaks before the commit arrives or after it was executed. */
export type Break = 'before' | 'after'

export interface CommitProxy {
  port: number
  /** Breaks the connection at the commit with this number, counted from now. */
  breakAt(commit: number, when: Break): void
  /** Whether the connection broke at that commit. */
  hasBroken(): boolean
  close(): Promise<void>
}

/** A simple query of PostgreSQL's protocol: 'Q', the length, the text and a zero byte. */
const commitMessage = Buffer.from('Q\0\0\0\vcommit\0')

/** A proxy in front of PostgreSQL that breaks connections exactly where the outcome becomes unknown. */
export async function openCommitProxy(target: NetConnectOpts): Promise<CommitProxy> {
  let left = 0
  let kind: Break = 'before'
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(target)
    let isBroken = false
    const end = () => {
      near.resetAndDestroy()
      far.destroy()
    }
    near.on('data', bytes => {
      if (bytes.equals(commitMessage) && left > 0) {
        left -= 1
        isBroken = left === 0
        if (isBroken && kind === 'before') return end()
      }
      far.write(bytes)
    })
    // The response to the commit is lost.
    far.on('data', bytes => (isBroken ? end() : near.write(bytes)))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    breakAt(commit, when) {
      left = commit
      kind = when
    },
    hasBroken: () => left === 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
