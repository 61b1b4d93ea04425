import { parseLanguage } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Person } from '../../../platform/auth/person.ts'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import type { CalendarOptions } from './calendar.query.ts'

export type CalendarStore = ReturnType<typeof calendarStore>

type Owner = { id: string; familyId: string | null }

export interface CalendarChoice extends CalendarOptions {
  family: string | null
}

const present = sql<Date>`present_moment()`

function toColumns({ family, payments, ex_dates, maturities, amounts }: CalendarChoice) {
  return {
    family_id: family,
    has_payments: payments,
    has_ex_dates: ex_dates,
    has_maturities: maturities,
    shows_amounts: amounts,
  }
}

/** The columns of the given options alone, so that concurrent changes of others stay. */
function toGivenColumns(choice: Partial<CalendarChoice>) {
  return {
    ...(choice.family !== undefined && { family_id: choice.family }),
    ...(choice.payments !== undefined && { has_payments: choice.payments }),
    ...(choice.ex_dates !== undefined && { has_ex_dates: choice.ex_dates }),
    ...(choice.maturities !== undefined && { has_maturities: choice.maturities }),
    ...(choice.amounts !== undefined && { shows_amounts: choice.amounts }),
  }
}

/** The calendar subscriptions of users: at most one each, found by the hash of its link. */
export function calendarStore(database: () => Database) {
  return {
    read: (userId: string) => database().within({ user: userId }, tx => readOne(tx, userId)),

    /** Creates the subscription, or replaces its link: the old one ends. */
    create(user: Owner, choice: CalendarChoice, tokenHash: Buffer) {
      return database().within({ user: user.id }, async tx => {
        const row = { ...toColumns(choice), token_hash: tokenHash, created_at: present, last_read_at: null }
        await tx
          .insertInto('calendar_subscription')
          .values({ ...row, user_id: user.id })
          .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
          .execute()
        await audit(tx, user, 'calendar_link_made')
        return readOne(tx, user.id)
      })
    },

    /** Changes what the calendar shows; the link stays. Undefined without a subscription. */
    change(user: Owner, choice: Partial<CalendarChoice>) {
      return database().within({ user: user.id }, async tx => {
        const columns = toGivenColumns(choice)
        if (Object.keys(columns).length > 0)
          await tx.updateTable('calendar_subscription').set(columns).where('user_id', '=', user.id).execute()
        return readOne(tx, user.id)
      })
    },

    /** False without a subscription. */
    revoke(user: Owner): Promise<boolean> {
      return database().within({ user: user.id }, async tx => {
        const { numDeletedRows } = await tx
          .deleteFrom('calendar_subscription')
          .where('user_id', '=', user.id)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await audit(tx, user, 'calendar_link_revoked')
        return true
      })
    },

    /** The subscription of a link and its owner as they are now; null if the owner may no longer sign in. */
    findByLink(tokenHash: Buffer): Promise<{ owner: Person; choice: CalendarChoice } | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<Omit<Person, 'language'> & { language: string | null } & CalendarRow>`
          select u.id, u.username, u.name, u.role, u.family_id as "familyId", s.chosen ->> 'language' as language,
            c.family_id, c.has_payments, c.has_ex_dates, c.has_maturities, c.shows_amounts
          from calendar_subscription c join app_user u on u.id = c.user_id
            left join user_settings s on s.user_id = u.id
          where c.token_hash = ${tokenHash} and u.disabled_at is null and u.password_hash is not null
            and u.role <> 'demo' and not (requires_two_factor(u) and not exists (
              select from two_factor t where t.user_id = u.id and t.activated_at is not null))`.execute(tx)
        const [row] = rows
        if (!row) return null
        // At most once a minute, to avoid a write per request.
        await sql`
          update calendar_subscription set last_read_at = present_moment()
          where token_hash = ${tokenHash}
            and (last_read_at is null or last_read_at < present_moment() - interval '1 minute')`.execute(tx)
        const { id, username, name, role, familyId } = row
        const owner = { id, username, name, role, familyId, language: parseLanguage(row.language) }
        return { owner, choice: toChoice(row) }
      })
    },
  }
}

interface CalendarRow {
  family_id: string | null
  has_payments: boolean
  has_ex_dates: boolean
  has_maturities: boolean
  shows_amounts: boolean
}

export function toChoice(row: CalendarRow): CalendarChoice {
  return {
    family: row.family_id,
    payments: row.has_payments,
    ex_dates: row.has_ex_dates,
    maturities: row.has_maturities,
    amounts: row.shows_amounts,
  }
}

function readOne(tx: Scoped, userId: string) {
  return tx
    .selectFrom('calendar_subscription')
    .select(['family_id', 'has_payments', 'has_ex_dates', 'has_maturities', 'shows_amounts', 'created_at'])
    .select(sql<Date | null>`last_read_at`.as('last_read_at'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

function audit(tx: Scoped, user: Owner, action: string): Promise<void> {
  return writeAudit(tx, {
    actorId: user.id,
    familyId: user.familyId,
    action,
    details: { kind: 'calendar_subscription', id: user.id },
  })
}
