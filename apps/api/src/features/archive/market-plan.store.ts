import { NEGATIVE_PRICE_TYPES } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { readLatestDay } from '../../platform/db/today.ts'
import { ArchiveError } from './archive-error.ts'
import type { ArchivedFamily, ArchivedQuote } from './archived-family.ts'
import {
  createSkippedRows,
  type MarketCheck,
  type NotRestored,
  refuseUnknownCurrencies,
  validEvents,
  validQuotes,
} from './market-rows.ts'

export interface PlannedInstrument {
  row: string
  id: string
  name: string
  isin: string | null
  currency: string
  /** Reuses a shared instrument of this installation, creates a private one, or creates a shared one. */
  outcome: 'existing' | 'private' | 'shared'
  /** The id in this installation, if it exists. */
  existingId: string | null
}

/** The instruments, prices and rates that a restore writes, and those it skips. */
export interface MarketPlan {
  instruments: PlannedInstrument[]
  splits: string[]
  events: string[]
  prices: ArchivedQuote[]
  rates: ArchivedQuote[]
  notRestored: NotRestored[]
  /** The last close of the installation, if this restore is the first to set it. */
  asOf: string | null
  /** Whether the archive has instruments or rates that this installation lacks. */
  canAddMarketData: boolean
}

/** Whether an instrument can be quoted at 0 or below: worthless options, and what can trade below 0. */
function isPossiblePrice(row: string | undefined, value: number): boolean {
  const type = row === undefined ? '' : JSON.parse(row).instrument_type
  return NEGATIVE_PRICE_TYPES.has(type) || (value === 0 && type === 'option')
}

/**
 * Plans the market data of a restore. Existing shared instruments and rates stay unchanged. Missing ones become
 * private to the family, or shared if an administrator adds market data. Only instruments and currencies
 * without any data can become shared, so that no figure of another family changes.
 */
export async function planMarket(
  tx: Scoped,
  from: ArchivedFamily,
  addsMarketData: boolean,
): Promise<MarketPlan> {
  refuseUnknownCurrencies(from)
  const here = await readMarket(tx)
  const leftOut = createSkippedRows()
  const instruments = await planInstruments(tx, from.tables.instrument, addsMarketData)
  const byId = new Map(instruments.map(each => [each.id, each]))
  const displayName = (id: string) => byId.get(id)?.name ?? id
  if (from.prices.some(({ id }) => !byId.has(id))) throw new ArchiveError('unfitting', { file: 'prices.csv' })
  const common = { today: here.today, leftOut }
  const ofInstruments: MarketCheck = {
    ...common,
    displayName,
    skipReason: id => (byId.get(id)?.outcome === 'existing' ? 'kept_here' : null),
    isPossible: (id, value) => value > 0 || isPossiblePrice(byId.get(id)?.row, value),
  }
  const prices = validQuotes('price', from.prices, ofInstruments)
  const rates = validQuotes('rate', from.rates, {
    ...common,
    displayName: id => id,
    isPossible: (_, value) => value > 0,
    skipReason: id => (here.currencies.has(id) ? 'kept_here' : addsMarketData ? null : 'not_added'),
  })
  return {
    instruments,
    splits: validEvents('split', from.tables.split, ofInstruments),
    events: validEvents('event', from.tables.instrument_event, ofInstruments),
    prices,
    rates,
    notRestored: leftOut.list(),
    asOf: here.lastClose === null && addsMarketData ? lastWeekday(prices, byId) : null,
    canAddMarketData:
      instruments.some(({ row, outcome }) => outcome !== 'existing' && !JSON.parse(row).is_own) ||
      from.rates.some(({ id }) => !here.currencies.has(id)),
  }
}

interface MarketHere {
  today: string
  lastClose: string | null
  /** Currencies with at least one rate. */
  currencies: ReadonlySet<string>
}

async function readMarket(tx: Scoped): Promise<MarketHere> {
  const { rows } = await sql<{ last_close: string | null; currencies: string[] }>`
    select (select last_close from market_version) as last_close,
      array(select distinct currency from fx_chunk union select distinct currency from fx_rate) as currencies`.execute(
    tx,
  )
  const row = rows[0]
  return {
    today: await readLatestDay(tx),
    lastClose: row?.last_close ?? null,
    currencies: new Set(row?.currencies ?? []),
  }
}

async function planInstruments(
  tx: Scoped,
  rows: readonly string[],
  addsMarketData: boolean,
): Promise<PlannedInstrument[]> {
  const shared = await findShared(tx, rows)
  return rows.map((row, place): PlannedInstrument => {
    const { id, name, isin = null, currency, is_own: isOwn } = JSON.parse(row)
    const like = isOwn ? undefined : shared.get(place)
    const existingId = like?.is_same ? like.id : null
    // An ISIN that belongs to another type of instrument here becomes private: shared ISINs are unique.
    const missing = addsMarketData && !isOwn && like === undefined ? 'shared' : 'private'
    return { row, id, name, isin, currency, existingId, outcome: existingId ? 'existing' : missing }
  })
}

interface SharedMatch {
  place: number
  id: string
  /** Whether the type matches too. */
  is_same: boolean
}

/** Finds shared instruments by ISIN and currency, else by symbol, name and type; keyed by row index. */
async function findShared(tx: Scoped, rows: readonly string[]): Promise<Map<number, SharedMatch>> {
  const { rows: found } = await sql<SharedMatch>`
    with wanted as materialized (
      select r.isin, r.currency, r.instrument_type, r.name, r.symbol, r.contract_expiration, each.place::int
      from jsonb_array_elements(${`[${rows.join(',')}]`}::jsonb) with ordinality as each (row, place),
        jsonb_populate_record(null::instrument, each.row) as r
    ), matched as (
      select w.place, i.id, i.created_at, i.instrument_type = w.instrument_type as is_same
      from wanted w join instrument i on i.isin = w.isin and i.currency = w.currency
      where i.family_id is null and i.deleted_at is null
      union all
      select w.place, i.id, i.created_at, true from wanted w join instrument i on lower(i.name) = lower(w.name)
        and i.currency = w.currency and i.instrument_type = w.instrument_type
      where w.isin is null and i.isin is null and i.family_id is null and i.deleted_at is null
        and i.symbol is not distinct from w.symbol
        and i.contract_expiration is not distinct from w.contract_expiration
    )
    select distinct on (place) place, id, is_same from matched
    order by place, is_same desc, created_at, id`.execute(tx)
  return new Map(found.map(each => [each.place - 1, each]))
}

function lastWeekday(
  prices: readonly ArchivedQuote[],
  instruments: ReadonlyMap<string, PlannedInstrument>,
): string | null {
  let last: string | null = null
  for (const { id, date } of prices) {
    if (instruments.get(id)?.outcome !== 'shared' || (last !== null && date <= last)) continue
    const weekday = new Date(date).getUTCDay()
    if (weekday !== 0 && weekday !== 6) last = date
  }
  return last
}
