import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** What the log tells of a request: never a header or a body, and of its address only the part without secrets. */
export function loggedRequest(request: { method: string; url: string; ip: string }) {
  return { method: request.method, url: withoutSecrets(request.url), remoteAddress: request.ip }
}

/** Links of mails lead to pages whose address holds their token: in the query, or behind the name of the page. */
export function withoutSecrets(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/^\/+password-reset\/.*/i, '/password-reset/…')
}

const plainId = /^[\w.:-]{1,100}$/

/** A request keeps the id that a proxy gave it, if it is one; else it gets its own. It stands in every line of the log. */
export function requestIdOf({ headers }: { headers: Record<string, unknown> }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && plainId.test(given) ? given : randomUUID()
}

/** The id is told to the caller too, so that a complaint leads to its lines. */
export function tellRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}
