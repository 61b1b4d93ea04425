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
import { statementFacts } from './statement-facts.store.ts'

/** A transaction or an earlier row, as one of the executions of an order. */
interface Other extends Posted {
  facts: StatementFacts
  name: string | null
}

/** The rows of a file in one security, on one day and of one side, and what another layout states of the same. */
interface Executions extends CashInstrument {
  file_id: string
  layout: string
  date: string
  numbers: number[]
  facts: StatementFacts[]
  others: Other[]
}

export interface RepeatedRow {
  file_id: string
  number: number
  place: string
}

const quantity = (alias: 'r' | 'o') => sql`(${sql.ref(`${alias}.facts`)} ->> 'quantity')::numeric`

/** New rows with a quantity, by security, day and side. */
const mine = (importId: string) => sql`
  select r.file_id, f.position, f.account_id, coalesce(f.account_id::text, 'new ' || lower(f.new_account ->> 'name')) as place,
    ${layout} as layout, r.date, r.facts ->> 'transaction_type' as type, r.facts ->> 'instrument_id' as instrument_id,
    r.new_instrument, ${rowSecurity} as isin, sign(${quantity('r')}) as side,
    min(coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'type') as hint_type,
    min(coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'contractSize') as hint_size,
    array_agg(r.number order by r.number) as numbers, jsonb_agg(r.facts order by r.number) as facts
  from import_row r join import_file f on f.id = r.file_id and f.family_id = r.family_id
  where r.import_id = ${importId} and r.state = 'new' and not r.is_confirmed and ${quantity('r')} <> 0
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`

/**
 * One format states an order, another one its executions. Rows whose quantities and amounts add up to those of
 * posted transactions of another layout probably repeat them. `taken` are the counterparts of other rows.
 */
export async function findPostedExecutions(
  tx: Scoped,
  importId: string,
  familyId: string,
  taken: ReadonlySet<string>,
): Promise<RepeatedRow[]> {
  const { rows } = await withHashJoins(tx, () =>
    sql<Executions>`
      with mine as (${mine(importId)})
      select g.file_id, g.layout, g.date::text, g.numbers, g.facts, n.instrument_type, n.contract_size::text, n.currency,
        jsonb_agg(jsonb_build_object('other', t.root_id, 'import_id', t.import_id, 'account_id', t.account_id,
          'source_key', t.source_key, 'facts', ${statementFacts('t')}, 'name', null) order by t.created_at, t.id) as others
      from mine g
      join transaction t on t.family_id = ${familyId} and t.account_id = g.account_id and t.date = g.date
        and t.transaction_type = g.type and sign(t.quantity) = g.side
      left join instrument_redirect m on m.merged_id = t.instrument_id
      join instrument n on n.id = coalesce(m.kept_id, t.instrument_id)
      left join import_row k on k.family_id = ${familyId} and k.file_id = g.file_id and k.transaction_root = t.root_id
      where t.superseded_by is null and t.status <> 'void' and t.source_key is not null and k.file_id is null
        and (n.id::text = g.instrument_id or n.isin = g.isin)
      group by g.file_id, g.layout, g.position, g.date, g.numbers, g.facts, n.id
      order by g.position, g.numbers`.execute(tx),
  )
  const posted = await readPostedFiles(
    tx,
    rows.flatMap(({ others }) => others),
  )
  return rows.flatMap(group => {
    const others = group.others.filter(
      ({ other }) => !taken.has(`${group.file_id} ${other}`) && posted.get(other)?.layout !== group.layout,
    )
    const name = others.map(({ other }) => posted.get(other)?.name).find(Boolean)
    return repeatedRows({ ...group, others }, name === undefined ? group.date : `${group.date} (${name})`)
  })
}

/** The same for rows of earlier files of the import. */
export async function findExecutionsInOtherFiles(
  tx: Scoped,
  importId: string,
  taken: ReadonlySet<string>,
): Promise<RepeatedRow[]> {
  const { rows } = await withHashJoins(tx, () =>
    sql<Executions>`
      with mine as (${mine(importId)}), earlier as (
        select o.file_id, o.number, o.facts, o.date, o.new_instrument, f.position, f.name, ${layout} as layout,
          coalesce(o.fixed_draft, o.draft) -> 'instrument' ->> 'isin' as isin,
          coalesce(f.account_id::text, 'new ' || lower(f.new_account ->> 'name')) as place
        from import_row o join import_file f on f.id = o.file_id and f.family_id = o.family_id
        where o.import_id = ${importId} and o.state in ('new', 'changed') and ${quantity('o')} <> 0
      )
      select g.file_id, g.layout, g.date::text, g.numbers, g.facts, coalesce(n.instrument_type, g.hint_type) as instrument_type,
        coalesce(n.contract_size::text, g.hint_size) as contract_size, n.currency,
        jsonb_agg(jsonb_build_object('other', o.file_id || ' ' || o.number, 'facts', o.facts, 'name', o.name)
          order by o.position, o.number) as others
      from mine g
      join earlier o on o.place = g.place and o.date = g.date and o.facts ->> 'transaction_type' = g.type
        and sign(${quantity('o')}) = g.side
      left join instrument n on n.id = g.instrument_id::uuid
      where o.position < g.position and o.layout <> g.layout
        and (o.facts ->> 'instrument_id' is not distinct from g.instrument_id
            and o.new_instrument is not distinct from g.new_instrument
          or o.isin = g.isin)
      group by g.file_id, g.layout, g.position, g.date, g.numbers, g.facts, g.hint_type, g.hint_size, n.id, n.instrument_type,
        n.contract_size, n.currency, o.file_id
      order by g.position, g.numbers, o.file_id`.execute(tx),
  )
  return rows.flatMap(group => {
    const others = group.others.filter(({ other }) => !taken.has(`${group.file_id} ${other}`))
    return repeatedRows({ ...group, others }, others[0]?.name ?? '')
  })
}

/** All rows of a group if they add up to the others, else none. Single rows are compared elsewhere. */
function repeatedRows(group: Executions, place: string): RepeatedRow[] {
  const { file_id, numbers, facts, others } = group
  const stated = others.map(other => other.facts)
  if (others.length === 0 || numbers.length + others.length < 3) return []
  const quantities = (some: readonly StatementFacts[]) =>
    some.reduce((sum, { quantity: each }) => sum + Number(each), 0)
  const total = quantities(facts)
  if (Math.abs(total - quantities(stated)) > Math.abs(total) * 1e-9) return []
  const tolerance = toleranceOfAmounts * Math.max(numbers.length, others.length)
  const [mine, theirs] = [facts, stated].map(some => sumAmounts(some, group))
  if (mine != null && theirs != null && Math.abs(mine - theirs) > tolerance) return []
  return numbers.map(number => ({ file_id, number, place }))
}

/** Null if an amount is unknown or in another currency than the first: such amounts cannot be compared. */
function sumAmounts(some: readonly StatementFacts[], instrument: CashInstrument): number | null {
  let sum = 0
  for (const facts of some) {
    const [move] = cashMoves(facts, instrument)
    const amount = grossAmount(facts, move)
    if (amount === null || facts.currency !== some[0]?.currency) return null
    sum += amount
  }
  return sum
}
