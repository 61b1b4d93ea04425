import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export interface ProviderServer {
  address: string
  /** Requested paths in order. */
  requestedPaths: string[]
  /** Headers of the last request. */
  lastHeaders(): IncomingMessage['headers']
  /** Sets how the next requests are handled. */
  respondWith(behaviour: Behaviour): void
  /** The highest number of concurrent requests. */
  maxConcurrent(): number
  close(): Promise<void>
}

/** A local provider whose behaviour the test controls. */
export async function startProviderServer(): Promise<ProviderServer> {
  const requestedPaths: string[] = []
  let headers: IncomingMessage['headers'] = {}
  let behaviour: Behaviour = respond('', 'text/plain')
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
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
    requestedPaths,
    lastHeaders: () => headers,
    respondWith(next) {
      behaviour = next
    },
    maxConcurrent: () => most,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export function respond(
  body: string,
  type: string,
  status = 200,
  more: Record<string, string> = {},
): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type, ...more }).end(body)
  }
}

/** Uses one behaviour after the other, then keeps the last. */
export function inSequence(...behaviours: Behaviour[]): Behaviour {
  let turn = 0
  return (request, response) => {
    const behaviour = behaviours[Math.min(turn, behaviours.length - 1)]
    turn += 1
    behaviour?.(request, response)
  }
}

export const hanging: Behaviour = () => undefined

/** Writes until the client disconnects. */
export const endless: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write('['.repeat(64 * 1024)));
  }
  response.on('drain', more)
  more()
}

/** Starts a response and never ends it. */
export const stalling: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"prices": [')
}

/** Drops the connection within a response. */
export const breaking: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"pri')
  setTimeout(() => response.destroy(), 10)
}
