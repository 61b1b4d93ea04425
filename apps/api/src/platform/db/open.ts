import type { Settings } from '../settings/settings.ts'
import { type ConnectionTarget, parseDatabaseUrl } from './connection/connection-target.ts'
import { type Database, openDatabase } from './database.ts'
import { findRunningEmbedded, openEmbedded } from './embedded/embedded-server.ts'
import { migrate } from './migrate.ts'

export interface OpenedDatabase {
  database: Database
  target: ConnectionTarget
  close(): Promise<void>
}

type Listener = { onWarning(message: string): void }

/** Opens and migrates the configured database: the server of DATABASE_URL, else the embedded one. */
export async function openConfiguredDatabase(
  settings: Settings,
  listener: Listener,
): Promise<OpenedDatabase> {
  if (settings.databaseUrl) return openTarget(parseDatabaseUrl(settings.databaseUrl), async () => undefined)
  const embedded = await openEmbedded(settings.dataFolder, listener)
  return openTarget(embedded.target, embedded.stop)
}

/** For commands: uses the embedded PostgreSQL of a running server, else starts it for the duration of the command. */
export async function openBesideServer(settings: Settings, listener: Listener): Promise<OpenedDatabase> {
  const running = settings.databaseUrl ? null : await findRunningEmbedded(settings.dataFolder)
  return running ? openTarget(running, async () => undefined) : openConfiguredDatabase(settings, listener)
}

async function openTarget(target: ConnectionTarget, stop: () => Promise<void>): Promise<OpenedDatabase> {
  try {
    await migrate(target)
    const database = await openDatabase(target)
    return {
      database,
      target,
      async close() {
        await database.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
