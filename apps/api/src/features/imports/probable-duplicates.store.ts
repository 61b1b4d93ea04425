import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { type CashInstrument, cashMoves } from './cash-effect.ts'
import type { StatementFacts } from './drafts/draft-facts.ts'
import { grossAmount, withHashJoins } from './drafts/resolve-drafts.store.ts'

/** The codes of rows that are not posted unless the user confirms that they are other transactions. */
const codes = ['probable_duplicate', 'probable_copy'] as const

/** Amounts of two documents may be rounded differently. */
const toleranceOfAmounts = 0.05

/** A row that is new by its key, and a transaction or an earlier row that looks the same. */
interface Pair extends CashInstrument {
  file_id: string
  number: number
  facts: StatementFacts
  other: string
  other_facts: StatementFacts
  /** Where the other one is, for the message. */
  place: string
}

/** Called before rows are compared with the ledger again. */
export async function resetProbableDuplicates(tx: Scoped, importId: string): Promise<void> {
  await sql`
    update import_row set trouble = null
    where import_id = ${importId} and trouble ->> 'code' = any(${codes as readonly string[]}::text[])`.execute(
    tx,
  )
}

/**
 * A trade note and a table of the same bank state a trade in different words, so their keys differ. New rows that
 * share account, day, security, quantity and amount with a transaction or with a row of another file become problems
 * if one of the two comes from a PDF: posting is for the user to decide.
 */
export async function markProbableDuplicates(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const { inImport, inLedger } = await findPdfs(tx, importId, familyId)
  if (inImport || inLedger)
    await mark(tx, 'probable_duplicate', choosePairs(await findInLedger(tx, importId, familyId)))
  if (inImport) await mark(tx, 'probable_copy', choosePairs(await findInOtherFiles(tx, importId)))
}

/** Most imports need no comparison: it would take as long as the rest of the preview. */
async function findPdfs(
  tx: Scoped,
  importId: string,
  familyId: string,
): Promise<{ inImport: boolean; inLedger: boolean }> {
  const { rows } = await sql<{ in_import: boolean; in_ledger: boolean }>`
    select exists (select from import_row where import_id = ${importId} and key like 'pdf:%') as in_import,
      exists (select from transaction where family_id = ${familyId} and superseded_by is null
        and source_key like 'pdf:%'
        and account_id = any((select account_ids from import where id = ${importId})::uuid[])) as in_ledger`.execute(
    tx,
  )
  return { inImport: rows[0]?.in_import ?? false, inLedger: rows[0]?.in_ledger ?? false }
}

/** Two equal rows of one file are two transactions, so each of them needs a counterpart of its own. */
function choosePairs(pairs: readonly Pair[]): Pair[] {
  const chosen = new Map<string, Pair>()
  const taken = new Set<string>()
  for (const pair of pairs) {
    const row = `${pair.file_id} ${pair.number}`
    const other = `${pair.file_id} ${pair.other}`
    if (chosen.has(row) || taken.has(other) || !hasSameCash(pair)) continue
    chosen.set(row, pair)
    taken.add(other)
  }
  return [...chosen.values()]
}

/** One of them may state costs apart, and amounts in different currencies cannot be compared. */
function hasSameCash(pair: Pair): boolean {
  const [one] = cashMoves(pair.facts, pair.facts.quantity === undefined ? null : pair)
  const [other] = cashMoves(pair.other_facts, pair.facts.quantity === undefined ? null : pair)
  if (one?.amount == null || other?.amount == null || one.currency !== other.currency)
    return pair.facts.quantity !== undefined
  const isNear = (a: number | null, b: number | null) =>
    a !== null && b !== null && Math.abs(a - b) <= toleranceOfAmounts
  return (
    isNear(Number(one.amount), Number(other.amount)) ||
    isNear(grossAmount(pair.facts, one), grossAmount(pair.other_facts, other))
  )
}

const rowSecurity = sql`coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'isin'`

const rowQuantity = sql`coalesce((r.facts ->> 'quantity')::numeric, 0)`

/** Pairs of the same day come first. Each search joins by equal values only, so that it stays linear. */
async function findInLedger(tx: Scoped, importId: string, familyId: string): Promise<Pair[]> {
  const days = [
    sql`t.date = r.date`,
    sql`t.settle_date = (r.facts ->> 'settle_date')::date and t.date <> r.date`,
  ]
  const found: Pair[] = []
  for (const isSameDay of days) {
    const { rows } = await withHashJoins(tx, () =>
      sql<Pair>`
        select r.file_id, r.number, r.facts, t.root_id as other, statement_facts(t) as other_facts,
          n.instrument_type, n.contract_size::text, n.currency, t.date::text as place
        from import_row r join import_file f on f.id = r.file_id
        join transaction t on t.family_id = ${familyId} and t.account_id = f.account_id and t.superseded_by is null
          and t.status <> 'void' and t.transaction_type = r.facts ->> 'transaction_type'
          and coalesce(t.quantity, 0) = ${rowQuantity} and ${isSameDay}
        left join instrument_redirect m on m.merged_id = t.instrument_id
        left join instrument n on n.id = coalesce(m.kept_id, t.instrument_id)
        where r.import_id = ${importId} and r.state = 'new' and not r.is_confirmed
          and (r.key like 'pdf:%' or t.source_key like 'pdf:%')
          and (coalesce(m.kept_id, t.instrument_id) is not distinct from (r.facts ->> 'instrument_id')::uuid and r.new_instrument is null
            or n.isin = ${rowSecurity})
        order by f.position, r.number, t.created_at, t.id`.execute(tx),
    )
    found.push(...rows)
  }
  return found
}

async function findInOtherFiles(tx: Scoped, importId: string): Promise<Pair[]> {
  const days = [
    sql`o.date = r.date`,
    sql`o.facts ->> 'settle_date' = r.facts ->> 'settle_date' and o.date <> r.date`,
  ]
  const found: Pair[] = []
  for (const isSameDay of days) {
    const { rows } = await withHashJoins(tx, () =>
      sql<Pair>`
        with placed as (
          select r.file_id, r.number, r.key, r.facts, r.state, r.date, r.is_confirmed, r.new_instrument, r.line,
            ${rowQuantity} as quantity, ${rowSecurity} as isin,
            coalesce(r.fixed_draft, r.draft) -> 'instrument' as hint, f.position, f.name,
            coalesce(f.account_id::text, 'new ' || lower(f.new_account ->> 'name')) as place
          from import_row r join import_file f on f.id = r.file_id
          where r.import_id = ${importId} and r.facts is not null and r.state in ('new', 'changed')
        )
        select r.file_id, r.number, r.facts, o.file_id || ' ' || o.number as other, o.facts as other_facts,
          coalesce(n.instrument_type, r.hint ->> 'type') as instrument_type,
          coalesce(n.contract_size::text, r.hint ->> 'contractSize') as contract_size,
          coalesce(n.currency, r.hint ->> 'currency') as currency,
          o.name || case when o.key like 'pdf:%' then '' else ':' || o.line end as place
        from placed r
        join placed o on o.place = r.place and o.quantity = r.quantity and ${isSameDay}
          and o.facts ->> 'transaction_type' = r.facts ->> 'transaction_type'
        left join instrument n on n.id = (r.facts ->> 'instrument_id')::uuid
        where r.state = 'new' and not r.is_confirmed and o.position < r.position
          and (r.key like 'pdf:%' or o.key like 'pdf:%')
          and (o.facts ->> 'instrument_id' is not distinct from r.facts ->> 'instrument_id'
              and o.new_instrument is not distinct from r.new_instrument
            or o.isin = r.isin)
        order by r.position, r.number, o.position, o.number`.execute(tx),
    )
    found.push(...rows)
  }
  return found
}

async function mark(tx: Scoped, code: (typeof codes)[number], pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return
  const rows = pairs.map(({ file_id, number, place }) => ({ file_id, number, place: place.slice(0, 300) }))
  await sql`
    update import_row r set state = 'problem', trouble = jsonb_build_object('code', ${code}::text, 'value', n.place)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (file_id uuid, number int, place text)
    where r.file_id = n.file_id and r.number = n.number`.execute(tx)
}
