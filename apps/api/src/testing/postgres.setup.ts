import { rmSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../platform/db/embedded/embedded-server.ts'
import { migrate } from '../platform/db/migrate.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real server with a migrated template database that each test clones. */
    postgres: pg.ClientConfig
  }
}

/** Starts one PostgreSQL for the whole run and migrates its template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeTemporaryFolder('test')
  const server = await openEmbedded(path.join(folder, 'data'), {
    durable: false,
    onWarning(message) {
      throw new Error(message)
    },
  })
  await migrate(server.target)
  project.provide('postgres', server.target.config)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
