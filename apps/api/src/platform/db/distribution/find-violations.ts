import type pg from 'pg'
import { distributedTables, tablePlacements } from './table-placements.ts'

/** Queries as the owner of the schema. */
export type OwnerQuery = (text: string, values?: unknown[]) => Promise<Pick<pg.QueryResult, 'rows'>>

/** Tables of the schema, each partitioned one once. */
const roots = `select c.oid, c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

/** The tables given as $1 with the number of their column family_id, null without one. */
const spread = `select r.oid, r.name, f.attnum, coalesce(f.attnotnull, false) as is_required
  from (${roots}) r left join pg_attribute f on f.attrelid = r.oid and f.attname = 'family_id' and not f.attisdropped
  where r.name = any($1)`

/** Each rule of a distributed schema as a query for what breaks it: a table and the reason. */
const rules = [
  `with spread as (${spread})
  select name, 'has no column family_id that is never null' as what from spread where attnum is null or not is_required`,

  `with spread as (${spread})
  select s.name, 'unique key ' || c.relname || ' lacks family_id' as what
  from spread s join pg_index i on i.indrelid = s.oid join pg_class c on c.oid = i.indexrelid
  where i.indisunique and not exists (
    select from unnest(i.indkey::int2[]) with ordinality as part (column_number, position)
    where column_number = s.attnum and position <= i.indnkeyatts)`,

  `with spread as (${spread})
  select s.name, 'exclusion constraint ' || x.conname as what
  from spread s join pg_constraint x on x.conrelid = s.oid where x.contype = 'x'`,

  // Also refuses a deletion that would empty the column.
  `with spread as (${spread})
  select a.name, 'foreign key ' || k.conname || case
    when not exists (
      select from unnest(k.conkey, k.confkey) as pair (own, other) where own = a.attnum and other = b.attnum)
    then ' lacks family_id' else ' empties family_id' end as what
  from pg_constraint k join spread a on a.oid = k.conrelid join spread b on b.oid = k.confrelid
  where k.contype = 'f' and (not exists (
      select from unnest(k.conkey, k.confkey) as pair (own, other) where own = a.attnum and other = b.attnum)
    or k.confdeltype in ('n', 'd') and (k.confdelsetcols is null or a.attnum = any(k.confdelsetcols)))`,

  `with spread as (${spread}), every as (${roots})
  select a.name, 'foreign key ' || k.conname || ' between a distributed and a local table' as what
  from pg_constraint k join every a on a.oid = k.conrelid join every b on b.oid = k.confrelid
  where k.contype = 'f' and (a.oid in (select oid from spread)) <> (b.oid in (select oid from spread))`,

  `with spread as (${spread})
  select s.name, 'trigger ' || t.tgname as what
  from spread s join pg_trigger t on t.tgrelid = s.oid where not t.tgisinternal`,

  `with spread as (${spread})
  select s.name, 'rule ' || r.rulename as what from spread s join pg_rewrite r on r.ev_class = s.oid`,

  `with spread as (${spread})
  select s.name, 'subquery in policy ' || p.polname as what
  from spread s join pg_policy p on p.polrelid = s.oid
  where p.polqual::text like '%{SUBLINK %' or p.polwithcheck::text like '%{SUBLINK %'`,

  // Functions of policies run on every node, so they and the functions they call know settings only. The body of a
  // function in 'return' form is in the catalog; others are searched for the words of a query.
  `with recursive spread as (${spread}), called as (
    select s.name, p.polname, d.refobjid as id from spread s join pg_policy p on p.polrelid = s.oid
      join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
    union
    select c.name, c.polname, d.refobjid from called c
      join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = c.id and d.refclassid = 'pg_proc'::regclass)
  select c.name, 'policy ' || c.polname || ' calls ' || f.proname || ', which reads tables or changes something' as what
  from called c join pg_proc f on f.oid = c.id
  where f.provolatile = 'v' or f.prosqlbody is null and f.prosrc ~* '\\m(from|into|update|delete|perform|execute)\\M'
    or exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.refclassid = 'pg_class'::regclass)`,

  `with spread as (${spread})
  select s.name, 'sequence in column ' || a.attname as what
  from spread s join pg_attribute a on a.attrelid = s.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = s.oid and d.adnum = a.attnum
  where a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) ~ 'nextval'`,

  `with spread as (${spread})
  select s.name, 'is partitioned by something else than a hash' as what
  from spread s join pg_partitioned_table t on t.partrelid = s.oid where t.partstrat <> 'h'`,
]

/**
 * What keeps the schema from being distributed, as 'table: reason', sorted. Reads the catalog only, so it works on any
 * PostgreSQL.
 */
export async function findViolations(query: OwnerQuery): Promise<string[]> {
  const { rows: tables } = await query(`${roots} order by 2`)
  const names: string[] = tables.map(({ name }) => name)
  const undeclared = names.filter(name => !(name in tablePlacements)).map(name => `${name}: is not declared`)
  const unknown = Object.keys(tablePlacements)
    .filter(name => !names.includes(name))
    .map(name => `${name}: is declared and does not exist`)
  const found: string[] = []
  for (const rule of rules) {
    const { rows } = await query(rule, [distributedTables])
    found.push(...rows.map(({ name, what }) => `${name}: ${what}`))
  }
  return [...new Set([...undeclared, ...unknown, ...found])].sort()
}
