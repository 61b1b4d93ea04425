import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { writeCloses } from '../../platform/db/market/market.ts'
import { writeRates } from '../../platform/db/market/rates.ts'
import { type Ids, replaceIds } from './archive-ids.ts'
import type { ArchivedFamily, ArchivedQuote } from './archived-family.ts'
import type { MarketPlan } from './market-plan.store.ts'
import { writeRows } from './restore-rows.store.ts'

const quotesAtOnce = 20_000
const nothing = sql`'{}'::jsonb`

/** Creates the missing instruments of a plan, and maps the ids of existing ones. */
export async function writeInstruments(
  tx: Scoped,
  from: ArchivedFamily,
  plan: MarketPlan,
  ids: Ids,
  familyId: string,
): Promise<void> {
  for (const { id, existingId } of plan.instruments) if (existingId !== null) ids.set(id, existingId)
  const rowsWithOutcome = (outcome: 'private' | 'shared') =>
    plan.instruments.filter(each => each.outcome === outcome).map(({ row }) => replaceIds(row, ids))
  const made = new Set(plan.instruments.filter(each => each.existingId === null).map(each => each.id))
  // The creator is a user of the other installation; the plan decides about the owner.
  const familyCondition = sql`jsonb_build_object('created_by', null, 'family_id', ${familyId}::text)`
  const ofEveryone = sql`jsonb_build_object('created_by', null, 'family_id', null, 'account_id', null)`
  await writeRows(tx, 'instrument', rowsWithOutcome('shared'), ofEveryone)
  await writeRows(tx, 'instrument', rowsWithOutcome('private'), familyCondition)
  const named = from.tables.instrument_identifier.filter(row => made.has(JSON.parse(row).instrument_id))
  const withNewIds = (rows: readonly string[]) => rows.map(row => replaceIds(row, ids))
  await writeRows(tx, 'instrument_identifier', withNewIds(named), nothing, true)
  await writeRows(tx, 'split', withNewIds(plan.splits), nothing, true)
  await writeRows(tx, 'instrument_event', withNewIds(plan.events), nothing, true)
}

/** Writes prices of new instruments, and rates of currencies that had none. */
export async function writeQuotes(tx: Scoped, plan: MarketPlan, ids: Ids): Promise<number> {
  const prices = plan.prices.map(quote => ({ ...quote, id: ids.get(quote.id) ?? '' }))
  for (const some of splitIntoChunks(prices)) await writeCloses(tx, some, 'archive')
  for (const some of splitIntoChunks(plan.rates)) await writeRates(tx, some, { source: 'archive' })
  if (plan.asOf !== null)
    await sql`update market_version set last_close = ${plan.asOf}::date where last_close is null`.execute(tx)
  return plan.prices.length + plan.rates.length
}

function splitIntoChunks(quotes: readonly ArchivedQuote[]): ArchivedQuote[][] {
  const chunks: ArchivedQuote[][] = []
  for (let from = 0; from < quotes.length; from += quotesAtOnce)
    chunks.push(quotes.slice(from, from + quotesAtOnce))
  return chunks
}
