import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { sealAuditLog } from './audit-seals.store.ts'

let app: TestApp
let access: string
let database: Database

beforeAll(async () => {
  app = await createTestApp()
  database = await openDatabase(app.database.target)
  await app.addUser({ username: 'ada', role: 'admin' })
  access = (await app.signIn('ada')).access
  await app.call({
    method: 'POST',
    url: '/api/families/',
    as: access,
    payload: { name: 'Keller', currency: 'CHF' },
  })
  await sealAuditLog(() => database, app.keys)
})
afterAll(async () => {
  await database.close()
  await app.close()
})

async function isIntact(): Promise<boolean> {
  const reply = await app.call({ method: 'GET', url: '/api/audit/', as: access })
  return reply.json().extra.is_chain_intact
}

/** Recomputes the chain of every family, as someone who can write to the database would. */
const recompute = `do $$
  declare line audit_line; before bytea := ''; family uuid;
  begin
    for line in select * from audit_line order by family_id, sequence loop
      if family is distinct from line.family_id then before = ''; family = line.family_id; end if;
      line.subject_digest = audit_subject_digest(line);
      line.hash = audit_hash(before, line);
      update audit_line set hash = line.hash, subject_digest = line.subject_digest
        where family_id = line.family_id and id = line.id;
      before = line.hash;
      update audit_chain set hash = line.hash, sequence = line.sequence where family_id = line.family_id;
    end loop;
    delete from audit_chain c where not exists (select from audit_line l where l.family_id = c.family_id);
  end $$`

/** Whether the log is reported as intact after a forgery that leaves a consistent chain. */
async function detectsForgery(statement: string): Promise<boolean> {
  const { query } = app.database
  const tables = ['audit_line', 'audit_chain']
  for (const table of tables) await query(`create temp table kept_${table} as select * from ${table}`)
  await query('alter table audit_line no force row level security')
  await query('grant update, delete on audit_line to current_user')
  await query(statement)
  await query(recompute)
  const { rows } = await query('select audit_is_intact() as intact')
  expect(rows[0].intact).toBe(true)
  const isDetected = !(await isIntact())
  for (const table of tables) {
    await query(`delete from ${table}`)
    await query(`insert into ${table} select * from kept_${table}`)
    await query(`drop table kept_${table}`)
  }
  await query('alter table audit_line force row level security')
  return isDetected
}

describe('the seals of the audit log', () => {
  it('reveal a changed line although the chain was recomputed', async () => {
    expect(await isIntact()).toBe(true)
    expect(
      await detectsForgery("update audit_line set subject = 'Other' where action = 'family_created'"),
    ).toBe(true)
    expect(await isIntact()).toBe(true)
  })

  it('reveal that the newest lines were removed', async () => {
    expect(await detectsForgery("delete from audit_line where action = 'family_created'")).toBe(true)
  })

  it('cannot be made without the key of the servers', async () => {
    const { rows } = await app.database.query('select * from audit_seal limit 1')
    await app.database.query('update audit_seal set seal = $1 where family_id = $2 and sequence = $3', [
      Buffer.alloc(32, 1),
      rows[0].family_id,
      rows[0].sequence,
    ])
    expect(await isIntact()).toBe(false)
    await app.database.query('update audit_seal set seal = $1 where family_id = $2 and sequence = $3', [
      rows[0].seal,
      rows[0].family_id,
      rows[0].sequence,
    ])
    expect(await isIntact()).toBe(true)
  })

  it('follow new lines, also when two servers seal at the same time', async () => {
    await app.signIn('ada')
    await Promise.all([sealAuditLog(() => database, app.keys), sealAuditLog(() => database, app.keys)])
    expect(await isIntact()).toBe(true)
  })
})
