import type { Scoped } from '../db/database.ts'

/** Whether an administrator can sign in. */
export async function hasAdmin(tx: Scoped): Promise<boolean> {
  const row = await tx
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .where('password_hash', 'is not', null)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
