import { createHash } from 'node:crypto'
import type { TestDatabase } from '../test-database.ts'
import type { Household } from './household.ts'

interface Column {
  table_name: string
  column_name: string
}

/** A hash per table of all rows of a family and its users. */
export async function hashState(
  database: Pick<TestDatabase, 'query'>,
  { familyId }: Household,
): Promise<Map<string, string>> {
  const { rows } = await database.query(
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('family_id', 'user_id')
       and c.table_name !~ '_[0-9]+$'`,
  )
  const state = new Map<string, string>()
  for (const { table_name: table, column_name: column } of rows as Column[]) {
    const whose = column === 'family_id' ? '$1' : '(select id from app_user where family_id = $1)'
    const found = await database.query(
      `select t::text as row from ${table} t where ${column} in (${whose}) order by 1`,
      [familyId],
    )
    state.set(`${table} by ${column}`, createHash('sha256').update(JSON.stringify(found.rows)).digest('hex'))
  }
  return state
}

/** Every id of a family and its users. */
export async function listIds(database: TestDatabase, { familyId, ids }: Household): Promise<Set<string>> {
  const { rows } = await database.query(
    `select c.table_name, k.column_name from information_schema.columns c
     join information_schema.columns k using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'id' and c.udt_name = 'uuid'
       and k.column_name in ('family_id', 'user_id') and c.table_name !~ '_[0-9]+$'`,
  )
  const all = new Set(Object.values(ids))
  for (const { table_name: table, column_name: column } of rows as Column[]) {
    const whose = column === 'family_id' ? '$1' : '(select id from app_user where family_id = $1)'
    const found = await database.query(`select id from ${table} where ${column} in (${whose})`, [familyId])
    for (const row of found.rows) all.add(row.id)
  }
  return all
}
