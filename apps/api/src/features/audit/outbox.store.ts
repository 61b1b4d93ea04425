import type { DiscardReason, MailStatus } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database } from '../../platform/db/database.ts'

export type OutboxStore = ReturnType<typeof outboxStore>

export interface OutboxRow {
  id: string
  to_address: string
  subject: string
  body_text: string
  has_link: boolean
  status: MailStatus
  attempts: number
  last_error: string | null
  discard_reason: DiscardReason | null
  created_at: Date
  sent_at: Date | null
}

const columns = sql`
  m.id, m.to_address, m.subject, m.body_text, m.link is not null as has_link, m.status, m.attempts, m.last_error,
  m.discard_reason, m.created_at, m.sent_at`
const selection = sql`select ${columns} from mail m`

export function outboxStore(database: () => Database) {
  return {
    list(
      adminId: string,
      query: { status?: MailStatus | undefined; limit: number; offset: number },
    ): Promise<{ rows: OutboxRow[]; count: number }> {
      return database().within({ user: adminId }, async tx => {
        const where = query.status ? sql`m.status = ${query.status}` : sql`true`
        const { rows } = await sql<OutboxRow>`
          ${selection} where ${where} order by m.created_at desc, m.id
          limit ${query.limit} offset ${query.offset}`.execute(tx)
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from mail m where ${where}`.execute(tx)
        return { rows, count: counted.rows[0]?.count ?? 0 }
      })
    },

    find(adminId: string, mailId: string): Promise<OutboxRow | null> {
      return database().within({ user: adminId }, async tx => {
        const { rows } = await sql<OutboxRow>`${selection} where m.id = ${mailId}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** The only way to read a link; every read writes an audit line in the same transaction. */
    readWithLink(actor: Actor, mailId: string): Promise<(OutboxRow & { link: string | null }) | null> {
      return database().within({ user: actor.id }, async tx => {
        // The lock makes the erasure of the recipient wait for the audit line, which holds the address.
        const { rows } = await sql<OutboxRow & { link: string | null }>`
          select ${columns}, m.link from mail m where m.id = ${mailId} for key share`.execute(tx)
        const [mail] = rows
        if (!mail) return null
        await writeAudit(tx, {
          actorId: actor.id,
          action: 'mail_read',
          subject: mail.to_address,
          details: { kind: 'mail', id: mailId },
          address: actor.address,
        })
        return mail
      })
    },

    /** False if the mail no longer waits. Deletes its link. */
    discard(actor: Actor, mailId: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const row = await tx
          .updateTable('mail')
          .set({ status: 'discarded', discard_reason: 'by_administrator', link: null })
          .where('id', '=', mailId)
          .where('status', 'in', ['waiting', 'failed'])
          .returning('to_address')
          .executeTakeFirst()
        if (!row) return false
        await writeAudit(tx, {
          actorId: actor.id,
          action: 'mail_discarded',
          subject: row.to_address,
          details: { kind: 'mail', id: mailId },
          address: actor.address,
        })
        return true
      })
    },
  }
}
