import { sql } from 'kysely'
import type { Database, Scoped } from '../db/database.ts'
import { type MailExtras, readExtras } from './mail-extras.store.ts'

export interface DueMail {
  id: string
  to_address: string
  subject: string
  body_text: string
  body_html: string
  link: string | null
  attempts: number
}

/** Minutes until the next attempt, by the number of attempts. After the last one the mail has failed. */
const backoffMinutes = [2, 5, 15, 60, 240, 480, 960]

export type SendingStore = ReturnType<typeof sendingStore>

export function sendingStore(database: () => Database, publicUrl = '') {
  return {
    /** The link that stops such mails, and the attached file. */
    readExtras(id: string): Promise<MailExtras> {
      return database().within('system', tx => readExtras(tx, id, publicUrl))
    },

    /**
     * Takes one due mail. Several servers share the outbox: a row locked by another server is skipped, and a taken
     * mail becomes due again later in case this server dies.
     */
    async takeDue(): Promise<DueMail | null> {
      return database().within('system', async tx => {
        await discardExpired(tx)
        return take(tx, null)
      })
    },

    /** Takes this mail now, even if it is not due yet. */
    takeNow(id: string): Promise<DueMail | null> {
      return database().within('system', tx => take(tx, id))
    },

    async markSent(id: string): Promise<void> {
      await database().within('system', tx =>
        tx
          .updateTable('mail')
          // After sending, only the recipient has the link.
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

async function discardExpired(tx: Scoped): Promise<void> {
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
