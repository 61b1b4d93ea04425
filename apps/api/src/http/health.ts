import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'

/** /healthz: the process serves. /readyz: it can answer questions, which takes its database. */
export function serveHealth(app: FastifyInstance, database: () => Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await database().ask('select 1', [])
    return { status: 'ready' }
  })
}
