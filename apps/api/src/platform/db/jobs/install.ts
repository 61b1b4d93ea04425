import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { ConnectionTarget } from '../connection/connection-target.ts'
import { failoverConfig } from '../connection/pool.ts'
import { jobsSchema, queueRules } from './queues.ts'

/** Increase it with every change of the queues' rules or of pg-boss's schema. */
const installedVersion = 3

/**
 * Creates the queues as the owner of the database and lets the application role use them. Costs one query when they
 * are up to date. Several servers may run it at the same time.
 */
export async function installJobs(target: ConnectionTarget): Promise<void> {
  const pool = new pg.Pool({ ...failoverConfig(target), max: 2, connectionTimeoutMillis: 10_000 })
  const client = await pool.connect()
  try {
    if (await isInstalled(client)) return
    // In addition to pg-boss's own lock: concurrent grants of two servers would fail.
    await client.query('select pg_advisory_lock($1)', [installLock])
    if (!(await isInstalled(client))) await install(pool, client)
  } finally {
    client.release(true)
    await pool.end()
  }
}

const installLock = 7_310_426

async function isInstalled(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query(
    `select obj_description(to_regnamespace('${jobsSchema}')::oid, 'pg_namespace') as note`,
  )
  return rows[0]?.note === `version ${installedVersion}`
}

async function install(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobsSchema,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  for (const [name, rules] of Object.entries(queueRules)) {
    await boss.createQueue(name, rules)
    const { policy: _fixed, ...changeable } = rules
    await boss.updateQueue(name, changeable)
  }
  await boss.stop({ graceful: false })
  await client.query(`
    grant usage on schema ${jobsSchema} to plumbline_app;
    grant select, insert, update, delete on all tables in schema ${jobsSchema} to plumbline_app;
    grant usage on all sequences in schema ${jobsSchema} to plumbline_app;
    grant execute on all functions in schema ${jobsSchema} to plumbline_app;
    comment on schema ${jobsSchema} is 'version ${installedVersion}'`)
}
