import { randomUUID } from 'node:crypto'
import { fillEmptyDatabase } from '../apps/api/src/demo/demo.store.ts'
import { demoPassword } from '../apps/api/src/demo/demo-users.ts'
import { hashPassword } from '../apps/api/src/features/auth/passwords/passwords.ts'
import type { ConnectionTarget } from '../apps/api/src/platform/db/connection/connection-target.ts'
import { openDatabase } from '../apps/api/src/platform/db/database.ts'
import { migrate } from '../apps/api/src/platform/db/migrate.ts'

/**
 * Fills the database of a check with the users and portfolios of the demo, as ordinary users: servers with a
 * `DATABASE_URL` never run in demo mode and would disable demo users.
 */
export async function fillWorld(target: ConnectionTarget): Promise<void> {
  await migrate(target)
  const database = await openDatabase(target)
  try {
    await fillEmptyDatabase(database, {
      today: new Date().toISOString().slice(0, 10),
      hashes: async () => ({
        demo: await hashPassword(demoPassword),
        nobody: await hashPassword(randomUUID()),
      }),
      marksUsers: false,
    })
  } finally {
    await database.close()
  }
}
