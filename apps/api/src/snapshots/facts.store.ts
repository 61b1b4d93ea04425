import type { YearColumn } from '@plumbline/engine'
import { sql } from 'kysely'
import type { BinaryRow } from '../platform/db/copy/copy-binary.ts'
import { queryBinaryRows, queryTextRows } from '../platform/db/copy/copy-rows.ts'
import type { TextRow } from '../platform/db/copy/copy-text.ts'
import type { Scoped } from '../platform/db/database.ts'

/** A row of the ledger. NUMERIC is text, so that no digit is lost. */
export interface TransactionRow {
  id: string
  account_id: string
  transaction_type: string
  date: string
  time_of_day: string | null
  sequence: number
  ex_date: string | null
  instrument_id: string | null
  quantity: string | null
  price: string | null
  amount: string | null
  currency: string
  net: string | null
  rate: string | null
  fees: string
  taxes: string
  accrued: string | null
  counter_currency: string | null
  counter_amount: string | null
  link: string | null
  lots: { date: string; quantity: string; cost: string }[] | null
  takes: { transaction: string; quantity: string }[] | null
  numerator: string | null
  denominator: string | null
  basis_share: string | null
  /** Fields that only lists show. Draft transactions do not have them. */
  settle_date?: string | null
  note?: string | null
  source?: string
  status?: string
  revision?: number
}

export interface AccountRow {
  id: string
  family_id: string
  custodian_id: string
  custodian_name: string
  name: string
  base_currency: string
  lot_method: string
  cash: 'tracked' | 'none'
  allows_short: boolean
  variation_margin: 'booked' | 'derived'
}

export interface InstrumentRow {
  id: string
  name: string
  long_name: string | null
  symbol: string | null
  isin: string | null
  instrument_type: string
  currency: string
  country: string | null
  sector: string | null
  contract_size: string
  contract_expiration: string | null
  underlying_id: string | null
  strike: string | null
  option_right: string | null
  /** The currency that a forward buys or sells. */
  base_currency: string | null
  /** Stored terms, such as coupons, pool factors and commitments. */
  terms: Record<string, unknown>
  price_kind: 'traded' | 'valuation'
  is_split_adjusted: boolean
  splits: { date: string; numerator: string; denominator: string }[]
}

export interface Versions {
  families: { id: string; version: string }[]
  market: string
}

/** Has to be read first: later reads of the same database snapshot are then at least as new. */
export async function readVersions(tx: Scoped, familyIds: readonly string[]): Promise<Versions> {
  const families = await sql<{ id: string; version: string }>`
    select family_id as id, version from family_version where family_id = any(${familyIds}::uuid[]) order by family_id`.execute(
    tx,
  )
  const market = await sql<{ version: string }>`select version from market_version`.execute(tx)
  return { families: families.rows, market: market.rows[0]?.version ?? '0' }
}

/**
 * The first day of all transactions that have changed since a version of a family; `none` if only other data has. Null
 * where that is not known.
 */
export async function readChangedFrom(
  tx: Scoped,
  familyId: string,
  { after, until }: { after: string; until: string },
): Promise<string | null> {
  const { rows } = await sql<{ versions: string; first: string | null }>`
    select count(*) as versions, min(from_date) as first from ledger_change
    where family_id = ${familyId} and version > ${after}::bigint and version <= ${until}::bigint`.execute(tx)
  const [row] = rows
  if (!row || BigInt(row.versions) !== BigInt(until) - BigInt(after)) return null
  return row.first ?? 'none'
}

export async function readAccounts(tx: Scoped, familyIds: readonly string[]): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.family_id, a.custodian_id, c.name as custodian_name, a.name, a.base_currency, a.lot_method, a.cash,
      a.allows_short, a.variation_margin
    from account a join custodian c on c.id = a.custodian_id
    where a.family_id = any(${familyIds}::uuid[]) order by a.id`.execute(tx)
  return rows
}

/**
 * The transactions in force, identified by the root id that corrections keep, and the former ones: superseded revisions
 * and voided transactions. A merged instrument leads to the one that was kept. `parseTransaction` reads the columns in
 * this order. With `after` only those later than that date.
 */
export async function readTransactions(
  tx: Scoped,
  familyIds: readonly string[],
  after: string | null = null,
): Promise<{ transactions: TransactionRow[]; former: TransactionRow[] }> {
  const rows = await queryTextRows(
    tx,
    sql`select root_id, account_id, transaction_type, date, time_of_day, sequence, ex_date,
        coalesce(m.kept_id, instrument_id), quantity,
        price, amount, currency, net, rate, fees, taxes, accrued, counter_currency, counter_amount, link, lots, takes,
        numerator, denominator, settle_date, note, source, revision,
        case when superseded_by is null then status else 'superseded' end, basis_share
      from transaction left join instrument_redirect m on m.merged_id = instrument_id
      where family_id = any(${uuidArray(familyIds)}) ${after === null ? sql`` : sql`and date > ${sql.lit(after)}::date`}
      order by date, sequence, root_id, revision`,
  )
  const transactions: TransactionRow[] = []
  const former: TransactionRow[] = []
  for (const fields of rows) {
    const transaction = parseTransaction(fields)
    const isFormer = transaction.status === 'superseded' || transaction.status === 'void'
    if (isFormer) former.push(transaction)
    else transactions.push(transaction)
  }
  return { transactions, former }
}

/** Ids as a literal, since COPY takes no parameters. */
function uuidArray(ids: readonly string[]) {
  return sql`${sql.lit(`{${ids.join(',')}}`)}::uuid[]`
}

const textOrNull = (field: string | undefined): string | null => field || null
const parseJsonOrNull = (field: string | undefined) => (field ? JSON.parse(field) : null)

function parseTransaction(fields: TextRow): TransactionRow {
  return {
    id: fields[0] ?? '',
    account_id: fields[1] ?? '',
    transaction_type: fields[2] ?? '',
    date: fields[3] ?? '',
    time_of_day: textOrNull(fields[4]),
    sequence: Number(fields[5]),
    ex_date: textOrNull(fields[6]),
    instrument_id: textOrNull(fields[7]),
    quantity: textOrNull(fields[8]),
    price: textOrNull(fields[9]),
    amount: textOrNull(fields[10]),
    currency: fields[11] ?? '',
    net: textOrNull(fields[12]),
    rate: textOrNull(fields[13]),
    fees: fields[14] ?? '',
    taxes: fields[15] ?? '',
    accrued: textOrNull(fields[16]),
    counter_currency: textOrNull(fields[17]),
    counter_amount: textOrNull(fields[18]),
    link: textOrNull(fields[19]),
    lots: parseJsonOrNull(fields[20]),
    takes: parseJsonOrNull(fields[21]),
    numerator: textOrNull(fields[22]),
    denominator: textOrNull(fields[23]),
    settle_date: textOrNull(fields[24]),
    note: textOrNull(fields[25]),
    source: fields[26] ?? '',
    revision: Number(fields[27]),
    status: fields[28] ?? '',
    basis_share: textOrNull(fields[29]),
  }
}

/** Instruments and their underlyings, which are needed even when they are not held. */
export async function readInstruments(tx: Scoped, ids: readonly string[]): Promise<InstrumentRow[]> {
  const { rows } = await sql<InstrumentRow>`
    select i.id, i.name, i.long_name, i.symbol, i.isin, i.instrument_type, i.currency, i.country, i.sector,
      i.contract_size, i.contract_expiration, i.underlying_id, i.terms ->> 'strike' as strike,
      i.terms ->> 'option_right' as option_right, i.terms ->> 'base_currency' as base_currency, i.terms, i.price_kind,
      i.is_split_adjusted,
      coalesce((
        select jsonb_agg(jsonb_build_object(
            'date', s.ex_date, 'numerator', s.numerator::text, 'denominator', s.denominator::text) order by s.ex_date)
        from split s where s.instrument_id = i.id), '[]') as splits
    from instrument i
    where i.id = any(${ids}::uuid[])
      or i.id in (select underlying_id from instrument where id = any(${ids}::uuid[]))
    order by i.id`.execute(tx)
  return rows
}

/** Closes by instrument, as yearly columns. */
export async function readCloses(tx: Scoped, ids: readonly string[]): Promise<Map<string, YearColumn[]>> {
  return groupByYear(
    await queryBinaryRows(
      tx,
      sql`select instrument_id::text, year::int, closes from price_chunk
        where instrument_id = any(${uuidArray(ids)})`,
    ),
  )
}

/** Rates by currency, as yearly columns. */
export async function readRates(tx: Scoped): Promise<Map<string, YearColumn[]>> {
  return groupByYear(await queryBinaryRows(tx, sql`select currency, year::int, rates from fx_chunk`))
}

/** Groups rows of id, year and float64 values by id. */
function groupByYear(rows: readonly BinaryRow[]): Map<string, YearColumn[]> {
  const text = new TextDecoder()
  const columns = new Map<string, YearColumn[]>()
  for (const [name, year, values] of rows) {
    if (!name || !year || !values) continue
    const id = text.decode(name)
    const known = columns.get(id) ?? []
    if (known.length === 0) columns.set(id, known)
    known.push({ year: new DataView(year.buffer).getInt32(0), values: new Float64Array(values.buffer) })
  }
  return columns
}
