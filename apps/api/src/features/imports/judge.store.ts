import type { Draft, InstrumentHint } from '@plumbline/importers'
import { sql } from 'kysely'
import type { Scoped } from '../../db/database.ts'
import { type CashMove, cashMoves } from './cash-effect.ts'
import { factsOf, newInstrumentKey, type StatementFacts } from './draft-facts.ts'
import { instrumentByIsin, knownInstruments } from './known-instruments.store.ts'
import { nearbyIsins } from './nearest-isin.ts'

/** A draft as somebody may have put it right: they can name the instrument itself. */
export type WholeDraft = Draft & { instrumentId?: string }

interface Unresolved {
  file_id: string
  number: number
  draft: WholeDraft
}

const chunk = 4000

/**
 * Works out anew what the rows of an import would do, where files or the ledger have changed since. Rows of an
 * import that was applied keep the state they had then.
 */
export async function judge(tx: Scoped, importId: string): Promise<void> {
  const { rows } = await sql<{ family_id: string; is_current: boolean }>`
    select i.family_id, i.judged_version is not distinct from v.version as is_current
    from import i join family_version v on v.family_id = i.family_id
    where i.id = ${importId} and i.status <> 'applied'`.execute(tx)
  const found = rows[0]
  if (!found || found.is_current) return
  await resolveRows(tx, importId, found.family_id)
  await judgeRows(tx, importId, found.family_id)
}

/** Brings drafts into the form of bookings: accounts give the currency, the catalogue the instrument. */
async function resolveRows(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const files = await sql<{ id: string; currency: string }>`
    select f.id,
      coalesce(a.base_currency, f.new_account ->> 'currency', f.statement ->> 'currency', i.currency) as currency
    from import_file f join import i on i.id = f.import_id left join account a on a.id = f.account_id
    where f.import_id = ${importId} order by f.position, f.id`.execute(tx)
  for (const { id, currency } of files.rows) {
    let last = 0
    for (;;) {
      const { rows } = await sql<Unresolved>`
        select file_id, number, coalesce(mended, draft) as draft from import_row
        where file_id = ${id} and number > ${last} and facts is null and trouble is null and kind <> 'cancellation'
        order by number limit ${chunk}`.execute(tx)
      if (rows.length === 0) break
      last = rows.at(-1)?.number ?? last
      await resolveSome(tx, importId, familyId, rows, currency)
    }
  }
  await suggestIsins(tx, importId, familyId)
}

async function resolveSome(
  tx: Scoped,
  importId: string,
  familyId: string,
  rows: readonly Unresolved[],
  currency: string,
): Promise<void> {
  const hints = rows.flatMap(({ draft }) => (draft.instrument ? [draft.instrument] : []))
  const find = await knownInstruments(tx, familyId, hints)
  const resolved = rows.map(({ file_id, number, draft }) => {
    const hint: InstrumentHint | null = draft.instrument
    const known = hint && !draft.instrumentId ? find(hint) : null
    const instrumentId = draft.instrumentId ?? known?.id ?? null
    const facts = factsOf(draft, currency, instrumentId)
    const type = known?.instrument_type ?? hint?.type ?? null
    const moves = cashMoves(facts, type, known?.contract_size ?? hint?.contractSize ?? '1')
    return {
      file_id,
      number,
      facts,
      new_instrument: hint && instrumentId === null ? newInstrumentKey(hint, currency) : null,
      date: draft.date,
      name: known?.name ?? hint?.name ?? hint?.symbol ?? hint?.isin ?? null,
      amount: grossOf(facts, moves[0]),
    }
  })
  await withHashJoins(tx, () =>
    sql`
    update import_row r set facts = n.facts, new_instrument = n.new_instrument, date = n.date,
      name = left(n.name, 400), amount = n.amount
    from jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb)
      as n (file_id uuid, number int, facts jsonb, new_instrument text, date date, name text, amount numeric)
    where r.import_id = ${importId} and r.file_id = n.file_id and r.number = n.number`.execute(tx),
  )
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
 * The state of every row. Rows that an earlier file of the same import has are compared with that; others with
 * the ledger, by the key of their account. A booking that somebody has corrected since is still the row it came
 * from, and one that somebody voided stays void; what an undone import had booked is as if it had never been.
 */
async function judgeRows(tx: Scoped, importId: string, familyId: string): Promise<void> {
  await withHashJoins(tx, () =>
    sql`
      with placed as (
        select r.file_id, r.number, r.kind, r.key, r.facts, r.is_left_out, f.position, f.account_id,
          coalesce(f.account_id::text, 'new ' || lower(f.new_account ->> 'name'), f.id::text) as place,
          not r.is_left_out and (r.facts is not null or r.kind = 'cancellation') as is_counted
        from import_row r join import_file f on f.id = r.file_id where r.import_id = ${importId}
      ), ranked as (
        select *, lag(facts) over earlier as facts_before, lag(kind) over earlier as kind_before
        from placed window earlier as (partition by is_counted, place, key order by position, number)
      ), known as (
        select distinct on (b.account_id, b.source_key) b.account_id, b.source_key, b.root_id, b.status
        from booking b left join import i on i.id = b.import_id
        where b.family_id = ${familyId} and b.superseded_by is null
          and b.account_id in (select account_id from placed) and b.source_key in (select key from placed)
          and (b.status <> 'void' or i.status is distinct from 'undone')
        order by b.account_id, b.source_key, b.status = 'void', b.created_at desc
      ), said as (
        select v.root_id, array_agg(statement_facts(v)) as versions from booking v
        where v.family_id = ${familyId} and v.root_id in (select root_id from known) group by v.root_id
      ), judged as (
        select p.file_id, p.number, k.root_id, case
          when p.is_left_out then 'left_out'
          when p.kind = 'cancellation' then
            case when k.status <> 'void' or p.kind_before = 'draft' then 'changed' else 'duplicate' end
          when p.facts is null then 'problem'
          when p.facts_before is not null then case when p.facts_before = p.facts then 'duplicate' else 'changed' end
          when k.root_id is null then 'new'
          when k.status = 'void' or p.facts = any (s.versions) then 'duplicate'
          else 'changed' end as state
        from ranked p
        left join known k on k.account_id = p.account_id and k.source_key = p.key
        left join said s on s.root_id = k.root_id
      )
      update import_row r set state = j.state, booking_root = j.root_id
      from judged j where r.import_id = ${importId} and r.file_id = j.file_id and r.number = j.number
        and (r.state, r.booking_root) is distinct from (j.state, j.root_id)`.execute(tx),
  )
  await sql`
    update import set judged_version = (select version from family_version where family_id = ${familyId})
    where id = ${importId}`.execute(tx)
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
