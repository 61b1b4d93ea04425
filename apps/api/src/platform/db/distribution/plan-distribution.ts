import type { OwnerQuery } from './find-violations.ts'
import { distributedTables } from './table-placements.ts'

export interface DistributionPlan {
  /** Statements that run one by one, before the tables are moved. Each may be repeated. */
  preparation: string[]
  /** Statements that run in one transaction, so that a run that dies leaves the keys as they were. */
  move: string[]
  /** Statements that run on the new shards, after the transaction. Each may be repeated. */
  completion: string[]
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * The statements that spread the tables over the nodes, without those that are spread already. Reads the catalog only,
 * so it works on any PostgreSQL.
 */
export async function planDistribution(query: OwnerQuery, isCitus: boolean): Promise<DistributionPlan> {
  const done = isCitus ? await listDistributed(query) : []
  const open = distributedTables.filter(table => !done.includes(table))
  if (open.length === 0) return { preparation: [], move: [], completion: [] }
  const keys = await listKeys(query, open)
  const guarded = await listGuarded(query, open)
  const functions = await listFunctions(query, open)
  const { rows } = await query('select current_database() as name')
  return {
    preparation: [
      // Each node checks row-level security itself, as the role and with the settings of the transaction.
      'alter role plumbline_app login',
      `alter database "${rows[0].name}" set citus.propagate_set_commands = 'local'`,
      ...functions.map(name => `select create_distributed_function(${literal(name)})`),
    ],
    move: [
      "set local citus.multi_shard_modify_mode = 'sequential'",
      ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      // The owner copies the rows, which row-level security would refuse. Nobody else sees this transaction.
      ...guarded.map(table => `alter table ${table} disable row level security, no force row level security`),
      ...open.map(
        table =>
          `select create_distributed_table(${literal(table)}, 'family_id', colocate_with => ${literal(
            table === distributedTables[0] ? 'none' : (distributedTables[0] ?? 'none'),
          )})`,
      ),
      ...keys.map(({ table, name, text }) => `alter table ${table} add constraint ${name} ${text}`),
      ...guarded.map(table => `alter table ${table} enable row level security, force row level security`),
    ],
    completion: await planShardGrants(query, open),
  }
}

async function listDistributed(query: OwnerQuery): Promise<string[]> {
  const { rows } = await query(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relname = any($1) and p.partmethod = 'h'`,
    [distributedTables],
  )
  return rows.map(({ name }) => name)
}

/** Foreign keys between the tables: they can only be added when both sides are distributed. */
async function listKeys(query: OwnerQuery, tables: readonly string[]) {
  const { rows } = await query(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
     from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid::regclass::text = any($1) order by 1, 2`,
    [tables],
  )
  return rows as { table: string; name: string; text: string }[]
}

/** The tables and their partitions. */
async function listGuarded(query: OwnerQuery, tables: readonly string[]): Promise<string[]> {
  const { rows } = await query(
    `select c.oid::regclass::text as name from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relkind in ('r', 'p') and c.relrowsecurity
       and coalesce(i.inhparent, c.oid)::regclass::text = any($1) order by 1`,
    [tables],
  )
  return rows.map(({ name }) => name)
}

/** Called by statements that change rows of distributed tables. */
const functionsOfStatements = ['audit_pseudonym']

/** Functions of policies, defaults, checks and statements, which every node needs; those they call come first. */
async function listFunctions(query: OwnerQuery, tables: readonly string[]): Promise<string[]> {
  const { rows } = await query(
    `with recursive rules (class, id) as (
      select 'pg_policy'::regclass, oid from pg_policy where polrelid::regclass::text = any($1)
      union all select 'pg_attrdef'::regclass, oid from pg_attrdef where adrelid::regclass::text = any($1)
      union all select 'pg_constraint'::regclass, oid from pg_constraint where conrelid::regclass::text = any($1)
    ), called (id, depth) as (
      select d.refobjid, 1 from rules r join pg_depend d on d.classid = r.class and d.objid = r.id
        and d.refclassid = 'pg_proc'::regclass
      union
      select oid, 1 from pg_proc where pronamespace = 'public'::regnamespace and proname = any($2)
      union
      select d.refobjid, c.depth + 1 from called c join pg_depend d on d.classid = 'pg_proc'::regclass
        and d.objid = c.id and d.refclassid = 'pg_proc'::regclass)
    select p.oid::regprocedure::text as name from called c join pg_proc p on p.oid = c.id
    where p.pronamespace = 'public'::regnamespace
    group by p.oid order by max(c.depth) desc, 1`,
    [tables, functionsOfStatements],
  )
  return rows.map(({ name }) => name)
}

/** Nodes know no privileges on columns. The coordinator still checks them, before it asks a node. */
async function planShardGrants(query: OwnerQuery, tables: readonly string[]): Promise<string[]> {
  const { rows } = await query(
    `select distinct a.attrelid::regclass::text as table, lower(x.privilege_type) as privilege
     from pg_attribute a cross join lateral aclexplode(a.attacl) x
     where a.attrelid::regclass::text = any($1) and x.grantee = 'plumbline_app'::regrole order by 1, 2`,
    [tables],
  )
  return rows.map(
    ({ table, privilege }) =>
      `select run_command_on_shards(${literal(table)}, 'grant ${privilege} on %s to plumbline_app')`,
  )
}
