import { sql } from 'kysely'
import type { Scoped } from '../database.ts'
import { carriedDays, type RateOrigin, writeRates } from './rates.ts'
import {
  type DatedRate,
  type FindKnown,
  type KnownRate,
  type ResolvedRates,
  resolveRates,
} from './resolve-rates.ts'

const noneKnown: FindKnown = () => null

/** Resolves stated rates with the help of the stored ones. */
export async function resolveStated(tx: Scoped, stated: readonly DatedRate[]): Promise<ResolvedRates> {
  const alone = resolveRates(stated, noneKnown)
  if (alone.unresolved.length === 0) return alone
  return resolveRates(stated, await loadKnown(tx, stated))
}

/** Writes what was resolved. Returns how many rates were new or different. */
export async function writeStated(
  tx: Scoped,
  { quotes }: ResolvedRates,
  origin: RateOrigin,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from unnest(${quotes.map(q => q.id)}::text[], ${quotes.map(q => q.date)}::text[], ${quotes.map(q => q.value)}::text[])
      as q (id, date, value)
    left join fx_rate r on r.currency = q.id and r.date = q.date::date
    where r.rate is distinct from q.value::numeric`.execute(tx)
  await writeRates(tx, quotes, origin)
  return rows[0]?.count ?? 0
}

async function loadKnown(tx: Scoped, stated: readonly DatedRate[]): Promise<FindKnown> {
  const dates = stated.map(({ date }) => date).sort()
  const currencies = [...new Set(stated.flatMap(({ base, quote }) => [base, quote]))]
  const { rows } = await sql<KnownRate & { currency: string; date: string }>`
    select currency, date::text as date, rate::text, via from fx_rate
    where currency = any(${currencies}::text[])
      and date between ${dates[0] ?? ''}::date - ${carriedDays}::int and ${dates.at(-1) ?? ''}::date
    order by currency, date`.execute(tx)
  const byDay = new Map(rows.map(({ currency, date, ...known }) => [`${currency} ${date}`, known]))
  return (currency, date) => {
    for (let back = 0; back <= carriedDays; back += 1) {
      const known = byDay.get(`${currency} ${daysBefore(date, back)}`)
      if (known) return known
    }
    return null
  }
}

function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10)
}
