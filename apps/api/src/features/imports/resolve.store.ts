import type { InstrumentHint } from '@plumbline/importers'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { type CashMove, cashMoves } from './cash-effect.ts'
import { factsOf, newInstrumentKey, type StatementFacts } from './draft-facts.ts'
import { type KeptDraft, type KeptHint, type WholeDraft, wholeDraft, wholeHint } from './kept-draft.ts'
import { instrumentByIsin, knownInstruments } from './known-instruments.store.ts'
import { nearbyIsins } from './nearest-isin.ts'

/** A draft in the form of a transaction, and what rows are ordered and searched by. */
interface Resolved {
  facts: StatementFacts
  new_instrument: string | null
  date: string
  name: string | null
  amount: number | null
}

interface Unresolved {
  number: number
  draft: KeptDraft
}

const chunk = 4000

/** The currency of rows that name none. */
const currencies = sql`
  select f.id,
    coalesce(a.base_currency, f.new_account ->> 'currency', f.statement ->> 'currency', i.currency) as currency
  from import_file f join import i on i.id = f.import_id left join account a on a.id = f.account_id`

export async function currencyOfFile(tx: Scoped, fileId: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`${currencies} where f.id = ${fileId}`.execute(tx)
  return rows[0]?.currency ?? ''
}

/** Brings drafts into the form of transactions: accounts give the currency, the catalogue the instrument. */
export async function resolveRows(tx: Scoped, importId: string, familyId: string): Promise<void> {
  await forgetNowKnown(tx, importId, familyId)
  const files = await sql<{ id: string; currency: string }>`
    ${currencies} where f.import_id = ${importId} order by f.position, f.id`.execute(tx)
  for (const { id, currency } of files.rows) {
    let last = 0
    for (;;) {
      const { rows } = await sql<Unresolved>`
        select number, coalesce(mended, draft) as draft from import_row
        where file_id = ${id} and number > ${last} and facts is null and trouble is null and kind <> 'cancellation'
        order by number limit ${chunk}`.execute(tx)
      if (rows.length === 0) break
      last = rows.at(-1)?.number ?? last
      await resolveSome(tx, id, familyId, rows, currency)
    }
  }
  await suggestIsins(tx, importId, familyId)
}

/** An instrument that was new when the file was read may have been made since: its rows are looked at again. */
async function forgetNowKnown(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const { rows } = await sql<{ new_instrument: string; hint: KeptHint }>`
    select distinct on (new_instrument) new_instrument, coalesce(mended, draft) -> 'instrument' as hint
    from import_row where import_id = ${importId} and new_instrument is not null
    order by new_instrument, file_id, number`.execute(tx)
  const hints = rows.map(({ hint }) => wholeHint(hint))
  const find = await knownInstruments(tx, familyId, hints)
  const known = rows.filter(({ hint }) => find(wholeHint(hint)) !== null).map(row => row.new_instrument)
  if (known.length > 0)
    await sql`
      update import_row set facts = null
      where import_id = ${importId} and new_instrument = any(${known}::text[])`.execute(tx)
}

/**
 * Rows about an instrument that the user no longer sees, since accounts were taken from them, are looked at again:
 * they then mean what an unknown name means.
 */
export async function forgetHidden(tx: Scoped, importId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update import_row r set facts = null, suggestion = null
    where r.import_id = ${importId} and not (select scope_sees_all_accounts())
      and r.facts ->> 'instrument_id' is not null
      and not exists (select from instrument n where n.id = (r.facts ->> 'instrument_id')::uuid)
      and exists (select from import i where i.id = r.import_id and i.status <> 'applied')`.execute(tx)
  if (numAffectedRows) await sql`update import set judged_version = null where id = ${importId}`.execute(tx)
}

async function resolveSome(
  tx: Scoped,
  fileId: string,
  familyId: string,
  rows: readonly Unresolved[],
  currency: string,
): Promise<void> {
  const drafts = rows.map(({ draft }) => wholeDraft(draft))
  const resolve = await resolverOf(tx, familyId, drafts, currency)
  const resolved = drafts.map((draft, place) => ({ ...resolve(draft), number: rows[place]?.number }))
  // New until the ledger knows better: most rows are, and need no second look.
  await withHashJoins(tx, () =>
    sql`
    update import_row r set facts = n.facts, new_instrument = n.new_instrument, date = n.date,
      name = left(n.name, 400), amount = n.amount, state = case when r.is_left_out then r.state else 'new' end
    from jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb)
      as n (number int, facts jsonb, new_instrument text, date date, name text, amount numeric)
    where r.file_id = ${fileId} and r.number = n.number`.execute(tx),
  )
}

/** Drafts as the transactions they would become; `currency` is that of rows which name none. */
export async function resolverOf(
  tx: Scoped,
  familyId: string,
  drafts: readonly WholeDraft[],
  currency: string,
): Promise<(draft: WholeDraft) => Resolved> {
  const hints = drafts.flatMap(({ instrument }) => (instrument ? [instrument] : []))
  const find = await knownInstruments(tx, familyId, hints)
  const chosen = await visibleOf(tx, drafts)
  return draft => {
    const hint: InstrumentHint | null = draft.instrument
    const chosenId = draft.instrumentId && chosen.has(draft.instrumentId) ? draft.instrumentId : null
    const known = hint && !chosenId ? find(hint) : null
    const instrumentId = chosenId ?? known?.id ?? null
    const facts = factsOf(draft, currency, instrumentId)
    const type = known?.instrument_type ?? hint?.type ?? null
    const moves = cashMoves(facts, type, known?.contract_size ?? hint?.contractSize ?? '1')
    return {
      facts,
      new_instrument: hint && instrumentId === null ? newInstrumentKey(hint, currency) : null,
      date: draft.date,
      name: known?.name ?? hint?.name ?? hint?.symbol ?? hint?.isin ?? null,
      amount: grossOf(facts, moves[0]),
    }
  }
}

/** Of the instruments that people chose for drafts, those that the user still sees. */
async function visibleOf(tx: Scoped, drafts: readonly WholeDraft[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(drafts.flatMap(({ instrumentId }) => instrumentId ?? []))]
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from instrument where id = any(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** What moved without its costs, signed: as people read a row. */
export function grossOf(facts: StatementFacts, move: CashMove | undefined): number | null {
  if (!move) return null
  return Number(move.amount) + Number(facts.fees ?? 0) + Number(facts.taxes ?? 0)
}

/** A mistyped ISIN is often one that is known. */
async function suggestIsins(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const { rows } = await sql<{ file_id: string; number: number; isin: string }>`
    select file_id, number, trouble ->> 'value' as isin from import_row
    where import_id = ${importId} and trouble ->> 'code' = 'not_an_isin' and suggestion is null
    order by file_id, number limit 50`.execute(tx)
  for (const { file_id, number, isin } of rows) {
    const known = await instrumentByIsin(tx, familyId, nearbyIsins(isin))
    if (!known) continue
    const suggestion = JSON.stringify({ field: 'isin', value: known.isin, label: known.name })
    await sql`
      update import_row set suggestion = ${suggestion}::jsonb
      where file_id = ${file_id} and number = ${number}`.execute(tx)
  }
}

/**
 * Rows that were written a moment ago are not counted in the database's statistics: it would take them for a few
 * and look through all of them again for each. These questions are about all rows of an import at once.
 */
export async function withHashJoins<T>(tx: Scoped, ask: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(tx)
  const answer = await ask()
  await sql`set local enable_nestloop = on`.execute(tx)
  return answer
}
