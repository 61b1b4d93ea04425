import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../errors/startup-error.ts'
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

const closeTimeoutMs = 2_000

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

/**
 * For commands: uses the embedded PostgreSQL of a running server, else starts it for the duration of the command. A data
 * folder without a database is refused: a command must not create a second installation beside the one that was meant.
 */
export async function openBesideServer(settings: Settings, listener: Listener): Promise<OpenedDatabase> {
  if (settings.databaseUrl) return openConfiguredDatabase(settings, listener)
  const running = await findRunningEmbedded(settings.dataFolder)
  if (running) return openTarget(running, async () => undefined)
  if (!existsSync(path.join(settings.dataFolder, 'postgres')))
    throw new StartupError(
      `There is no installation in ${settings.dataFolder}. Run this with the PLUMBLINE_DATA or DATABASE_URL of the server, or start the server first.`,
    )
  return openConfiguredDatabase(settings, listener)
}

async function openTarget(target: ConnectionTarget, stop: () => Promise<void>): Promise<OpenedDatabase> {
  try {
    await migrate(target)
    const database = await openDatabase(target)
    return {
      database,
      target,
      async close() {
        // A connection that is still in use must not keep the embedded server running.
        await Promise.race([database.close(), sleep(closeTimeoutMs, undefined, { ref: false })])
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
