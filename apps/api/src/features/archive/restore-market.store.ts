import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { writeCloses, writeRates } from '../../platform/db/market.ts'
import { type Ids, withIds } from './archive-ids.ts'
import type { ArchivedFamily, ArchivedQuote } from './archived-family.ts'
import type { MarketPlan } from './market-plan.store.ts'
import { writeRows } from './restore-rows.store.ts'

const quotesAtOnce = 20_000
const nothing = sql`'{}'::jsonb`

/** Makes the instruments of a plan that are not here yet. The ids of the others become those they have here. */
export async function writeInstruments(
  tx: Scoped,
  from: ArchivedFamily,
  plan: MarketPlan,
  ids: Ids,
  familyId: string,
): Promise<void> {
  for (const { id, existingId } of plan.instruments) if (existingId !== null) ids.set(id, existingId)
  const rowsOf = (outcome: 'private' | 'shared') =>
    plan.instruments.filter(each => each.outcome === outcome).map(({ row }) => withIds(row, ids))
  const made = new Set(plan.instruments.filter(each => each.existingId === null).map(each => each.id))
  // Who made it is a person of the other installation; whose it is, the plan says.
  const ofFamily = sql`jsonb_build_object('created_by', null, 'family_id', ${familyId}::text)`
  const ofEveryone = sql`jsonb_build_object('created_by', null, 'family_id', null, 'account_id', null)`
  await writeRows(tx, 'instrument', rowsOf('shared'), ofEveryone)
  await writeRows(tx, 'instrument', rowsOf('private'), ofFamily)
  const named = from.tables.instrument_identifier.filter(row => made.has(JSON.parse(row).instrument_id))
  const renamed = (rows: readonly string[]) => rows.map(row => withIds(row, ids))
  await writeRows(tx, 'instrument_identifier', renamed(named), nothing, true)
  await writeRows(tx, 'split', renamed(plan.splits), nothing, true)
  await writeRows(tx, 'instrument_event', renamed(plan.events), nothing, true)
}

/** The prices and rates of a plan: of instruments that were just made, and of currencies that had none. */
export async function writeQuotes(tx: Scoped, plan: MarketPlan, ids: Ids): Promise<number> {
  const prices = plan.prices.map(quote => ({ ...quote, id: ids.get(quote.id) ?? '' }))
  for (const some of chunksOf(prices)) await writeCloses(tx, some, 'archive')
  for (const some of chunksOf(plan.rates)) await writeRates(tx, some, 'archive')
  if (plan.asOf !== null)
    await sql`update market_version set last_close = ${plan.asOf}::date where last_close is null`.execute(tx)
  return plan.prices.length + plan.rates.length
}

function chunksOf(quotes: readonly ArchivedQuote[]): ArchivedQuote[][] {
  const chunks: ArchivedQuote[][] = []
  for (let from = 0; from < quotes.length; from += quotesAtOnce)
    chunks.push(quotes.slice(from, from + quotesAtOnce))
  return chunks
}
