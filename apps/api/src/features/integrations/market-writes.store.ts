import { type RawBuilder, sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { type Quote, writeCloses } from '../../platform/db/market/market.ts'
import { type RateQuote, writeRates } from '../../platform/db/market/rates.ts'
import { resolveRates } from '../../platform/db/market/resolve-rates.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'
import type { Close, FoundRate, FoundSplit } from './providers/provider.ts'

export type MarketWritesStore = ReturnType<typeof marketWritesStore>

/** An instrument that is mapped to a symbol of the provider. */
export interface MappedInstrument {
  id: string
  name: string
  instrument_type: string
  symbol: string
  currency: string
  /** The latest known close of any source. */
  last: Close | null
  /** The latest day with a close of the provider. Closes of others say nothing about what it has delivered. */
  delivered_until: string | null
  /** First day with a transaction. */
  first_transaction: string | null
  /** Ex-dates of known or posted splits. */
  known_splits: string[]
}

/** @param among the ids of the instruments, for their transactions. */
const mapped = (provider: string | null, symbol: RawBuilder<string>, among: RawBuilder<unknown>) => sql`
  with traded as materialized (
    select instrument_id, min(date) as first_date from transaction
    where instrument_id in (${among}) group by instrument_id
  ), posted as materialized (
    select distinct instrument_id, date from transaction
    where instrument_id in (${among}) and transaction_type = 'split' and superseded_by is null and status <> 'void'
  )
  select i.id, i.name, i.instrument_type, ${symbol} as symbol, i.currency, last.last,
    (select p.date::text from price p where p.instrument_id = i.id and p.source = ${provider}::text
      order by p.date desc limit 1) as delivered_until,
    (select b.first_date from traded b where b.instrument_id = i.id) as first_transaction,
    array(
      select s.ex_date::text from split s where s.instrument_id = i.id
      union
      select b.date::text from posted b where b.instrument_id = i.id) as known_splits
  from instrument i
  left join lateral (
    select jsonb_build_object('date', date::text, 'close', close::text) as last from price
    where instrument_id = i.id order by date desc limit 1) as last on true`

/** Writes market data of providers, only where it is new or different. */
export function marketWritesStore(database: () => Database) {
  return {
    listMapped(provider: string): Promise<MappedInstrument[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<MappedInstrument>`
          ${mapped(provider, sql<string>`n.value`, sql`select instrument_id from instrument_identifier where kind = ${provider}`)}
          join lateral (
            select value from instrument_identifier where instrument_id = i.id and kind = ${provider}
            order by value limit 1) as n on true
          where ${isSecurity}
            and (i.contract_expiration is null or i.contract_expiration >= present_moment()::date)
          order by lower(i.name), i.id`.execute(tx)
        return rows
      })
    },

    /** A security as it would be mapped to a symbol, of which nothing has been delivered yet. */
    findMapped(instrumentId: string, symbol: string): Promise<MappedInstrument | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<MappedInstrument>`
          ${mapped(null, sql<string>`${symbol}::text`, sql`select ${instrumentId}::uuid`)} where i.id = ${instrumentId} and ${isSecurity}`.execute(
          tx,
        )
        return rows[0] ?? null
      })
    },

    /** The last day with rates of this provider. */
    lastRateDate(provider: string): Promise<string | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<{ date: string | null }>`
          select max(date) as date from fx_rate where source = ${provider}`.execute(tx)
        return rows[0]?.date ?? null
      })
    },

    /** Returns how many closes were new or different. Entered prices rank above providers and stay. */
    addCloses(
      instrumentId: string,
      closes: readonly Close[],
      splits: readonly FoundSplit[],
      source: string,
    ): Promise<number> {
      return database().within('system', async tx => {
        await recordSplits(tx, instrumentId, splits)
        const quotes = closes.map(({ date, close }) => ({ id: instrumentId, date, value: close }))
        const fresh = await newCloses(tx, quotes)
        await writeCloses(tx, fresh, source)
        return fresh.length
      })
    },

    /** Returns how many rates were new or different. Entered rates rank above providers and stay. */
    addRates(rates: readonly FoundRate[], source: string): Promise<number> {
      const { quotes } = resolveRates(
        rates.map(rate => ({ ...rate, line: 0 })),
        () => null,
      )
      return database().within('system', async tx => {
        const fresh = await newRates(tx, quotes)
        await writeRates(tx, fresh, { source })
        return fresh.length
      })
    },
  }
}

async function newCloses(tx: Scoped, quotes: readonly Quote[]): Promise<Quote[]> {
  const { rows } = await sql<Quote>`
    select q.id, q.date, q.value
    from unnest(${quotes.map(q => q.id)}::text[], ${quotes.map(q => q.date)}::text[], ${quotes.map(q => q.value)}::text[])
      as q (id, date, value)
    left join price p on p.instrument_id = q.id::uuid and p.date = q.date::date
    where p.date is null or (not p.is_entered and (p.close <> q.value::numeric or p.source = 'statement'))
    order by q.id, q.date`.execute(tx)
  return rows
}

async function newRates(tx: Scoped, quotes: readonly RateQuote[]): Promise<RateQuote[]> {
  const { rows } = await sql<{ place: number }>`
    select q.place::int as place
    from unnest(${quotes.map(q => q.id)}::text[], ${quotes.map(q => q.date)}::text[], ${quotes.map(q => q.value)}::text[])
      with ordinality as q (id, date, value, place)
    left join fx_rate r on r.currency = q.id and r.date = q.date::date
    where r.date is null or (not r.is_entered and r.rate <> q.value::numeric)
    order by q.place`.execute(tx)
  return rows.flatMap(({ place }) => quotes[place - 1] ?? [])
}

/** A reported split becomes an event, not a transaction: holdings change only when someone posts it. */
async function recordSplits(tx: Scoped, instrumentId: string, splits: readonly FoundSplit[]): Promise<void> {
  for (const { date, numerator, denominator } of splits)
    await sql`
      insert into instrument_event (instrument_id, event_type, date, details)
      select ${instrumentId}, 'split', ${date}::date,
        ${JSON.stringify({ numerator, denominator })}::jsonb
      where not exists (
        select from instrument_event
        where instrument_id = ${instrumentId} and event_type = 'split' and date = ${date}::date)`.execute(tx)
}
