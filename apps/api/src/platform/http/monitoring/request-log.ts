import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The logged part of a request: no headers, no body, and a URL without secrets. */
export function serializeRequest(request: { method: string; url: string; ip: string }) {
  return { method: request.method, url: redactUrl(request.url), remoteAddress: request.ip }
}

/** Links in mails and of calendars carry their token in the query or in the path. */
export function redactUrl(url: string): string {
  const [path = ''] = url.split('?')
  return path
    .replace(/^\/+password-reset\/.*/i, '/password-reset/…')
    .replace(/^\/+calendar\/.*/i, '/calendar/…')
}

const plainId = /^[\w.:-]{1,100}$/

/** Keeps a valid request id of a proxy, else creates one. Every log line of the request has it. */
export function chooseRequestId({ headers }: { headers: Record<string, unknown> }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && plainId.test(given) ? given : randomUUID()
}

/** Sends the request id to the caller, so that a bug report leads to the log lines. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}
