import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to bytes on their way. A line that was silent once stays so, as half-open connections do. */
export type Weather =
  | { kind: 'fair' }
  | { kind: 'silent' }
  /** Questions arrive, answers do not. */
  | { kind: 'deaf' }
  | { kind: 'delay'; ms: number }
  | { kind: 'refuse' }

export interface TcpProxy {
  port: number
  set(weather: Weather): void
  /** Cuts every line, as a reset does. */
  cut(): void
  lines(): number
  close(): Promise<void>
}

interface Line {
  near: Socket
  far: Socket
  isSilent: boolean
  isDeaf: boolean
}

/** A bad network of our own: on the loopback interface, between whatever connects to it and `target`. */
export async function openProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const lines = new Set<Line>()
  let weather: Weather = { kind: 'fair' }

  const server = createServer(near => {
    if (weather.kind === 'refuse') {
      near.on('error', () => undefined)
      near.resetAndDestroy()
      return
    }
    const far = connect(target)
    const line: Line = { near, far, isSilent: weather.kind === 'silent', isDeaf: weather.kind === 'deaf' }
    lines.add(line)
    const carry = (from: Socket, to: Socket, isAnswer: boolean) => {
      // One after the other, or a delayed piece would overtake an earlier one.
      let before: Promise<unknown> = Promise.resolve()
      from.on('data', bytes => {
        before = before.then(async () => {
          if (weather.kind === 'delay') await sleep(weather.ms)
          if (!line.isSilent && !(isAnswer && line.isDeaf) && to.writable) to.write(bytes)
        })
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        void before.then(() => {
          // Whoever is at the other end of a silent line is not told.
          if (!line.isSilent && !line.isDeaf) to.destroy()
        })
        if (near.destroyed && far.destroyed) lines.delete(line)
      })
    }
    carry(near, far, false)
    carry(far, near, true)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    for (const { near, far } of lines) {
      near.resetAndDestroy()
      far.destroy()
    }
    lines.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      weather = next
      for (const line of lines) {
        if (next.kind === 'silent') line.isSilent = true
        if (next.kind === 'deaf') line.isDeaf = true
      }
      if (next.kind === 'refuse') cut()
    },
    cut,
    lines: () => lines.size,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
