import type { DateFormat, NotificationKind } from '@plumbline/contract'
import { type NumberFormat, parseDateFormat, parseNumberFormat } from '@plumbline/contract/format'
import { sql } from 'kysely'
import { parseNotificationKind } from '../../platform/db/checked-words.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ServerKeys } from '../../platform/keys/server-keys.ts'
import { pauseByLink } from '../../platform/mail/pause-link.store.ts'

export interface NotificationRow {
  id: string
  kind: NotificationKind
  details: {
    /** What it is about; older messages have a title and a text instead. */
    facts?: unknown
    title?: string
    text?: string
    target?: { kind: string; id: string } | null
    family?: { id: string; name: string } | null
  }
  created_at: Date
  read_at: Date | null
  /** Null if the rule was deleted. */
  task_id: string | null
  task_name: string | null
  rule_name: string | null
}

interface Formats {
  dateFormat: DateFormat
  numberFormat: NumberFormat | null
  timeZone: string
}

export type NotificationsStore = ReturnType<typeof notificationsStore>

export function notificationsStore(database: () => Database, keys: Pick<ServerKeys, 'read'>) {
  return {
    list(userId: string, page: { limit: number; offset: number; unread?: boolean | undefined }) {
      return database().within({ user: userId }, async tx => {
        const only = page.unread ? sql`and n.read_at is null` : sql``
        const { rows } = await sql<Omit<NotificationRow, 'kind'> & { kind: string }>`
          select n.id, n.kind, n.details, n.created_at, n.read_at, t.id as task_id, t.name as task_name, n.rule_name
          from notification n left join user_task t on t.id = n.task_id
          where n.channel = 'in_app' ${only}
          order by n.created_at desc, n.id limit ${page.limit} offset ${page.offset}`.execute(tx)
        const counts = await sql<{ count: number; unread: number }>`
          select count(*)::int as count, (count(*) filter (where read_at is null))::int as unread
          from notification where channel = 'in_app'`.execute(tx)
        const { count = 0, unread = 0 } = counts.rows[0] ?? {}
        const parsed = rows.map(row => ({ ...row, kind: parseNotificationKind(row.kind) }))
        return { rows: parsed, count: page.unread ? unread : count, unread }
      })
    },

    /** The formats that the user has chosen. */
    readFormats(userId: string): Promise<Formats> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{
          date_format: string | null
          number_format: string | null
          time_zone: string | null
        }>`
          select chosen ->> 'date_format' as date_format, chosen ->> 'number_format' as number_format,
            chosen ->> 'time_zone' as time_zone
          from user_settings where user_id = ${userId}`.execute(tx)
        const { date_format, number_format, time_zone } = rows[0] ?? {}
        return {
          dateFormat: parseDateFormat(date_format),
          numberFormat: parseNumberFormat(number_format),
          timeZone: time_zone ?? 'UTC',
        }
      })
    },

    /** Marks the given notifications, or all, and returns the remaining unread count. */
    markRead(userId: string, ids: readonly string[] | undefined): Promise<number> {
      return database().within({ user: userId }, async tx => {
        const which = ids ? sql`and id = any(${ids}::uuid[])` : sql``
        await sql`update notification set read_at = present_moment() where read_at is null ${which}`.execute(
          tx,
        )
        const { rows } = await sql<{ unread: number }>`
          select count(*)::int as unread from notification where read_at is null`.execute(tx)
        return rows[0]?.unread ?? 0
      })
    },

    /** Pauses the mail of the rules that a mail was about. False for an invalid link. */
    async pauseMail(mailId: string, token: string): Promise<boolean> {
      const pauseKeys = await keys.read('mail_pause')
      return database().within('system', tx => pauseByLink(tx, pauseKeys, mailId, token))
    },
  }
}
