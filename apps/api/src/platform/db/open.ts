import type { Settings } from '../settings/settings.ts'
import { type ConnectionTarget, targetOfUrl } from './connection-target.ts'
import { type Database, openDatabase } from './database.ts'
import { findRunningEmbedded, openEmbedded } from './embedded/embedded-server.ts'
import { migrate } from './migrate.ts'

export interface OpenedDatabase {
  database: Database
  target: ConnectionTarget
  close(): Promise<void>
}

type Trouble = { onTrouble(message: string): void }

/** The database of the settings, migrated and ready: the server of DATABASE_URL, else the embedded one. */
export async function openConfiguredDatabase(settings: Settings, trouble: Trouble): Promise<OpenedDatabase> {
  if (settings.databaseUrl) return openTarget(targetOfUrl(settings.databaseUrl), async () => undefined)
  const embedded = await openEmbedded(settings.dataFolder, trouble)
  return openTarget(embedded.target, embedded.stop)
}

/** For commands beside the server: goes through the server's PostgreSQL if it runs, else starts it meanwhile. */
export async function openBesideServer(settings: Settings, trouble: Trouble): Promise<OpenedDatabase> {
  const running = settings.databaseUrl ? null : await findRunningEmbedded(settings.dataFolder)
  return running ? openTarget(running, async () => undefined) : openConfiguredDatabase(settings, trouble)
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
