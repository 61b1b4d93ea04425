import { convertUnit } from '@plumbline/engine'
import type { InstrumentHint } from '@plumbline/importers'
import { sql } from 'kysely'
import type { Scoped } from '../../../platform/db/database.ts'
import { type CashInstrument, type CashMove, cashMoves } from '../cash-effect.ts'
import { newInstrumentKey, type StatementFacts, toStatementFacts } from './draft-facts.ts'
import { instrumentByIsin, knownInstruments } from './known-instruments.store.ts'
import { similarIsins } from './similar-isins.ts'
import { type FullDraft, type StoredDraft, type StoredHint, toFullDraft, toFullHint } from './stored-draft.ts'

/** A draft as transaction facts, with the fields that rows are sorted and searched by. */
interface Resolved {
  facts: StatementFacts
  new_instrument: string | null
  date: string
  name: string | null
  amount: number | null
}

interface Unresolved {
  number: number
  draft: StoredDraft
}

const chunk = 4000

/** The default currency for rows without one. */
const currencies = sql`
  select f.id,
    coalesce(a.base_currency, f.new_account ->> 'currency', f.statement ->> 'currency', i.currency) as currency
  from import_file f join import i on i.id = f.import_id and i.family_id = f.family_id
    left join account a on a.id = f.account_id and a.family_id = f.family_id`

export async function readFileCurrency(tx: Scoped, fileId: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`${currencies} where f.id = ${fileId}`.execute(tx)
  return rows[0]?.currency ?? ''
}

/** Resolves drafts to transaction facts: currencies from accounts, instruments from the catalogue. */
export async function resolveRows(tx: Scoped, importId: string, familyId: string): Promise<void> {
  await resetKnownInstruments(tx, importId, familyId)
  const files = await sql<{ id: string; currency: string }>`
    ${currencies} where f.import_id = ${importId} order by f.position, f.id`.execute(tx)
  for (const { id, currency } of files.rows) {
    let last = 0
    for (;;) {
      const { rows } = await sql<Unresolved>`
        select number, coalesce(fixed_draft, draft) as draft from import_row
        where file_id = ${id} and number > ${last} and facts is null and kind <> 'cancellation'
          and (trouble is null or trouble ->> 'code' = 'unknown_security')
        order by number limit ${chunk}`.execute(tx)
      if (rows.length === 0) break
      last = rows.at(-1)?.number ?? last
      await resolveBatch(tx, id, familyId, rows, currency)
    }
  }
  await suggestIsins(tx, importId, familyId)
}

/** Resolves rows again whose new instrument exists by now. */
async function resetKnownInstruments(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const { rows } = await sql<{ new_instrument: string; hint: StoredHint }>`
    select distinct on (new_instrument) new_instrument, coalesce(fixed_draft, draft) -> 'instrument' as hint
    from import_row where import_id = ${importId} and new_instrument is not null
    order by new_instrument, file_id, number`.execute(tx)
  const hints = rows.map(({ hint }) => toFullHint(hint))
  const find = await knownInstruments(tx, familyId, hints)
  const known = rows
    .filter(({ hint }) => find(toFullHint(hint), null) !== null)
    .map(row => row.new_instrument)
  if (known.length > 0)
    await sql`
      update import_row set facts = null
      where import_id = ${importId} and new_instrument = any(${known}::text[])`.execute(tx)
}

/** Resolves rows again whose instrument the user may no longer see; it then counts as unknown. */
export async function resetHiddenInstruments(tx: Scoped, importId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct r.facts ->> 'instrument_id' as id
    from import_row r join import i on i.id = r.import_id and i.family_id = r.family_id
    where r.import_id = ${importId} and not sees_every_account() and r.facts ->> 'instrument_id' is not null
      and i.status <> 'applied'`.execute(tx)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const seen = await sql<{ id: string }>`select id from instrument where id = any(${ids}::uuid[])`.execute(tx)
  const visible = new Set(seen.rows.map(({ id }) => id))
  const { numAffectedRows } = await sql`
    update import_row set facts = null, suggestion = null
    where import_id = ${importId}
      and facts ->> 'instrument_id' = any(${ids.filter(id => !visible.has(id))}::text[])`.execute(tx)
  if (numAffectedRows) await sql`update import set judged_version = null where id = ${importId}`.execute(tx)
}

async function resolveBatch(
  tx: Scoped,
  fileId: string,
  familyId: string,
  rows: readonly Unresolved[],
  currency: string,
): Promise<void> {
  const drafts = rows.map(({ draft }) => toFullDraft(draft))
  const resolve = await createResolver(tx, familyId, drafts, currency)
  const resolved = drafts.map((draft, place) => ({ ...resolve(draft), number: rows[place]?.number }))
  // Rows are new until compared with the ledger, which most of them stay.
  await withHashJoins(tx, () =>
    sql`
    update import_row r set facts = n.facts, new_instrument = n.new_instrument, date = n.date,
      name = left(n.name, 400), amount = n.amount, state = case when r.is_left_out then r.state else 'new' end
    from jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb)
      as n (number int, facts jsonb, new_instrument text, date date, name text, amount numeric)
    where r.family_id = ${familyId} and r.file_id = ${fileId} and r.number = n.number`.execute(tx),
  )
}

/** Resolves drafts to transactions; `currency` is the default. */
export async function createResolver(
  tx: Scoped,
  familyId: string,
  drafts: readonly FullDraft[],
  currency: string,
): Promise<(draft: FullDraft) => Resolved> {
  const hints = drafts.flatMap(({ instrument }) => (instrument ? [instrument] : []))
  const find = await knownInstruments(tx, familyId, hints)
  const chosen = await findVisibleInstruments(tx, drafts)
  return draft => {
    const hint: InstrumentHint | null = draft.instrument
    const chosenId = draft.instrumentId && chosen.has(draft.instrumentId) ? draft.instrumentId : null
    const known = hint && !chosenId ? find(hint, settlementCurrency(draft, currency)) : null
    const instrumentId = chosenId ?? known?.id ?? null
    const quotedIn = known?.currency ?? (chosenId === null ? undefined : chosen.get(chosenId))
    const facts = toStatementFacts(convertPrice(quotedIn, draft), currency, instrumentId)
    const moves = cashMoves(facts, known ?? (hint && toCashInstrument(hint)))
    return {
      facts,
      new_instrument: hint && instrumentId === null ? newInstrumentKey(hint) : null,
      date: draft.date,
      name: known?.name ?? hint?.name ?? hint?.symbol ?? hint?.isin ?? null,
      amount: grossAmount(facts, moves[0]),
    }
  }
}

/** The currency that a trade was settled in. What a dividend or fee was paid in says nothing about the security. */
function settlementCurrency({ quantity, currency }: FullDraft, accountCurrency: string): string | null {
  return quantity === null ? null : (currency ?? accountCurrency)
}

/** Instruments chosen by users that are still visible, with their currencies. */
async function findVisibleInstruments(
  tx: Scoped,
  drafts: readonly FullDraft[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(drafts.flatMap(({ instrumentId }) => instrumentId ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; currency: string }>`
    select id, currency from instrument where id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}

/** A statement in pence, of an instrument that is quoted in pounds: the price is stored in pounds. */
function convertPrice(quotedIn: string | undefined, draft: FullDraft): FullDraft {
  const stated = draft.instrument?.currency
  if (quotedIn === undefined || stated == null || draft.price === null) return draft
  const price = convertUnit(draft.price, stated, quotedIn)
  return price === null ? draft : { ...draft, price }
}

/** The instrument of a statement row that is not known yet. */
export function toCashInstrument(
  hint: Pick<Partial<InstrumentHint>, 'type' | 'contractSize' | 'currency'>,
): CashInstrument {
  return {
    instrument_type: hint.type ?? null,
    contract_size: hint.contractSize ?? null,
    currency: hint.currency ?? null,
  }
}

/** The signed cash amount without costs. */
export function grossAmount(facts: StatementFacts, move: CashMove | undefined): number | null {
  if (move?.amount == null) return null
  return Number(move.amount) + Number(facts.fees ?? 0) + Number(facts.taxes ?? 0)
}

/** Suggests known ISINs for mistyped ones. */
async function suggestIsins(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const { rows } = await sql<{ file_id: string; number: number; isin: string }>`
    select file_id, number, trouble ->> 'value' as isin from import_row
    where import_id = ${importId} and trouble ->> 'code' = 'not_an_isin' and suggestion is null
    order by file_id, number limit 50`.execute(tx)
  for (const { file_id, number, isin } of rows) {
    const known = await instrumentByIsin(tx, familyId, similarIsins(isin))
    if (!known) continue
    const suggestion = JSON.stringify({ field: 'isin', value: known.isin, label: known.name })
    await sql`
      update import_row set suggestion = ${suggestion}::jsonb
      where file_id = ${file_id} and number = ${number}`.execute(tx)
  }
}

/**
 * Forces hash joins: PostgreSQL has no statistics for rows written a moment ago, and would choose nested loops
 * over all rows of the import.
 */
export async function withHashJoins<T>(tx: Scoped, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(tx)
  const result = await work()
  await sql`set local enable_nestloop = on`.execute(tx)
  return result
}
