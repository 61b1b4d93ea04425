import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { type DemoUser, demoFamily } from './demo-users.ts'

/** Fills a database without users. Of several servers that start on it at once, one does. */
export async function fillEmptyDatabase(
  database: Database,
  users: readonly DemoUser[],
  hash: () => Promise<string>,
): Promise<boolean> {
  return database.within('system', async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('plumbline demo'))`.execute(tx)
    if (await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) return false
    const passwordHash = await hash()
    const family = await tx
      .insertInto('family')
      .values({ name: demoFamily.name, base_currency: demoFamily.baseCurrency, is_demo: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const user of users) {
      const isStaff = user.role === 'admin' || user.role === 'adviser'
      const { id } = await tx
        .insertInto('app_user')
        .values({ ...user, family_id: isStaff ? null : family.id, password_hash: passwordHash })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (user.role === 'adviser')
        await tx.insertInto('family_access').values({ user_id: id, family_id: family.id }).execute()
    }
    return true
  })
}

/** Whether anyone can sign in at all, and whether the demo users are among them. */
export async function whoExists(database: Database): Promise<{ anyone: boolean; demo: boolean }> {
  return database.within('system', async tx => {
    const row = await tx
      .selectFrom('app_user')
      .leftJoin('family', 'family.id', 'app_user.family_id')
      .select(sql<boolean>`coalesce(bool_or(password_hash is not null), false)`.as('anyone'))
      .select(sql<boolean>`coalesce(bool_or(family.is_demo), false)`.as('demo'))
      .executeTakeFirstOrThrow()
    return row
  })
}
