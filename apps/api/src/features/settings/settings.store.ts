import { hash } from 'node:crypto'
import type { Role, SettingsChange } from '@plumbline/contract'
import { sql } from 'kysely'
import { type Actor, isStaff } from '../../platform/auth/actor.ts'
import { listChanges, writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'

export type SettingsStore = ReturnType<typeof settingsStore>

/** Lists that depend on the user. */
export interface OwnLists {
  families: { id: string; name: string; base_currency: string }[]
  accounts: {
    id: string
    name: string
    custodian_id: string
    custodian_name: string
    base_currency: string
    family_id: string
  }[]
  templates: { id: string; name: string; filters: Record<string, string[]>; version: number }[]
  first_transaction: string | null
  /** The last day that a user can choose. */
  last_close: string | null
}

/** A user with the chosen settings. */
export interface SettingsRow {
  id: string
  username: string
  email: string | null
  name: string
  role: Role
  is_beta_tester: boolean
  created_at: string
  password_changed_at: string | null
  chosen: Record<string, unknown> | null
  family_id: string | null
  family_name: string | null
  base_currency: string | null
  has_default_template: boolean
  sees_all_accounts: boolean
  is_mfa_required: boolean
  is_mfa_active: boolean
}

interface SettingsPage extends Omit<OwnLists, 'families' | 'first_transaction'> {
  user: SettingsRow
  families: (OwnLists['families'][number] & { version: number })[]
  today: string
}

interface TransactionDays {
  first: string | null
  last: string | null
}

/** About 200 bytes for each set of accounts. */
const maxKnownDays = 5_000

export function settingsStore(database: () => Database) {
  const queryOne = async <Value>(text: string, userId: string): Promise<Value> => {
    const rows = await database().query<{ value: Value }>(text, [userId])
    const row = rows[0]
    if (!row) throw new Error('the settings of a user are always one row')
    return row.value
  }
  const knownDays = new Map<string, TransactionDays>()
  /** Searching the ledger takes most of the time, so the result is kept until a family has a new version. */
  const readDays = async ({ user, families, accounts, today }: SettingsPage): Promise<TransactionDays> => {
    const versions = families.map(({ id, version }) => [id, version])
    const facts = JSON.stringify([versions, accounts.map(({ id }) => id), today])
    const key = hash('sha256', facts, 'base64')
    const known = knownDays.get(key)
    if (known) return known
    // Read after the versions, so it is never older than them.
    const days = await queryOne<TransactionDays>('select transaction_days($1) as value', user.id)
    knownDays.set(key, days)
    const [oldest] = knownDays.keys()
    if (knownDays.size > maxKnownDays && oldest !== undefined) knownDays.delete(oldest)
    return days
  }

  return {
    /** The user with settings and lists. */
    async read(userId: string): Promise<{ user: SettingsRow; lists: OwnLists }> {
      const page = await queryOne<SettingsPage>('select settings_page($1) as value', userId)
      const { first, last } = await readDays(page)
      const { user, families, accounts, templates, last_close: lastClose, today } = page
      const lastDay = lastClose ?? today
      return {
        user,
        lists: {
          families,
          accounts,
          templates,
          first_transaction: first,
          // A transaction may be newer than the last close.
          last_close: last !== null && last > lastDay ? last : lastDay,
        },
      }
    },

    /** Merges the change into the settings. Refused if the default template is not one of the user's. */
    async change(actor: Actor, { name, ...wanted }: SettingsChange): Promise<'done' | 'no_template'> {
      const outcome = await database().within({ user: actor.id }, async tx => {
        const { defaultTemplate: template } = wanted
        if (template != null) {
          const found = await sql`select 1 from template where id = ${template} for key share`.execute(tx)
          if (found.rows.length === 0) return 'no_template'
        }
        const before = await tx
          .selectFrom('user_settings')
          .select('chosen')
          .where('user_id', '=', actor.id)
          .executeTakeFirst()
        const change = withTimeZoneSource(wanted, before?.chosen ?? {})
        await tx
          .insertInto('user_settings')
          .values({ user_id: actor.id, chosen: JSON.stringify(change) })
          .onConflict(conflict =>
            conflict.column('user_id').doUpdateSet({
              // Of two browsers at once, the zone of the first stays.
              chosen: sql`user_settings.chosen || case
                when excluded.chosen ->> 'time_zone_source' = 'browser' and user_settings.chosen ? 'time_zone'
                then excluded.chosen - 'time_zone' - 'time_zone_source' else excluded.chosen end`,
              changed_at: sql`present_moment()`,
            }),
          )
          .execute()
        await auditSettings(tx, actor, before?.chosen ?? {}, change)
        return 'done'
      })
      if (outcome === 'no_template') return outcome
      // Users may not update their own row, which has role and family, so the name needs the system scope.
      if (name !== undefined)
        await database().within('system', tx =>
          tx.updateTable('app_user').set({ name }).where('id', '=', actor.id).execute(),
        )
      return outcome
    },
  }
}

/** A zone that a browser proposes does not replace one that is set; a chosen one is the user's. */
function withTimeZoneSource(
  { time_zone: zone, time_zone_source: source, ...change }: SettingsChange,
  before: Record<string, unknown>,
): SettingsChange {
  if (zone === undefined || (source === 'browser' && before.time_zone !== undefined)) return change
  return { ...change, time_zone: zone, time_zone_source: source ?? 'user' }
}

/** Settings that decide what staff see and send; the filter and the state of tables change all the time. */
const auditedSettings = ['currency', 'language', 'time_zone', 'date_format', 'number_format'] as const

async function auditSettings(
  tx: Scoped,
  actor: Actor,
  before: Record<string, unknown>,
  change: Record<string, unknown>,
): Promise<void> {
  const fields = auditedSettings.filter(
    field => change[field] !== undefined && change[field] !== before[field],
  )
  if (!isStaff(actor) || fields.length === 0) return
  await writeAudit(tx, {
    actorId: actor.id,
    action: 'settings_changed',
    details: listChanges(before, { ...before, ...change }, fields),
    address: actor.address,
  })
}
