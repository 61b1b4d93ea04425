import { convertUnit, currencyUnit, NEGATIVE_PRICE_TYPES } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { type Quote, writeCloses, writeRates } from '../../platform/db/market/market.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'
import { LineError, type PriceLine, type PricesFile } from './prices-csv.ts'

export type UploadStore = ReturnType<typeof uploadStore>

/** Writes uploaded prices and rates atomically. */
export function uploadStore(database: () => Database) {
  return {
    today: () =>
      database().within('system', async tx => {
        const { rows } = await sql<{ today: string }>`select present_moment()::date as today`.execute(tx)
        return rows[0]?.today ?? ''
      }),

    write(actor: Actor, fileName: string, file: PricesFile): Promise<number> {
      return database().within({ user: actor.id }, async tx => {
        const quotes = file.kind === 'rates' ? file.lines.map(toQuote) : await resolveQuotes(tx, file.lines)
        const last = quotes.reduce((newest, { date }) => (date > newest ? date : newest), '')
        const changed = await countChanged(tx, quotes, file.kind)
        if (file.kind === 'rates') await writeRates(tx, unique(quotes), 'upload', true)
        else await writeCloses(tx, unique(quotes), 'upload', actor.id)
        await recordRun(tx, fileName, file.lines.length, last)
        await writeAudit(tx, {
          actorId: actor.id,
          action: 'prices_uploaded',
          subject: fileName,
          details: { kind: file.kind, rows: file.lines.length, changed },
          address: actor.address,
        })
        return changed
      })
    },
  }
}

function toQuote({ currency, date, rate }: { currency: string; date: string; rate: string }): Quote {
  return { id: currency, date, value: rate }
}

/** Of two lines for the same day the last one wins. */
function unique(quotes: readonly Quote[]): Quote[] {
  return [...new Map(quotes.map(quote => [`${quote.id} ${quote.date}`, quote])).values()]
}

interface Named {
  id: string
  isin: string | null
  symbol: string | null
  currency: string
  instrument_type: string
}

async function resolveQuotes(tx: Scoped, lines: readonly PriceLine[]): Promise<Quote[]> {
  const { rows } = await sql<Named>`
    select i.id, i.isin, lower(i.symbol) as symbol, i.currency, i.instrument_type from instrument i
    where ${isSecurity} and (i.isin = any(${lines.map(line => line.isin)}::text[])
      or lower(i.symbol) = any(${lines.map(line => line.symbol?.toLowerCase() ?? null)}::text[]))
    order by i.created_at, i.id`.execute(tx)
  const byIsin = Map.groupBy(rows, row => row.isin)
  const bySymbol = Map.groupBy(rows, row => row.symbol)
  return lines.flatMap(line => {
    const named =
      line.isin !== null
        ? byIsin.get(line.isin)
        : line.symbol === null
          ? undefined
          : bySymbol.get(line.symbol.toLowerCase())
    const known = inCurrency(named ?? [], line.currency)
    const name = (line.isin ?? line.symbol ?? '').slice(0, 40)
    if (known.length === 0)
      throw new LineError(line.line, `there is no instrument '${name}'${currencySuffix(line)}.`)
    // The platform and several families may have the same security; listings in other currencies are others.
    if (new Set(known.map(({ currency }) => currency)).size > 1)
      throw new LineError(line.line, `'${name}' is more than one instrument; add a column currency.`)
    return known.map(({ id, currency: unit, instrument_type: type }) => {
      if (line.price.startsWith('-') && !NEGATIVE_PRICE_TYPES.has(type))
        throw new LineError(line.line, `the price of '${name}' cannot be negative.`)
      return {
        id,
        date: line.date,
        value: convertUnit(line.price, line.currency ?? unit, unit) ?? line.price,
      }
    })
  })
}

/** Those quoted in the stated unit, else those in another unit of the same currency: GBX and GBP. */
function inCurrency(named: readonly Named[], currency: string | null): readonly Named[] {
  if (currency === null) return named
  const stated = currencyUnit(currency)
  const same = named.filter(row => currencyUnit(row.currency).currency === stated.currency)
  const exactly = same.filter(row => currencyUnit(row.currency).factor === stated.factor)
  return exactly.length > 0 ? exactly : same
}

function currencySuffix({ currency }: PriceLine): string {
  return currency === null ? '' : ` in ${currency.slice(0, 10)}`
}

async function countChanged(tx: Scoped, quotes: readonly Quote[], kind: PricesFile['kind']): Promise<number> {
  const given = sql`(select distinct on (id, date) id, date::date as date, value::numeric as value
    from unnest(${quotes.map(q => q.id)}::text[], ${quotes.map(q => q.date)}::text[], ${quotes.map(q => q.value)}::text[])
      with ordinality as q (id, date, value, place) order by id, date, place desc)`
  const { rows } = await (kind === 'rates'
    ? sql<{ count: number }>`
        select count(*)::int as count from ${given} as q
        left join fx_rate r on r.currency = q.id and r.date = q.date where r.rate is distinct from q.value`
    : sql<{ count: number }>`
        select count(*)::int as count from ${given} as q
        left join price p on p.instrument_id = q.id::uuid and p.date = q.date where p.close is distinct from q.value`
  ).execute(tx)
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
