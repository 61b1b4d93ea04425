import { currencyCodes } from '@plumbline/contract'
import { convertUnit, currencyUnit } from '@plumbline/engine'
import type { MarketReading, PriceRow, RateRow } from '@plumbline/importers'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { type Quote, writeCloses } from '../../platform/db/market/market.ts'
import type { RateQuote } from '../../platform/db/market/rates.ts'
import { pivot } from '../../platform/db/market/resolve-rates.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'
import { resolveStated, writeStated } from '../../platform/db/market/stated-rates.ts'
import { readLatestDay } from '../../platform/db/today.ts'
import { type NamedSecurity, type PriceQuote, resolvePrices } from './resolve-prices.ts'
import { findUnusual, type UnusualQuote } from './unusual-quotes.store.ts'
import type { UploadProblem } from './upload-problem.ts'

export type UploadStore = ReturnType<typeof uploadStore>

export interface Upload {
  fileName: string
  reading: MarketReading
  /** The security of a file that names none. */
  instrument: string | null
  /** Whether implausible values are written too. */
  isConfirmed: boolean
}

/** A value of the file that may be wrong, in the currency in which the file states it. */
export interface DoubtfulValue {
  line: number
  name: string
  before: number
  after: number
  currency: string
}

/** A file of which nothing is written. */
export type Refusal = { problems: UploadProblem[] } | { doubtful: DoubtfulValue[] } | 'no_instrument'

/** Most rates move less within a year, and a larger change is often the other direction of the pair. */
const maxRateChange = 0.2
const maxPriceChange = 0.5

interface Written {
  kind: 'prices' | 'rates'
  rows_count: number
  changed_count: number
  empty_count: number
  derived_count: number
  start_date: string | null
  end_date: string | null
}

/** Writes uploaded prices and rates atomically. */
export function uploadStore(database: () => Database) {
  return {
    latestDay: () => database().within('system', readLatestDay),

    write(actor: Actor, upload: Upload): Promise<Written | Refusal> {
      return database().within({ user: actor.id }, async tx => {
        const { fileName, reading } = upload
        const written =
          reading.kind === 'rates'
            ? await writeRateRows(tx, actor, upload)
            : await writePriceRows(tx, actor, upload)
        if (!isWritten(written)) return written
        const rows = [...reading.prices, ...reading.rates]
        const dates = rows.map(({ date }) => date).sort()
        const outcome = {
          kind: reading.kind,
          rows_count: rows.length,
          empty_count: reading.emptyLines.length,
          start_date: dates[0] ?? null,
          end_date: dates.at(-1) ?? null,
          ...written,
        }
        // Sources belong to administrators; the audit log has every upload.
        if (actor.role === 'admin') await recordRun(tx, fileName, rows.length, dates.at(-1) ?? '')
        await writeAudit(tx, {
          actorId: actor.id,
          action: 'prices_uploaded',
          subject: fileName,
          details: { kind: reading.kind, rows: rows.length, changed: written.changed_count },
          address: actor.address,
        })
        return outcome
      })
    },
  }
}

type Counts = Pick<Written, 'changed_count' | 'derived_count'>

export const isWritten = <Done extends Counts>(outcome: Done | Refusal): outcome is Done =>
  outcome !== 'no_instrument' && 'changed_count' in outcome

async function writeRateRows(
  tx: Scoped,
  actor: Actor,
  { reading: { rates }, isConfirmed }: Upload,
): Promise<Counts | Refusal> {
  // The ECB's history has currencies that no longer exist, and whose rates nobody can use.
  const known = rates.filter(({ base, quote }) => isKnown(base) && isKnown(quote))
  const resolved = await resolveStated(tx, known)
  if (resolved.unresolved.length > 0)
    return {
      problems: resolved.unresolved.map(({ line, base, quote, date }) => ({
        line,
        code: 'no_dollar_rate' as const,
        base,
        quote,
        date,
      })),
    }
  if (!isConfirmed) {
    const unusual = await findUnusual(tx, 'fx_rate', resolved.quotes, { maxChange: maxRateChange })
    if (unusual.length > 0) return { doubtful: unusual.map(each => asStated(each, resolved.quotes, known)) }
  }
  const changed = await writeStated(tx, resolved, { source: 'upload', isEntered: true, setBy: actor.id })
  return { changed_count: changed, derived_count: resolved.quotes.filter(({ via }) => via).length }
}

/** An unusual rate and the one before it as the file states the pair. */
function asStated(
  { id, date, value, last }: UnusualQuote,
  quotes: readonly RateQuote[],
  rows: readonly RateRow[],
): DoubtfulValue {
  const quote = quotes.find(each => each.id === id && each.date === date)
  const { base, quote: counter, rate } = quote?.stated ?? { base: id, quote: pivot, rate: String(value) }
  const row = rows.find(each => each.date === date && each.base === base && each.quote === counter)
  const after = Number(rate)
  const before = after * (base === id ? last / value : value / last)
  return { line: row?.line ?? 1, name: `${base}/${counter}`, before, after, currency: counter }
}

const isKnown = (currency: string): boolean => currencyCodes.includes(currency)

async function writePriceRows(
  tx: Scoped,
  actor: Actor,
  { reading, instrument, isConfirmed }: Upload,
): Promise<Counts | Refusal> {
  const securities = await findSecurities(tx, actor, reading.prices, instrument)
  const chosen = securities.find(({ id }) => id === instrument) ?? null
  if (instrument !== null && !chosen) return 'no_instrument'
  const { quotes, problems } = resolvePrices(reading.prices, securities, chosen)
  if (problems.length > 0) return { problems }
  if (!isConfirmed) {
    const options = new Set(securities.filter(each => each.instrument_type === 'option').map(({ id }) => id))
    const unusual = await findUnusual(tx, 'price', quotes, {
      maxChange: maxPriceChange,
      isOption: id => options.has(id),
    })
    if (unusual.length > 0) return { doubtful: unusual.map(each => inMainCurrency(each, quotes, securities)) }
  }
  const changed = await countChanged(tx, quotes)
  await writeCloses(tx, unique(quotes), 'upload', actor.id)
  return { changed_count: changed, derived_count: 0 }
}

/** An unusual price and the one before it in the currency of the security, not in its minor unit. */
function inMainCurrency(
  { id, date, value, last }: UnusualQuote,
  quotes: readonly PriceQuote[],
  securities: readonly NamedSecurity[],
): DoubtfulValue {
  const { name = '', currency: unit = '' } = securities.find(each => each.id === id) ?? {}
  const { currency } = currencyUnit(unit)
  const convert = (price: number) => Number(convertUnit(String(price), unit, currency) ?? price)
  const { line = 1 } = quotes.find(each => each.id === id && each.date === date) ?? {}
  return { line, name, before: convert(last), after: convert(value), currency }
}

/** Several rows may name the same security. Those of a day agree; the last one is written. */
function unique(quotes: readonly Quote[]): Quote[] {
  return [...new Map(quotes.map(quote => [`${quote.id} ${quote.date}`, quote])).values()]
}

async function findSecurities(
  tx: Scoped,
  actor: Actor,
  rows: readonly PriceRow[],
  chosen: string | null,
): Promise<NamedSecurity[]> {
  const isins = [...new Set(rows.flatMap(({ isin }) => isin ?? []))]
  const symbols = [...new Set(rows.flatMap(({ symbol }) => symbol?.toLowerCase() ?? []))]
  const { rows: found } = await sql<NamedSecurity>`
    select i.id, i.name, i.isin, i.currency, i.instrument_type,
      i.family_id is not null or ${actor.role === 'admin'} as is_allowed,
      array(select lower(i.symbol) where i.symbol is not null
        union select lower(d.value) from instrument_identifier d where d.instrument_id = i.id) as symbols
    from instrument i
    where ${isSecurity} and (i.isin = any(${isins}::text[]) or lower(i.symbol) = any(${symbols}::text[])
      or i.id = ${chosen}::uuid or exists (
        select from instrument_identifier d where d.instrument_id = i.id and lower(d.value) = any(${symbols}::text[])))
    order by i.created_at, i.id`.execute(tx)
  return found
}

async function countChanged(tx: Scoped, quotes: readonly Quote[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select distinct on (id, date) id, date::date as date, value::numeric as value
      from unnest(${quotes.map(q => q.id)}::text[], ${quotes.map(q => q.date)}::text[], ${quotes.map(q => q.value)}::text[])
        with ordinality as q (id, date, value, place) order by id, date, place desc) as q
    left join price p on p.instrument_id = q.id::uuid and p.date = q.date where p.close is distinct from q.value`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Records uploads as runs of a source of their own. */
async function recordRun(tx: Scoped, fileName: string, rows: number, last: string): Promise<void> {
  await sql`
    insert into integration (name, kind, provider) values ('Uploads', 'files', 'upload')
    on conflict (provider) where provider is not null do nothing`.execute(tx)
  await sql`
    insert into integration_run (integration_id, status, started_at, ended_at, rows_read, data_date, message)
    select id, 'success', present_moment(), present_moment(), ${rows}, ${last}::date, ${fileName}
    from integration where provider = 'upload'`.execute(tx)
}
