import { sql } from 'kysely'
import { bucketsAfterMerges } from '../../figures/targets/target-rows.store.ts'

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** The instrument that a merge kept for one named in JSON; null for a key that is none, such as cash. */
const keptInstrument = (name: 'instrument' | 'key') => sql`(
  select coalesce(max(m.kept_id::text), max(n.id)) from (select c.value ->> ${sql.lit(name)} as id) n
    left join instrument_redirect m on m.merged_id::text = n.id
  where n.id ~ ${sql.lit(uuid)})`

const components = sql`jsonb_array_elements(t.components) with ordinality c`
const buckets = sql`jsonb_array_elements(t.buckets) with ordinality c`

/** Those of deleted strategies are left out with their strategies. */
const isShown = (familyId: string) => sql`t.family_id = ${familyId} and (t.strategy_id is null
  or t.strategy_id in (select s.id from strategy s where s.family_id = ${familyId} and s.deleted_at is null))`

/** The instruments that benchmarks and targets of a family name. */
export const comparedInstruments = (familyId: string) => sql`
  select ${keptInstrument('instrument')}::uuid from benchmark t, ${components} where ${isShown(familyId)}
  union all
  select ${keptInstrument('key')}::uuid from target_allocation t, ${buckets}
  where ${isShown(familyId)} and t.dimension = 'position'`

const isHeld = (name: 'instrument' | 'key') => sql`${keptInstrument(name)} in (select id::text from held)`

/** Benchmarks, after the instruments as `held`; without those of which the caller may not see every component. */
export const benchmarkRows = (familyId: string) => sql`
  select (to_jsonb(t) - array['family_id', 'created_by'] || jsonb_build_object('components', (
      select jsonb_agg(c.value || jsonb_build_object('instrument', ${keptInstrument('instrument')})
        order by c.ordinality) from ${components})))::text as row
  from benchmark t
  where ${isShown(familyId)} and not exists (select from ${components} where not ${isHeld('instrument')})
  order by t.created_at, t.id`

/** Target allocations, after the instruments as `held`; only with securities and positions that the caller may see. */
export const targetRows = (familyId: string) => sql`
  select (to_jsonb(t) - array['family_id', 'created_by'] || jsonb_build_object(
      'buckets', ${bucketsAfterMerges},
      'locked_positions', (select coalesce(jsonb_agg(l.id order by l.place), '[]')
        from unnest(t.locked_positions) with ordinality l (id, place)
        where (select scope_sees_all_accounts()) or sees_position(t.family_id, l.id))))::text as row
  from target_allocation t
  where ${isShown(familyId)} and not exists (
    select from ${buckets}
    where t.dimension = 'position' and ${keptInstrument('key')} is not null and not ${isHeld('key')})
  order by t.created_at, t.id`
