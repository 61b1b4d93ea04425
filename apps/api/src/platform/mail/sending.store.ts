import { sql } from 'kysely'
import type { Database, Scoped } from '../db/database.ts'

export interface DueMail {
  id: string
  to_address: string
  subject: string
  body_text: string
  body_html: string
  link: string | null
  attempts: number
}

/** Minutes until the next try, by how many there were. After the last one a person has to look at it. */
const backoffMinutes = [2, 5, 15, 60, 240, 480, 960]

export type SendingStore = ReturnType<typeof sendingStore>

export function sendingStore(database: () => Database) {
  return {
    /**
     * Takes one mail that is due. Several servers share the work: a row that another one is taking is passed
     * over, and what is taken is due again only later, should this server die before it reports back.
     */
    async takeDue(): Promise<DueMail | null> {
      return database().within('system', async tx => {
        await discardUseless(tx)
        return take(tx, null)
      })
    },

    /** Takes this mail now, whenever it is due. */
    takeNow(id: string): Promise<DueMail | null> {
      return database().within('system', tx => take(tx, id))
    },

    async markSent(id: string): Promise<void> {
      await database().within('system', tx =>
        tx
          .updateTable('mail')
          // A link that went out belongs to its reader alone.
          .set({ status: 'sent', sent_at: sql`present_moment()`, last_error: null, link: null })
          .where('id', '=', id)
          .execute(),
      )
    },

    async markFailed(id: string, attempts: number, error: string): Promise<void> {
      const isLast = attempts >= backoffMinutes.length
      await database().within('system', tx =>
        tx
          .updateTable('mail')
          .set({ last_error: error.slice(0, 400), ...(isLast ? { status: 'failed' } : {}) })
          .where('id', '=', id)
          .where('status', '=', 'waiting')
          .execute(),
      )
    },

    async countWaiting(): Promise<number> {
      return database().within('system', async tx => {
        const row = await tx
          .selectFrom('mail')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('status', '=', 'waiting')
          .executeTakeFirstOrThrow()
        return row.count
      })
    },
  }
}

async function discardUseless(tx: Scoped): Promise<void> {
  await sql`
    update mail set status = 'discarded', link = null
    where id in (
      select id from mail where status = 'waiting' and useless_after <= present_moment() limit 100
      for update skip locked)`.execute(tx)
}

async function take(tx: Scoped, id: string | null): Promise<DueMail | null> {
  const chosen = id === null ? sql`next_try_at <= present_moment()` : sql`id = ${id}`
  const { rows } = await sql<DueMail>`
    update mail set attempts = attempts + 1, next_try_at = present_moment() + make_interval(
      mins => (${backoffMinutes}::int[])[least(attempts + 1, ${backoffMinutes.length})])
    where id = (
      select id from mail where status = 'waiting' and ${chosen}
      order by next_try_at, id limit 1 for update skip locked)
    returning id, to_address, subject, body_text, body_html, link, attempts`.execute(tx)
  return rows[0] ?? null
}
