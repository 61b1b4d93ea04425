import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import type { StatementFacts } from './drafts/draft-facts.ts'
import { toleranceOfAmounts } from './posted-files.store.ts'
import type { RepeatedRow } from './probable-executions.store.ts'

interface CostRow {
  file_id: string
  number: number
  facts: StatementFacts
}

/** A row and what another layout states of the same transaction. */
interface Counterpart extends CostRow {
  other_facts: StatementFacts
  place: string
}

/** Costs that only the counterpart of a row includes. */
interface IncludedCosts {
  pair: Counterpart
  amount: number
}

/**
 * One format states the costs of a trade or the tax of a dividend within it, another one as rows of their own. Where
 * the transaction is a counterpart, such rows repeat a part of it.
 */
export async function findCostsOfPairs(
  tx: Scoped,
  importId: string,
  pairs: readonly Counterpart[],
): Promise<RepeatedRow[]> {
  const included = pairs.flatMap(listIncludedCosts)
  if (included.length === 0) return []
  const days = [...new Set(included.map(({ pair }) => pair.facts.date ?? ''))]
  const { rows } = await sql<CostRow>`
    select r.file_id, r.number, r.facts from import_row r join import_file f on f.id = r.file_id and f.family_id = r.family_id
    where r.import_id = ${importId} and r.state = 'new' and not r.is_confirmed and r.date = any(${days}::date[])
      and r.facts ->> 'transaction_type' in ('fees', 'fees_cash', 'tax')
    order by f.position, r.number`.execute(tx)
  const found = new Map<CostRow, RepeatedRow>()
  for (const costs of included) {
    const row = rows.find(each => !found.has(each) && isPartOf(each, costs))
    if (row) found.set(row, { file_id: row.file_id, number: row.number, place: costs.pair.place })
  }
  return [...found.values()]
}

function listIncludedCosts(pair: Counterpart): IncludedCosts[] {
  return (['fees', 'taxes'] as const).flatMap(name => {
    const amount = Number(pair.other_facts[name] ?? 0) - Number(pair.facts[name] ?? 0)
    return amount > toleranceOfAmounts ? [{ pair, amount }] : []
  })
}

function isPartOf({ file_id, facts }: CostRow, { pair, amount }: IncludedCosts): boolean {
  const security = facts.instrument_id
  return (
    file_id === pair.file_id &&
    facts.date === pair.facts.date &&
    facts.currency === pair.other_facts.currency &&
    (security === undefined || security === pair.facts.instrument_id) &&
    Math.abs(Number(facts.amount ?? facts.net) - amount) <= toleranceOfAmounts
  )
}
