import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { createDataFolderCheck } from './data-folder-check.ts'

interface HealthOptions {
  isDraining?: (() => boolean) | undefined
  /** The folder of the embedded database; null or absent if the database is elsewhere. */
  dataFolder?: string | null | undefined
  /** Milliseconds of a clock that tests move. */
  now?: () => number
}

/**
 * /healthz: the process is alive. /readyz: its database is reachable, the
 * data folder can be written to and it is not shutting down. While it drains it
 * still replies, but closes each connection, so that the next request goes to another server.
 */
export function serveHealth(
  app: FastifyInstance,
  database: () => Database,
  { isDraining = () => false, dataFolder, now }: HealthOptions = {},
): void {
  const checkDataFolder =
    dataFolder == null
      ? async () => null
      : createDataFolderCheck(
          dataFolder,
          (problem, code) => {
            const about = { folder: dataFolder, code }
            if (problem === 'disk_full')
              app.log.error(about, 'The disk of the data folder is full. Free some space.')
            else if (problem) app.log.error(about, 'The data folder cannot be written to.')
            else app.log.warn({ folder: dataFolder }, 'The data folder can be written to again.')
          },
          now,
        )
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' })
    await database().query('select 1', [])
    const problem = await checkDataFolder()
    if (problem) return reply.code(503).send({ status: problem })
    return { status: 'ready' }
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
}
