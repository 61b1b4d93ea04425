import pg from 'pg'

/**
 * Checks tables and indexes for corruption with PostgreSQL's amcheck: every row of every table, and that every index
 * contains every row.
 */
export async function findCorruption(config: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client({ ...config, user: 'postgres' })
  await client.connect()
  try {
    await client.query('create extension if not exists amcheck')
    const tables = await client.query<{ name: string; text: string }>(
      `select c.oid::regclass::text as name, v.msg as text
       from pg_class c cross join lateral verify_heapam(c.oid) v
       where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p'`,
    )
    const indexes = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
       where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisready and i.indisvalid`,
    )
    const damaged = tables.rows.map(({ name, text }) => `${name} is damaged: ${text}`)
    for (const { name } of indexes.rows)
      await client
        .query('select bt_index_check($1::regclass, true)', [name])
        .catch(error => damaged.push(`${name} is damaged: ${error.message}`))
    return damaged
  } finally {
    await client.end()
  }
}
