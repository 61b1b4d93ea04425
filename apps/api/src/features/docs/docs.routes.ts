import { openApi, referenceCss, referenceHtml } from '@plumbline/api-docs'
import type { FastifyInstance } from 'fastify'
import { compressReply } from '../../platform/http/bodies/compress-reply.ts'

/** Serves the API reference and the OpenAPI document, built from the contract on first use. */
export function docsRoutes(server: FastifyInstance, version: string): void {
  const page = once(referenceHtml)
  const document = once(() => JSON.stringify(openApi(version)))
  const compressed = { onSend: compressReply }

  server.get('/api/docs', compressed, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page()),
  )
  server.get('/api/docs/', (_request, reply) => reply.redirect('/api/docs', 308))
  server.get('/api/docs/style.css', compressed, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(referenceCss),
  )
  server.get('/api/docs/openapi.json', compressed, (_request, reply) =>
    reply.type('application/json').send(document()),
  )
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
