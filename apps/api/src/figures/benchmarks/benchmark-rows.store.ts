import type { BenchmarkGroupKey, BenchmarkReturnType, HeldType, RebalancingRule } from '@plumbline/contract'
import type { YearColumn } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { type InstrumentRow, readCloses, readInstruments } from '../../snapshots/facts.store.ts'

/** A benchmark. Weights are whole basis points, one per component. */
export interface BenchmarkRow {
  id: string
  family_id: string
  family_name: string
  strategy_id: string | null
  strategy_name: string | null
  group_by: BenchmarkGroupKey | null
  group_key: string | null
  name: string
  rebalancing: RebalancingRule
  return_type: BenchmarkReturnType
  components: ComponentRow[]
  weights: { valid_from: string; weights: number[] }[]
  version: number
}

export interface ComponentRow {
  instrument: string
  stands_for: HeldType | null
  /** As shown; null if the user may not see the instrument. */
  name: string | null
  symbol: string | null
  currency: string | null
}

/** What a benchmark is computed from, as plain data. */
export interface BenchmarkData {
  row: BenchmarkRow
  instruments: InstrumentRow[]
  closes: Map<string, YearColumn[]>
  distributions: DistributionRow[]
}

/** What a comparison is computed from. */
export interface BenchmarkInput {
  /** Null without a benchmark. */
  data: BenchmarkData | null
  /** The positions of a strategy; null for what the filter names. */
  positionIds: string[] | null
}

export interface DistributionRow {
  instrument_id: string
  date: string
  amount: string
  currency: string
}

/** A merged instrument leads to the one that was kept. */
export const benchmarkSelection = sql`
  select b.id, b.family_id, f.name as family_name, b.strategy_id, s.name as strategy_name, b.group_by, b.group_key,
    b.name, b.rebalancing, b.return_type, b.weights, b.version,
    (select jsonb_agg(jsonb_build_object(
        'instrument', coalesce(m.kept_id, (c.value ->> 'instrument')::uuid), 'stands_for', c.value ->> 'stands_for',
        'name', i.name, 'symbol', i.symbol, 'currency', i.currency) order by c.ordinality)
      from jsonb_array_elements(b.components) with ordinality c
        left join instrument_redirect m on m.merged_id = (c.value ->> 'instrument')::uuid
        left join instrument i on i.id = coalesce(m.kept_id, (c.value ->> 'instrument')::uuid)) as components
  from benchmark b join family f on f.id = b.family_id
    left join strategy s on s.id = b.strategy_id`

/** A benchmark of a deleted strategy is not shown. */
export const benchmarkIsShown = sql`(b.strategy_id is null or s.deleted_at is null)`

/** What a benchmark is looked up for. */
export interface BenchmarkSubject {
  strategyId: string | null
  group: { by: BenchmarkGroupKey; key: string } | null
}

/** The benchmark of a strategy, or of a group, else of the family itself, with its prices; null if there is none. */
export async function readBenchmark(
  database: Database,
  userId: string,
  familyId: string,
  { strategyId, group }: BenchmarkSubject,
): Promise<BenchmarkData | null> {
  return database.within({ user: userId }, async tx => {
    const { rows } = await sql<BenchmarkRow>`${benchmarkSelection}
      where b.family_id = ${familyId}::uuid and b.strategy_id is not distinct from ${strategyId}::uuid
        and ${benchmarkIsShown}
        and (b.group_by is null or (b.group_by = ${group?.by ?? null} and b.group_key = ${group?.key ?? null}))
      order by b.group_by nulls last, b.id limit 1`.execute(tx)
    const [row] = rows
    if (!row) return null
    const ids = row.components.map(({ instrument }) => instrument)
    return {
      row,
      instruments: await readInstruments(tx, ids),
      closes: await readCloses(tx, ids),
      distributions: row.return_type === 'price' ? [] : await readDistributions(tx, ids),
    }
  })
}

/** What one unit paid, by ex-date. A payment without an ex-date counts on its own day; estimates are left out. */
async function readDistributions(tx: Scoped, ids: readonly string[]): Promise<DistributionRow[]> {
  const { rows } = await sql<DistributionRow>`
    with known as (
      select e.instrument_id, e.event_type, e.amount,
        coalesce(case when e.event_type = 'dividend' then (e.details ->> 'ex_date')::date end, e.date) as ex_date,
        coalesce(e.currency, i.currency) as currency
      from instrument_event e join instrument i on i.id = e.instrument_id
      where e.instrument_id = any(${ids}::uuid[]) and e.event_type in ('ex_dividend', 'dividend')
        and e.amount is not null and not e.is_estimated)
    select instrument_id, ex_date::text as date, amount::text as amount, currency from known k
    where event_type = 'ex_dividend' or not exists (
      select from known o where o.instrument_id = k.instrument_id and o.event_type = 'ex_dividend'
        and o.ex_date = k.ex_date)
    order by instrument_id, ex_date, event_type`.execute(tx)
  return rows
}
