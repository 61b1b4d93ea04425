import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'

/**
 * /healthz: the process is alive. /readyz: its database is reachable and it is not shutting down. While it drains it
 * still replies, but closes each connection, so that the next request goes to another server.
 */
export function serveHealth(
  app: FastifyInstance,
  database: () => Database,
  isDraining: () => boolean = () => false,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' })
    await database().query('select 1', [])
    return { status: 'ready' }
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
}
