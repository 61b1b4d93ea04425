import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'

/**
 * /healthz: the process serves. /readyz: it can answer questions, which takes its database, and is not about to end.
 * While it leaves it goes on answering, and closes each connection behind its answer: the next request comes to another.
 */
export function serveHealth(
  app: FastifyInstance,
  database: () => Database,
  isLeaving: () => boolean = () => false,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'leaving' })
    await database().ask('select 1', [])
    return { status: 'ready' }
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving()) reply.header('connection', 'close')
  })
}
