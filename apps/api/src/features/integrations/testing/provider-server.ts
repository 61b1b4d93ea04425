import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export interface ProviderServer {
  address: string
  /** Paths that were asked for, in their order. */
  asked: string[]
  /** Headers of the last request. */
  lastHeaders(): IncomingMessage['headers']
  /** How the next requests are answered. */
  behave(behaviour: Behaviour): void
  /** How many requests were being answered at the same time, at most. */
  mostAtOnce(): number
  close(): Promise<void>
}

/** A provider on this machine that behaves as a test wants it to. */
export async function startProviderServer(): Promise<ProviderServer> {
  const asked: string[] = []
  let headers: IncomingMessage['headers'] = {}
  let behaviour: Behaviour = answering('', 'text/plain')
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    headers = request.headers
    open += 1
    most = Math.max(most, open)
    response.on('close', () => {
      open -= 1
    })
    behaviour(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    asked,
    lastHeaders: () => headers,
    behave(next) {
      behaviour = next
    },
    mostAtOnce: () => most,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export function answering(
  body: string,
  type: string,
  status = 200,
  more: Record<string, string> = {},
): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type, ...more }).end(body)
  }
}

/** One after the other; the last one stays. */
export function inTurn(...behaviours: Behaviour[]): Behaviour {
  let turn = 0
  return (request, response) => {
    const behaviour = behaviours[Math.min(turn, behaviours.length - 1)]
    turn += 1
    behaviour?.(request, response)
  }
}

export const hanging: Behaviour = () => undefined

/** Goes on writing until nobody listens any more. */
export const endless: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write('['.repeat(64 * 1024)));
  }
  response.on('drain', more)
  more()
}

/** Begins its answer and never ends it. */
export const stalling: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"prices": [')
}

/** Breaks the connection in the middle of an answer. */
export const breaking: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"pri')
  setTimeout(() => response.destroy(), 10)
}
