import type { YearColumn } from '@plumbline/engine'
import { sql } from 'kysely'
import { binaryRows, textRows } from '../platform/db/copied-rows.ts'
import type { TextRow } from '../platform/db/copy-lines.ts'
import type { BinaryRow } from '../platform/db/copy-out.ts'
import type { Scoped } from '../platform/db/database.ts'

/** Rows as the ledger has them: NUMERIC as text, so that nothing is lost on the way to the engine. */
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
  /** What lists show beside; transactions that are only a draft do not have it. */
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
  /** Of forwards: the currency that is bought or sold. */
  base_currency: string | null
  /** Coupons, pool factors, commitments and the like, as they are stored. */
  terms: Record<string, unknown>
  price_kind: 'traded' | 'valuation'
  is_split_adjusted: boolean
  splits: { date: string; numerator: string; denominator: string }[]
}

export interface Versions {
  families: { id: string; version: string }[]
  market: string
}

/** The versions first: whatever is read after them in the same snapshot is at least as new. */
export async function readVersions(tx: Scoped, familyIds: readonly string[]): Promise<Versions> {
  const families = await sql<{ id: string; version: string }>`
    select family_id as id, version from family_version where family_id = any(${familyIds}::uuid[]) order by family_id`.execute(
    tx,
  )
  const market = await sql<{ version: string }>`select version from market_version`.execute(tx)
  return { families: families.rows, market: market.rows[0]?.version ?? '0' }
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
 * The transactions in force, known by the root that stays the same through corrections, and those that were posted once
 * and no longer count: earlier revisions, and transactions that were voided. `transactionFrom` names the fields in this order.
 */
export async function readTransactions(
  tx: Scoped,
  familyIds: readonly string[],
): Promise<{ transactions: TransactionRow[]; former: TransactionRow[] }> {
  const rows = await textRows(
    tx,
    sql`select root_id, account_id, transaction_type, date, time_of_day, sequence, ex_date, instrument_id, quantity,
        price, amount, currency, net, rate, fees, taxes, accrued, counter_currency, counter_amount, link, lots, takes,
        numerator, denominator, settle_date, note, source, revision,
        case when superseded_by is null then status else 'superseded' end
      from transaction
      where family_id = any(${uuids(familyIds)})
      order by date, sequence, root_id, revision`,
  )
  const entries: TransactionRow[] = []
  const former: TransactionRow[] = []
  for (const fields of rows) {
    const entry = transactionFrom(fields)
    const isFormer = entry.status === 'superseded' || entry.status === 'void'
    if (isFormer) former.push(entry)
    else entries.push(entry)
  }
  return { transactions: entries, former }
}

/** Ids as they stand in a question that takes no parameters. */
function uuids(ids: readonly string[]) {
  return sql`${sql.lit(`{${ids.join(',')}}`)}::uuid[]`
}

const orNull = (field: string | undefined): string | null => field || null
const parsedOrNull = (field: string | undefined) => (field ? JSON.parse(field) : null)

function transactionFrom(fields: TextRow): TransactionRow {
  return {
    id: fields[0] ?? '',
    account_id: fields[1] ?? '',
    transaction_type: fields[2] ?? '',
    date: fields[3] ?? '',
    time_of_day: orNull(fields[4]),
    sequence: Number(fields[5]),
    ex_date: orNull(fields[6]),
    instrument_id: orNull(fields[7]),
    quantity: orNull(fields[8]),
    price: orNull(fields[9]),
    amount: orNull(fields[10]),
    currency: fields[11] ?? '',
    net: orNull(fields[12]),
    rate: orNull(fields[13]),
    fees: fields[14] ?? '',
    taxes: fields[15] ?? '',
    accrued: orNull(fields[16]),
    counter_currency: orNull(fields[17]),
    counter_amount: orNull(fields[18]),
    link: orNull(fields[19]),
    lots: parsedOrNull(fields[20]),
    takes: parsedOrNull(fields[21]),
    numerator: orNull(fields[22]),
    denominator: orNull(fields[23]),
    settle_date: orNull(fields[24]),
    note: orNull(fields[25]),
    source: fields[26] ?? '',
    revision: Number(fields[27]),
    status: fields[28] ?? '',
  }
}

/** Instruments with what they are derived from: an option moves with its underlying, held or not. */
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
  return yearColumns(
    await binaryRows(
      tx,
      sql`select instrument_id::text, year::int, closes from price_chunk
        where instrument_id = any(${uuids(ids)})`,
    ),
  )
}

/** Rates by currency, as yearly columns. */
export async function readRates(tx: Scoped): Promise<Map<string, YearColumn[]>> {
  return yearColumns(await binaryRows(tx, sql`select currency, year::int, rates from fx_chunk`))
}

/** From rows of what it is a column of, its year, and its figures as float64. */
function yearColumns(rows: readonly BinaryRow[]): Map<string, YearColumn[]> {
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
