import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How the proxy treats traffic. A connection that was silent once stays silent, like a half-open one. */
export type NetworkMode =
  | { kind: 'fair' }
  | { kind: 'silent' }
  /** Requests arrive, responses do not. */
  | { kind: 'deaf' }
  | { kind: 'delay'; ms: number }
  | { kind: 'refuse' }

export interface TcpProxy {
  port: number
  set(mode: NetworkMode): void
  /** Resets every connection. */
  cut(): void
  connections(): number
  close(): Promise<void>
}

interface Connection {
  near: Socket
  far: Socket
  isSilent: boolean
  isDeaf: boolean
}

/** Simulates a bad network between a client and `target`, on the loopback interface. */
export async function openProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const connections = new Set<Connection>()
  let mode: NetworkMode = { kind: 'fair' }

  const server = createServer(near => {
    if (mode.kind === 'refuse') {
      near.on('error', () => undefined)
      near.resetAndDestroy()
      return
    }
    const far = connect(target)
    const connection: Connection = {
      near,
      far,
      isSilent: mode.kind === 'silent',
      isDeaf: mode.kind === 'deaf',
    }
    connections.add(connection)
    const forward = (from: Socket, to: Socket, isResponse: boolean) => {
      // In order, or a delayed chunk would be overtaken by a later one.
      let before: Promise<unknown> = Promise.resolve()
      from.on('data', bytes => {
        before = before.then(async () => {
          if (mode.kind === 'delay') await sleep(mode.ms)
          if (!connection.isSilent && !(isResponse && connection.isDeaf) && to.writable) to.write(bytes)
        })
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        void before.then(() => {
          // The other end of a silent connection does not notice the close.
          if (!connection.isSilent && !connection.isDeaf) to.destroy()
        })
        if (near.destroyed && far.destroyed) connections.delete(connection)
      })
    }
    forward(near, far, false)
    forward(far, near, true)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    for (const { near, far } of connections) {
      near.resetAndDestroy()
      far.destroy()
    }
    connections.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      mode = next
      for (const connection of connections) {
        if (next.kind === 'silent') connection.isSilent = true
        if (next.kind === 'deaf') connection.isDeaf = true
      }
      if (next.kind === 'refuse') cut()
    },
    cut,
    connections: () => connections.size,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
