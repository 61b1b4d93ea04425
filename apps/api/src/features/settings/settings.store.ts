import type { SettingsChange } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

export type SettingsStore = ReturnType<typeof settingsStore>

export function settingsStore(database: () => Database) {
  return {
    /** The user with settings and visible families, in one transaction. */
    read(userId: string) {
      return database().within({ user: userId }, async tx => {
        const user = await tx
          .selectFrom('app_user')
          .leftJoin('user_settings', 'user_settings.user_id', 'app_user.id')
          .leftJoin('family', 'family.id', 'app_user.family_id')
          .select(['app_user.id', 'username', 'email', 'app_user.name', 'role', 'is_beta_tester', 'chosen'])
          .select(['app_user.created_at', 'family.id as family_id', 'family.name as family_name'])
          .select('family.base_currency')
          .select(
            sql<boolean>`exists (
              select from template t where t.id::text = user_settings.chosen ->> 'defaultTemplate')`.as(
              'has_default_template',
            ),
          )
          .select(sql<Date | null>`password_changed_at`.as('password_changed_at'))
          .select(sql<boolean>`requires_two_factor(app_user)`.as('is_mfa_required'))
          .select(
            sql<boolean>`exists (
              select from two_factor t where t.user_id = app_user.id and t.activated_at is not null)`.as(
              'is_mfa_active',
            ),
          )
          .where('app_user.id', '=', userId)
          .executeTakeFirstOrThrow()
        const families = await tx
          .selectFrom('family')
          .select(['id', 'name', 'base_currency'])
          .orderBy('name')
          .orderBy('id')
          .execute()
        return { user, families }
      })
    },

    /** Merges the change into the settings. Refused if the default template is not one of the user's. */
    async change(userId: string, { name, ...change }: SettingsChange): Promise<'done' | 'no_template'> {
      const outcome = await database().within({ user: userId }, async tx => {
        const { defaultTemplate: template } = change
        if (template != null) {
          const found = await sql`select 1 from template where id = ${template} for key share`.execute(tx)
          if (found.rows.length === 0) return 'no_template'
        }
        await tx
          .insertInto('user_settings')
          .values({ user_id: userId, chosen: JSON.stringify(change) })
          .onConflict(conflict =>
            conflict.column('user_id').doUpdateSet({
              chosen: sql`user_settings.chosen || excluded.chosen`,
              changed_at: sql`present_moment()`,
            }),
          )
          .execute()
        return 'done'
      })
      if (outcome === 'no_template') return outcome
      // Users may not update their own row, which has role and family, so the name needs the system scope.
      if (name !== undefined)
        await database().within('system', tx =>
          tx.updateTable('app_user').set({ name }).where('id', '=', userId).execute(),
        )
      return outcome
    },
  }
}
