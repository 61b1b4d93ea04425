import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'

export type TemplatesStore = ReturnType<typeof templatesStore>

export interface TemplateRow {
  id: string
  name: string
  filters: Record<string, unknown>
  version: number
}

const maxPerUser = 200

export function templatesStore(database: () => Database) {
  return {
    async list(
      userId: string,
      page: { limit: number; offset: number },
    ): Promise<{ rows: TemplateRow[]; count: number }> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<TemplateRow>`
          select id, name, filters, version from template order by lower(name), id limit ${page.limit} offset ${page.offset}`.execute(
          tx,
        )
        const total = await sql<{ count: number }>`select count(*)::int as count from template`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    async find(userId: string, id: string): Promise<TemplateRow | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } =
          await sql<TemplateRow>`select id, name, filters, version from template where id = ${id}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** Refused if the name is taken or the limit is reached. */
    add(userId: string, name: string, filters: object): Promise<TemplateRow | 'taken' | 'too_many'> {
      return unlessTaken(() =>
        database().within({ user: userId }, async tx => {
          const { rows } = await sql<TemplateRow>`
            insert into template (user_id, name, filters)
            select ${userId}::uuid, ${name}, ${JSON.stringify(filters)}::jsonb
            where (select count(*) from template) < ${maxPerUser}
            returning id, name, filters, version`.execute(tx)
          return rows[0] ?? 'too_many'
        }),
      )
    },

    /** Null if it was deleted in the meantime. */
    change(
      userId: string,
      row: Omit<TemplateRow, 'version'>,
      version: number | undefined,
    ): Promise<TemplateRow | 'taken' | null> {
      return unlessTaken(() =>
        database().within({ user: userId }, async tx => {
          await bumpRowVersion(tx, 'template', row.id, version)
          const { rows } = await sql<TemplateRow>`
            update template set name = ${row.name}, filters = ${JSON.stringify(row.filters)}::jsonb
            where id = ${row.id} returning id, name, filters, version`.execute(tx)
          return rows[0] ?? null
        }),
      )
    },

    /** Removes a template, also as the default one. */
    remove(userId: string, id: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        await sql`update user_settings set chosen = chosen - 'defaultTemplate'
          where user_id = ${userId} and chosen ->> 'defaultTemplate' = ${id}`.execute(tx)
        const { numAffectedRows } = await sql`delete from template where id = ${id}`.execute(tx)
        return numAffectedRows === 1n
      })
    },
  }
}
