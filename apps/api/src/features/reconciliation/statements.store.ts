import { currencyUnit } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import type { FamilyStorage } from '../../platform/db/family-storage.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'
import { writeStatementPrices } from '../../platform/db/market/statement-prices.ts'
import { readLatestDay } from '../../platform/db/today.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import type { KnownNumber, StatedNumber } from './account-numbers.ts'
import { isCash, type StatedLine, statedKey, type Tolerance } from './compare-statement.ts'
import { type ReceivedStatement, splitByScope } from './merge-statements.ts'
import type { KnownInstrument } from './statement-difference.ts'

export type StatementsStore = ReturnType<typeof statementsStore>

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

export interface NewStatement {
  date: string
  source: string
  numbers: readonly StatedNumber[]
  lines: readonly StatedLine[]
}

/** Older statements show since when a break exists. */
const maxDays = 6

export function statementsStore(database: () => Database, storage: Pick<FamilyStorage, 'check'>) {
  return {
    account: (userId: string, id: string) => database().within({ user: userId }, tx => readAccount(tx, id)),

    /** The statements of some families, those of one account up to a date, or those of a family on one day. */
    statements(
      userId: string,
      which:
        | { families: readonly string[] }
        | { account: string; until: string | null }
        | { family: string; day: string },
    ): Promise<ReceivedStatement[]> {
      return database().within({ user: userId }, async tx => {
        const where =
          'account' in which
            ? sql`s.account_id = ${which.account} and s.date <= coalesce(${which.until}::date, 'infinity')`
            : 'family' in which
              ? sql`s.family_id = ${which.family} and s.date = ${which.day}::date`
              : sql`s.family_id = any(${which.families}::uuid[])`
        const { rows } = await sql<Omit<ReceivedStatement, 'received_at'> & { received_at: Date }>`
          select account_id, date, source, scope, received_at, lines
          from (
            select s.*, dense_rank() over (partition by s.account_id order by s.date desc) as place
            from account_statement s where ${where}) as s
          where place <= ${maxDays} order by account_id, date desc, received_at desc, scope`.execute(tx)
        return rows.map(row => ({ ...row, received_at: new Date(row.received_at).toISOString() }))
      })
    },

    /**
     * Transactions that a comparison needs: those that settle after a statement, and with `around` also all of the
     * family around that day and the income of a year before.
     */
    transactions(
      userId: string,
      families: readonly string[],
      around: string | null,
    ): Promise<TransactionRow[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<TransactionRow>`
          select b.root_id as id, b.account_id, b.transaction_type, b.date, b.time_of_day, b.sequence, b.settle_date,
            b.ex_date, coalesce(m.kept_id, b.instrument_id) as instrument_id, b.quantity::text, b.price::text,
            b.amount::text, b.currency, b.net::text,
            b.rate::text, b.fees::text, b.taxes::text, b.accrued::text, b.counter_currency, b.counter_amount::text,
            b.link, b.lots, b.takes, b.numerator::text, b.denominator::text, b.basis_share::text, b.note, b.revision
          from transaction b left join instrument_redirect m on m.merged_id = b.instrument_id
          where b.family_id = any(${families}::uuid[]) and b.superseded_by is null and b.status <> 'void'
            and (
              (b.settle_date > b.date and exists (
                select from account_statement s
                where s.family_id = b.family_id and s.account_id = b.account_id and s.date >= b.date and s.date < b.settle_date))
              or b.date > present_moment()::date - 10
              or b.date between ${around}::date - 45 and ${around}::date + 10
              or (b.transaction_type in ('dividend', 'coupon', 'interest')
                and b.date between ${around}::date - 400 and ${around}::date))
          order by b.date, b.sequence, b.root_id`.execute(tx)
        return rows
      })
    },

    tolerances: (userId: string, families: readonly string[]) =>
      database().within({ user: userId }, async tx => {
        const { rows } = await sql<Tolerance & { account_id: string }>`
          select t.account_id, t.price, t.rate, t.accrued_interest from account_tolerance t
          where t.family_id = any(${families}::uuid[])`.execute(tx)
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

    /** The numbers under which files of an account were accepted, and those of other accounts of its family. */
    numbers: (userId: string, account: Pick<AccountRow, 'id' | 'family_id'>) =>
      database().within({ user: userId }, tx => readNumbers(tx, account)),

    /** Keeps statements. One of the same day, source and scope is replaced; others of the day stay. */
    add(actor: Actor, account: AccountRow, statements: readonly NewStatement[]): Promise<'done' | 'ahead'> {
      return database().within({ user: actor.id }, async tx => {
        const outcome = await addStatements(tx, actor, account, statements)
        await storage.check(tx, account.family_id)
        return outcome
      })
    },

    changeTolerance(actor: Actor, account: AccountRow, tolerance: Tolerance): Promise<void> {
      return database().within({ user: actor.id }, async tx => {
        await sql`
          insert into account_tolerance (family_id, account_id, price, rate, accrued_interest)
          values (${account.family_id}, ${account.id}, ${tolerance.price}, ${tolerance.rate}, ${tolerance.accrued_interest})
          on conflict (account_id, family_id) do update set price = excluded.price, rate = excluded.rate,
            accrued_interest = excluded.accrued_interest`.execute(tx)
        await writeAudit(tx, {
          actorId: actor.id,
          familyId: account.family_id,
          action: 'tolerance_changed',
          subject: account.name,
          details: { kind: 'account', id: account.id, before: account.tolerance, after: tolerance },
          address: actor.address,
        })
      })
    },

    /** Securities of the family and the platform that some lines name, by the key of the line. */
    known: (userId: string, familyId: string, lines: readonly StatedLine[]) =>
      database().within({ user: userId }, tx => readKnown(tx, familyId, lines)),
  }
}

/**
 * Keeps statements. Without an actor a feed delivered them. Those of an import go when it is undone, unless the
 * statement came another way before.
 */
export async function addStatements(
  tx: Scoped,
  actor: { id: string; address: string | null } | null,
  account: Pick<AccountRow, 'id' | 'family_id' | 'name'>,
  statements: readonly NewStatement[],
  importId: string | null = null,
): Promise<'done' | 'ahead'> {
  const latestDay = await readLatestDay(tx)
  for (const { date, source, numbers, lines } of statements) {
    if (date > latestDay) return 'ahead'
    await writeStatementPrices(tx, account.family_id, date, lines)
    for (const part of splitByScope(lines)) {
      const [number = null, ...further] = numbersOf(numbers, part.scope)
      const kept = await sql<{ is_new: boolean }>`
        insert into account_statement (family_id, account_id, date, source, scope, number, further_numbers, lines,
          received_at, received_from, import_id)
        values (${account.family_id}, ${account.id}, ${date}::date, ${source}, ${part.scope}, ${number},
          ${further}::text[], ${JSON.stringify(part.lines)}::jsonb, present_moment(), ${actor?.id ?? null},
          ${importId})
        on conflict (account_id, date, source, scope, family_id) do update set lines = excluded.lines,
          number = excluded.number, further_numbers = excluded.further_numbers,
          received_at = excluded.received_at, received_from = excluded.received_from,
          import_id = case when account_statement.import_id is not null then excluded.import_id end
        returning xmax = 0 as is_new`.execute(tx)
      await writeAudit(tx, {
        actorId: actor?.id ?? null,
        familyId: account.family_id,
        action: kept.rows[0]?.is_new ? 'statement_added' : 'statement_replaced',
        subject: account.name,
        details: { kind: 'account', id: account.id, date, source, scope: part.scope },
        address: actor?.address ?? null,
      })
    }
  }
  return 'done'
}

interface KnownSecurity extends KnownInstrument {
  isin: string | null
  symbol: string | null
  name: string
}

/** A security is found by its ISIN, else by its symbol or name in the currency of the line. */
export async function readKnown(
  tx: Scoped,
  familyId: string,
  lines: readonly StatedLine[],
): Promise<Record<string, KnownInstrument>> {
  const lower = (values: (string | null)[]) => values.flatMap(value => value?.toLowerCase() ?? [])
  const { rows } = await sql<KnownSecurity>`
    select i.id, i.instrument_type, i.contract_size::float8 as contract_size, i.isin, lower(i.symbol) as symbol,
      lower(i.name) as name, i.currency
    from instrument i
    where ${isSecurity} and (i.family_id is null or i.family_id = ${familyId}) and (
      i.isin = any(${lines.map(({ isin }) => isin)}::text[])
      or lower(i.symbol) = any(${lower(lines.map(({ symbol }) => symbol))}::text[])
      or lower(i.name) = any(${lower(lines.map(({ name }) => name))}::text[]))
    order by i.family_id is null, i.created_at desc, i.id`.execute(tx)
  return Object.fromEntries(
    lines.flatMap(line => {
      const found = isCash(line) ? undefined : findSecurity(rows, line)
      return found ? [[statedKey(line), found]] : []
    }),
  )
}

function findSecurity(rows: readonly KnownSecurity[], line: StatedLine): KnownSecurity | undefined {
  const wanted = currencyUnit(line.currency).currency
  const listed = rows.filter(({ currency }) => currencyUnit(currency).currency === wanted)
  const byIsin = ({ isin }: KnownSecurity) => isin === line.isin
  if (line.isin !== null) return listed.find(byIsin) ?? rows.find(byIsin)
  const [symbol, name] = [line.symbol?.toLowerCase(), line.name?.toLowerCase()]
  return listed.find(row => row.symbol === symbol) ?? listed.find(row => row.name === name)
}

export async function readAccount(tx: Scoped, id: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.family_id, f.name as family_name, a.name, a.number, a.base_currency as currency, a.custodian_id = 'manual' as is_manual,
      jsonb_build_object('price', coalesce(t.price, 0.001), 'rate', coalesce(t.rate, 0.0005),
        'accrued_interest', coalesce(t.accrued_interest, 10)) as tolerance
    from account a join family f on f.id = a.family_id 
      left join account_tolerance t on t.account_id = a.id and t.family_id = a.family_id
    where a.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The numbers of the account whose cash a part has; all of them for a part with holdings. */
function numbersOf(numbers: readonly StatedNumber[], scope: string): string[] {
  const own = numbers.filter(({ currencies }) => currencies.includes(scope))
  return (own.length > 0 ? own : numbers).map(({ number }) => number)
}

export async function readNumbers(
  tx: Scoped,
  account: Pick<AccountRow, 'id' | 'family_id'>,
): Promise<KnownNumber[]> {
  const { rows } = await sql<KnownNumber>`
    select number, name, id = ${account.id} as is_own from account
    where family_id = ${account.family_id} and number is not null
    union
    select n.number, a.name, a.id = ${account.id} from account_statement s
    join account a on a.id = s.account_id and a.family_id = s.family_id
    cross join unnest(array[s.number] || s.further_numbers) as n (number)
    where s.family_id = ${account.family_id} and n.number is not null`.execute(tx)
  return rows
}
