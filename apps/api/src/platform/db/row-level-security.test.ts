import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase, type Scope } from './database.ts'

/** Tables without tenant data. All others must be behind row-level security. */
const withoutTenants = ['schema_migration', 'schema_migration_lock']

let test: TestDatabase
let db: Database
const ids = { admin: '', adviser: '', investor: '', neighbour: '', own: '', other: '' }

beforeAll(async () => {
  test = await createTestDatabase()
  db = await openDatabase(test.target)
  ids.own = await insert("insert into family (name) values ('Own') returning id")
  ids.other = await insert("insert into family (name) values ('Other') returning id")
  const user = 'insert into app_user (username, role, family_id) values ($1, $2, $3) returning id'
  ids.admin = await insert(user, ['ada', 'admin', null])
  ids.adviser = await insert(user, ['avi', 'adviser', null])
  ids.investor = await insert(user, ['ivy', 'investor', ids.own])
  ids.neighbour = await insert(user, ['ned', 'investor', ids.other])
  await test.query('insert into family_access (user_id, family_id) values ($1, $2)', [ids.adviser, ids.own])
  for (const id of [ids.admin, ids.investor, ids.neighbour]) {
    await test.query(
      "insert into sign_in (user_id, is_web, token_hash, expires_at) values ($1, true, 'x', now())",
      [id],
    )
    await test.query('insert into user_settings (user_id) values ($1)', [id])
    await test.query(
      "insert into one_time_link (purpose, user_id, token_hash, expires_at) values ('invitation', $1, 'x', now())",
      [id],
    )
    await test.query("select add_audit_line($1, $2, 'test', '', '{}', null)", [id, ids.own])
  }
  await test.query("insert into server_key (purpose, number, wrapped) values ('audit', 1, 'x')")
})

afterAll(async () => {
  await db.close()
  await test.drop()
})

async function insert(text: string, values: unknown[] = []): Promise<string> {
  const { rows } = await test.query(text, values)
  return rows[0].id
}

async function tables(): Promise<string[]> {
  const { rows } = await test.query(
    "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1",
  )
  return rows.map(row => row.relname).filter(name => !withoutTenants.includes(name))
}

function names(scope: Scope): Promise<string[]> {
  return db.within(scope, async tx => {
    const rows = await tx.selectFrom('family').select('name').orderBy('name').execute()
    return rows.map(row => row.name)
  })
}

describe('row-level security', () => {
  it('is enabled and forced for every table with tenant data', async () => {
    const { rows } = await test.query(
      'select relname from pg_class where relname = any($1) and not (relrowsecurity and relforcerowsecurity)',
      [await tables()],
    )
    expect(rows).toEqual([])
    expect((await tables()).length).toBeGreaterThanOrEqual(8)
  })

  it('returns no rows of any table without a scope', async () => {
    for (const table of await tables()) {
      const readable = await db.query<{ may: boolean }>("select has_table_privilege($1, 'select') as may", [
        table,
      ])
      if (readable[0]?.may) expect(await db.query(`select * from ${table}`, []), table).toEqual([])
    }
    // The tables are not empty: the missing scope hides the rows.
    expect((await test.query('select from sign_in')).rowCount).toBe(3)
  })

  it('returns no rows to an unknown user', async () => {
    const unknown = { user: '00000000-0000-4000-8000-000000000000' }
    expect(await names(unknown)).toEqual([])
    expect(await db.within(unknown, tx => tx.selectFrom('app_user').selectAll().execute())).toEqual([])
  })

  it('shows an admin every family, an adviser the assigned ones, an investor their own', async () => {
    expect(await names({ user: ids.admin })).toEqual(['Other', 'Own'])
    expect(await names({ user: ids.adviser })).toEqual(['Own'])
    expect(await names({ user: ids.investor })).toEqual(['Own'])
    expect(await names({ user: ids.neighbour })).toEqual(['Other'])
  })

  it('shows a user only their own sign-ins, settings and row', async () => {
    const seen = await db.within({ user: ids.investor }, async tx => ({
      users: await tx.selectFrom('app_user').select('username').execute(),
      signIns: await tx.selectFrom('sign_in').select('user_id').execute(),
      settings: await tx.selectFrom('user_settings').select('user_id').execute(),
      links: await tx.selectFrom('one_time_link').select('id').execute(),
      audit: await tx.selectFrom('audit_line').select('id').execute(),
      keys: (await sql`select number from server_key`.execute(tx)).rows,
    }))
    expect(seen).toEqual({
      users: [{ username: 'ivy' }],
      signIns: [{ user_id: ids.investor }],
      settings: [{ user_id: ids.investor }],
      links: [],
      audit: [],
      keys: [],
    })
  })

  it('hides the family from a disabled user', async () => {
    await test.query('update app_user set disabled_at = now() where id = $1', [ids.neighbour])
    expect(await names({ user: ids.neighbour })).toEqual([])
    await test.query('update app_user set disabled_at = null where id = $1', [ids.neighbour])
  })

  it('prevents an investor from changing their role or joining another family', async () => {
    const raised = await db.within({ user: ids.investor }, tx =>
      tx
        .updateTable('app_user')
        .set({ role: 'admin', family_id: null })
        .where('id', '=', ids.investor)
        .executeTakeFirst(),
    )
    expect(raised.numUpdatedRows).toBe(0n)
    const grant = db.within({ user: ids.investor }, tx =>
      tx.insertInto('family_access').values({ user_id: ids.investor, family_id: ids.other }).execute(),
    )
    await expect(grant).rejects.toThrow(/row-level security/)
  })

  it('keeps the scope of one transaction out of the next on the same connection', async () => {
    const single = await openDatabase(test.target, { connections: 1 })
    await single.within('system', tx => tx.selectFrom('family').selectAll().execute())
    expect(await single.query('select * from family', [])).toEqual([])
    await single.close()
  })

  it('keeps the audit log append-only, even in the system scope', async () => {
    const change = db.within('system', async tx => {
      await tx.deleteFrom('audit_line').execute()
    })
    await expect(change).rejects.toThrow(/permission denied/)
    await expect(test.query("update audit_line set action = 'other'")).rejects.toThrow(/permission denied/)
    await expect(test.query("update audit_line set subject = 'Other'")).rejects.toThrow(/only grows/)
    await expect(test.query('delete from audit_line')).rejects.toThrow(/permission denied/)
    await expect(test.query('truncate audit_line')).rejects.toThrow(/permission denied/)
  })

  it('adds audit lines through their function only, in the name of the caller', async () => {
    const insertion = db.within('system', tx => sql`insert into audit_line (action) values ('x')`.execute(tx))
    await expect(insertion).rejects.toThrow(/permission denied/)
    await expect(test.query("insert into audit_line (action) values ('x')")).rejects.toThrow(
      /row-level security/,
    )
    const forged = db.within({ user: ids.investor }, tx =>
      sql`select add_audit_line(${ids.admin}, null, 'x', '', '{}', null)`.execute(tx),
    )
    await expect(forged).rejects.toThrow(/names its author/)
    const erasing = db.within({ user: ids.admin }, tx =>
      sql`select erase_audit_actors(array_agg(family_id), array_agg(id)) from audit_line`.execute(tx),
    )
    await expect(erasing).rejects.toThrow(/only the system erases names/)
  })

  it('never moves an account to another family', async () => {
    const move = `update account set family_id = '${ids.other}'`
    await expect(test.query(move)).rejects.toThrow(/permission denied/)
    await expect(db.within('system', tx => sql.raw(move).execute(tx))).rejects.toThrow(/permission denied/)
  })
})

describe('the application role', () => {
  it('is bound by row-level security and owns nothing', async () => {
    const rows = await db.query(
      `select r.rolname, r.rolsuper, r.rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owns
       from pg_roles r where r.rolname = current_user`,
      [],
    )
    expect(rows).toEqual([{ rolname: 'plumbline_app', rolsuper: false, rolbypassrls: false, owns: 0 }])
  })

  it('cannot change the schema', async () => {
    await expect(db.query('create table mine (id int)', [])).rejects.toThrow(/permission denied/)
    await expect(db.query('alter table family disable row level security', [])).rejects.toThrow(
      /must be owner/,
    )
  })
})
