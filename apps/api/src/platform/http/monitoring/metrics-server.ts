import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

export interface MetricsServerOptions {
  port: number
  host: string
  /** Null: no authentication. */
  token: string | null
}

/** Serves /metrics on its own port, which only the operator's network should reach. */
export async function startMetricsServer(options: MetricsServerOptions, text: () => string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    if (options.token !== null && !isToken(request.headers.authorization, options.token))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    return void response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text())
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return server
}

/** Compares hashes, which have the same length, in constant time. */
function isToken(header: string | undefined, token: string): boolean {
  const hash = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`))
}
