import { TRANSACTION_TYPE_RULES, TRANSACTION_TYPES } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import type { StatedLine, Tolerance } from './compare-statement.ts'

export type StatementsStore = ReturnType<typeof statementsStore>

export interface StatementRow {
  account_id: string
  date: string
  source: string
  received_at: string
  lines: StatedLine[]
  /** Unsettled transactions on the statement date, and those of the weeks before. */
  transactions: RecentTransaction[]
}

export interface RecentTransaction {
  instrument_id: string | null
  currency: string
  /** Change of the holding, or of cash without an instrument. */
  quantity: number
  /** Cash effect. */
  cash: number
  is_unsettled: boolean
}

export interface AccountRow {
  id: string
  family_id: string
  family_name: string
  name: string
  number: string | null
  currency: string
  /** Users may post to manual accounts they see. */
  is_manual: boolean
  tolerance: Tolerance
}

/** Older statements show since when a break exists. */
const maxStatements = 6

export function statementsStore(database: () => Database) {
  return {
    account: (userId: string, id: string) =>
      database().within({ user: userId }, async tx => {
        const { rows } = await sql<AccountRow>`
          select a.id, a.family_id, f.name as family_name, a.name, a.number, a.base_currency as currency, a.custodian_id = 'manual' as is_manual,
            jsonb_build_object('price', coalesce(t.price, 0.001), 'rate', coalesce(t.rate, 0.0005),
              'accrued_interest', coalesce(t.accrued_interest, 10)) as tolerance
          from account a join family f on f.id = a.family_id left join account_tolerance t on t.account_id = a.id
          where a.id = ${id}`.execute(tx)
        return rows[0] ?? null
      }),

    /** The statements of some families, newest first, or those of one account up to a date. */
    statements(
      userId: string,
      which: { families: readonly string[] } | { account: string; until: string | null },
    ): Promise<StatementRow[]> {
      return database().within({ user: userId }, async tx => {
        const where =
          'account' in which
            ? sql`s.account_id = ${which.account} and s.date <= coalesce(${which.until}::date, 'infinity')`
            : sql`s.family_id = any(${which.families}::uuid[])`
        const { rows } = await sql<StatementRow>`
          select account_id, date, source, received_at, lines, ${recentTransactions} as transactions
          from (
            select s.*, row_number() over (partition by s.account_id order by s.date desc) as place
            from account_statement s where ${where}) as s
          where place <= ${maxStatements} order by account_id, date desc`.execute(tx)
        return rows
      })
    },

    tolerances: (userId: string, families: readonly string[]) =>
      database().within({ user: userId }, async tx => {
        const { rows } = await sql<Tolerance & { account_id: string }>`
          select t.* from account_tolerance t join account a on a.id = t.account_id
          where a.family_id = any(${families}::uuid[])`.execute(tx)
        return rows
      }),

    /** The family of every visible account. */
    accountFamilies: (userId: string, families: readonly string[]) =>
      database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ account_id: string; id: string; name: string }>`
          select a.id as account_id, f.id, f.name from account a join family f on f.id = a.family_id
          where f.id = any(${families}::uuid[])`.execute(tx)
        return Object.fromEntries(rows.map(({ account_id, ...family }) => [account_id, family]))
      }),

    /** Replaces a statement of the same date. */
    add(
      userId: string,
      account: Pick<AccountRow, 'id' | 'family_id'>,
      statement: { date: string; source: string; lines: readonly StatedLine[] },
    ): Promise<'done' | 'ahead'> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ ahead: boolean }>`
          select ${statement.date}::date > present_moment()::date + 1 as ahead`.execute(tx)
        if (rows[0]?.ahead) return 'ahead'
        await sql`
          insert into account_statement (family_id, account_id, date, source, lines, received_from)
          values (${account.family_id}, ${account.id}, ${statement.date}::date, ${statement.source},
            ${JSON.stringify(statement.lines)}::jsonb, ${userId})
          on conflict (account_id, date) do update set source = excluded.source, lines = excluded.lines,
            received_at = present_moment(), received_from = excluded.received_from`.execute(tx)
        return 'done'
      })
    },

    changeTolerance(userId: string, accountId: string, tolerance: Tolerance): Promise<void> {
      return database().within({ user: userId }, async tx => {
        await sql`
          insert into account_tolerance (account_id, price, rate, accrued_interest)
          values (${accountId}, ${tolerance.price}, ${tolerance.rate}, ${tolerance.accrued_interest})
          on conflict (account_id) do update set price = excluded.price, rate = excluded.rate,
            accrued_interest = excluded.accrued_interest`.execute(tx)
      })
    },

    /** Platform instruments by ISIN, for holdings that the ledger lacks. */
    knownIsins: (userId: string, isins: readonly string[]) =>
      database().within({ user: userId }, tx => readIsins(tx, isins)),
  }
}

async function readIsins(tx: Scoped, isins: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await sql<{ isin: string; id: string }>`
    select isin, id from instrument where deleted_at is null and isin = any(${isins}::text[])
    order by created_at desc, id`.execute(tx)
  return Object.fromEntries(rows.map(({ isin, id }) => [isin, id]))
}

const paidOut = TRANSACTION_TYPES.filter(type => TRANSACTION_TYPE_RULES[type].cash === 'out')
const withoutCash = TRANSACTION_TYPES.filter(type => TRANSACTION_TYPE_RULES[type].cash === null)

/** The cash effect of a trade follows from its net amount, else from quantity, price and costs. */
const recentTransactions = sql`
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'instrument_id', b.instrument_id, 'currency', b.currency, 'quantity', coalesce(b.quantity, 0)::float8,
      'is_unsettled', coalesce(b.settle_date > s.date, false),
      'cash', case
        when b.transaction_type = 'trade' then
          -sign(b.quantity) * coalesce(b.net, abs(b.quantity * b.price * coalesce(i.contract_size, 1))
            + sign(b.quantity) * (b.fees + b.taxes))
        when b.transaction_type = any(${paidOut}::text[]) then -coalesce(b.net, b.amount, 0)
        when b.transaction_type = any(${withoutCash}::text[]) then 0
        else coalesce(b.net, b.amount, 0) end::float8))
    from transaction b left join instrument i on i.id = b.instrument_id
    where b.family_id = s.family_id and b.account_id = s.account_id and b.superseded_by is null and b.status <> 'void'
      and b.date <= s.date and b.date > s.date - 45), '[]')`
