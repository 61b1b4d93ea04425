import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { type CashInstrument, cashMoves } from './cash-effect.ts'
import type { StatementFacts } from './drafts/draft-facts.ts'
import { grossAmount, withHashJoins } from './drafts/resolve-drafts.store.ts'
import {
  layout,
  type Posted,
  readPostedFiles,
  rowSecurity,
  toleranceOfAmounts,
} from './posted-files.store.ts'
import { findCostsOfPairs } from './probable-costs.store.ts'
import {
  findExecutionsInOtherFiles,
  findPostedExecutions,
  type RepeatedRow,
} from './probable-executions.store.ts'
import { statementFacts } from './statement-facts.store.ts'

/** The codes of rows that are not posted unless the user confirms that they are other transactions. */
const codes = ['probable_duplicate', 'probable_copy'] as const

/** Two layouts that agree on the day of settlement state days of trade that are at most so far apart. */
const settlementDays = 31

/** A row that is new by its key, and a transaction or an earlier row that looks the same. */
interface Pair extends CashInstrument {
  file_id: string
  number: number
  facts: StatementFacts
  other: string
  other_facts: StatementFacts
  /** Where the other one is, for the message. */
  place: string
  /** One of the two has a security that the other does not name in a comparable way. */
  is_other_name: boolean
}

/** A transaction that a row may repeat. */
interface LedgerPair extends Pair, Posted {
  layout: string
  is_of_pdf: boolean
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
 * Two formats of a bank state a trade in different words, so their keys differ. New rows that share account, day,
 * security, quantity and amount with a transaction or with a row of another file become problems if the two come from
 * different layouts: posting is for the user to decide. Within one layout the keys decide.
 */
export async function markProbableDuplicates(tx: Scoped, importId: string, familyId: string): Promise<void> {
  if (await hasPosted(tx, importId, familyId)) {
    const posted = choosePairs(await findPosted(tx, importId, familyId))
    await mark(tx, familyId, 'probable_duplicate', posted)
    await mark(tx, familyId, 'probable_duplicate', await findCostsOfPairs(tx, importId, posted))
    const executions = await findPostedExecutions(tx, importId, familyId, counterparts(posted))
    await mark(tx, familyId, 'probable_duplicate', executions)
  }
  if (!(await hasSeveralLayouts(tx, importId))) return
  const copies = choosePairs(await findInOtherFiles(tx, importId))
  await mark(tx, familyId, 'probable_copy', copies)
  await mark(tx, familyId, 'probable_copy', await findCostsOfPairs(tx, importId, copies))
  await mark(
    tx,
    familyId,
    'probable_copy',
    await findExecutionsInOtherFiles(tx, importId, counterparts(copies)),
  )
}

const counterparts = (pairs: readonly Pair[]): ReadonlySet<string> =>
  new Set(pairs.map(({ file_id, other }) => `${file_id} ${other}`))

/** Most imports are of days that their accounts have no transactions of; comparing would take as long as the rest. */
async function hasPosted(tx: Scoped, importId: string, familyId: string): Promise<boolean> {
  const { rows } = await sql<{ is_posted: boolean }>`
    select exists (
      select from (
        select f.account_id, min(r.date) as first, max(r.date) as last
        from import_row r join import_file f on f.id = r.file_id and f.family_id = r.family_id
        where r.family_id = ${familyId} and r.import_id = ${importId} and r.state = 'new' and f.account_id is not null
        group by f.account_id
      ) n join transaction t on t.family_id = ${familyId} and t.account_id = n.account_id
        and t.date between n.first - ${settlementDays}::int and n.last + ${settlementDays}::int
      where t.superseded_by is null and t.status <> 'void'
    ) as is_posted`.execute(tx)
  return rows[0]?.is_posted ?? false
}

/** Most imports need no comparison of their files: it would take as long as the rest of the preview. */
async function hasSeveralLayouts(tx: Scoped, importId: string): Promise<boolean> {
  const { rows } = await sql<{ is_mixed: boolean }>`
    select count(distinct ${layout}) > 1 or count(*) filter (where f.format = 'pdf') > 1 as is_mixed
    from import_file f where f.import_id = ${importId}`.execute(tx)
  return rows[0]?.is_mixed ?? false
}

/** Two equal rows of one file are two transactions, so each of them needs a counterpart of its own. */
function choosePairs(pairs: readonly Pair[]): Pair[] {
  const chosen = new Map<string, Pair>()
  const taken = new Set<string>()
  // What names the same security is paired before what only may.
  for (const pair of pairs.toSorted((a, b) => Number(a.is_other_name) - Number(b.is_other_name))) {
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
  const hasQuantity = pair.facts.quantity !== undefined
  const [one] = cashMoves(pair.facts, hasQuantity ? pair : null)
  const [other] = cashMoves(pair.other_facts, hasQuantity ? pair : null)
  if (one === undefined && other === undefined) return !pair.is_other_name && hasSameRatio(pair)
  if (one?.amount == null || other?.amount == null || one.currency !== other.currency)
    return hasQuantity && !pair.is_other_name
  const isNear = (a: number | null, b: number | null) =>
    a !== null && b !== null && Math.abs(a - b) <= toleranceOfAmounts
  return (
    isNear(Number(one.amount), Number(other.amount)) ||
    isNear(grossAmount(pair.facts, one), grossAmount(pair.other_facts, other))
  )
}

/** A split of 2:1 may be written as 20:10. */
function hasSameRatio({ facts, other_facts: other }: Pair): boolean {
  const ratio = ({ numerator, denominator }: StatementFacts) =>
    Number(numerator ?? 1) / Number(denominator ?? 1)
  return ratio(facts) === ratio(other)
}

const rowQuantity = sql`coalesce((r.facts ->> 'quantity')::numeric, 0)`

/** Rows of an import, and transactions of other layouts that they may repeat. */
async function findPosted(tx: Scoped, importId: string, familyId: string): Promise<Pair[]> {
  const pairs = await findInLedger(tx, importId, familyId)
  const posted = await readPostedFiles(tx, pairs)
  return pairs.flatMap(pair => {
    const file = posted.get(pair.other)
    if (!pair.is_of_pdf && file?.layout === pair.layout) return []
    return [file === undefined ? pair : { ...pair, place: `${pair.place} (${file.name})` }]
  })
}

/**
 * Pairs of the same day come first. Each search joins by equal values only, so that it stays linear. A transaction
 * that another row of the same file states is not the counterpart of a second one.
 */
async function findInLedger(tx: Scoped, importId: string, familyId: string): Promise<LedgerPair[]> {
  const days = [
    sql`t.date = r.date`,
    sql`t.settle_date = (r.facts ->> 'settle_date')::date and t.date <> r.date`,
  ]
  const isSame = sql`(coalesce(m.kept_id, t.instrument_id) is not distinct from (r.facts ->> 'instrument_id')::uuid
    and r.new_instrument is null or coalesce(n.isin = ${rowSecurity}, false))`
  const found: LedgerPair[] = []
  for (const isSameDay of days) {
    const { rows } = await withHashJoins(tx, () =>
      sql<LedgerPair>`
        select r.file_id, r.number, r.facts, t.root_id as other, ${statementFacts('t')} as other_facts,
          n.instrument_type, n.contract_size::text, n.currency, t.date::text as place, not ${isSame} as is_other_name,
          ${layout} as layout, r.key like 'pdf:%' or coalesce(t.source_key like 'pdf:%', false) as is_of_pdf,
          t.import_id, t.account_id, t.source_key
        from import_row r join import_file f on f.id = r.file_id and f.family_id = r.family_id
        join transaction t on t.family_id = ${familyId} and t.account_id = f.account_id and t.superseded_by is null
          and t.status <> 'void' and t.transaction_type = r.facts ->> 'transaction_type'
          and coalesce(t.quantity, 0) = ${rowQuantity} and ${isSameDay}
        left join instrument_redirect m on m.merged_id = t.instrument_id
        left join instrument n on n.id = coalesce(m.kept_id, t.instrument_id)
        left join import_row k on k.family_id = r.family_id and k.file_id = r.file_id and k.transaction_root = t.root_id
        where r.family_id = ${familyId} and r.import_id = ${importId} and r.state = 'new' and not r.is_confirmed
          and k.file_id is null
          and (r.key like 'pdf:%' or t.source_key is not null)
          and (${isSame} or r.new_instrument is not null and t.instrument_id is not null
            and (n.isin is null or ${rowSecurity} is null))
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
  const isSame = sql`(o.facts ->> 'instrument_id' is not distinct from r.facts ->> 'instrument_id'
    and o.new_instrument is not distinct from r.new_instrument or coalesce(o.isin = r.isin, false))`
  const found: Pair[] = []
  for (const isSameDay of days) {
    const { rows } = await withHashJoins(tx, () =>
      sql<Pair>`
        with placed as (
          select r.file_id, r.number, r.key, r.facts, r.state, r.date, r.is_confirmed, r.new_instrument, r.line,
            ${rowQuantity} as quantity, ${rowSecurity} as isin, ${layout} as layout,
            coalesce(r.fixed_draft, r.draft) -> 'instrument' as hint, f.position, f.name,
            coalesce(f.account_id::text, 'new ' || lower(f.new_account ->> 'name')) as place
          from import_row r join import_file f on f.id = r.file_id and f.family_id = r.family_id
          where r.import_id = ${importId} and r.facts is not null and r.state in ('new', 'changed')
        )
        select r.file_id, r.number, r.facts, o.file_id || ' ' || o.number as other, o.facts as other_facts,
          coalesce(n.instrument_type, r.hint ->> 'type') as instrument_type,
          coalesce(n.contract_size::text, r.hint ->> 'contractSize') as contract_size,
          coalesce(n.currency, r.hint ->> 'currency') as currency, not ${isSame} as is_other_name,
          o.name || case when o.key like 'pdf:%' then '' else ':' || o.line end as place
        from placed r
        join placed o on o.place = r.place and o.quantity = r.quantity and ${isSameDay}
          and o.facts ->> 'transaction_type' = r.facts ->> 'transaction_type'
        left join instrument n on n.id = (r.facts ->> 'instrument_id')::uuid
        where r.state = 'new' and not r.is_confirmed and o.position < r.position
          and (r.key like 'pdf:%' or o.key like 'pdf:%' or r.layout <> o.layout)
          and (${isSame} or (r.new_instrument is not null or o.new_instrument is not null)
            and r.hint is not null and o.hint is not null and (o.isin is null or r.isin is null))
        order by r.position, r.number, o.position, o.number`.execute(tx),
    )
    found.push(...rows)
  }
  return found
}

async function mark(
  tx: Scoped,
  familyId: string,
  code: (typeof codes)[number],
  pairs: readonly RepeatedRow[],
): Promise<void> {
  if (pairs.length === 0) return
  const rows = pairs.map(({ file_id, number, place }) => ({
    file_id,
    number,
    trouble: { code, value: place.slice(0, 300) },
  }))
  await sql`
    update import_row r set state = 'problem', trouble = n.trouble
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (file_id uuid, number int, trouble jsonb)
    where r.family_id = ${familyId} and r.file_id = n.file_id and r.number = n.number`.execute(tx)
}
