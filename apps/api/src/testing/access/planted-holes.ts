import type { TestDatabase } from '../test-database.ts'

/**
 * Plants security bugs in the database under test, as a careless change could leave them.
 * `PLANT=1 npm run check:authz` shows that each check finds its bug.
 */
export async function plantHole(database: TestDatabase): Promise<void> {
  await plantAdmins(database)
  // A missing predicate: families and accounts of others are visible and writable.
  await database.query(`
    create or replace function visible_families() returns setof uuid
      language sql stable security definer set search_path = public, pg_temp
      as $$ select family.id from family $$`)
  await database.query(`
    create or replace function sees_family(family uuid) returns boolean
      language sql stable parallel safe return true`)
  // The limit to some accounts is gone.
  await database.query(`
    create or replace function sees_row(family uuid, account uuid) returns boolean
      language sql stable parallel safe return true`)
  await database.query(`
    create or replace function sees_account(account uuid) returns boolean
      language sql stable parallel safe return true`)
  await database.query(`
    create or replace function sees_every_account() returns boolean
      language sql stable parallel safe return true`)
  await database.query(`
    create or replace function scope_sees_all_accounts() returns boolean
      language sql stable security definer set search_path = public, pg_temp as $$ select true $$`)
  for (const table of [
    'strategy',
    'template',
    'watched_ticker',
    'report',
    'user_task',
    'sign_in',
    'api_token',
  ])
    await database.query(`create policy planted on ${table} using (true) with check (true)`)
}

/** Any sign-in, also an ended or foreign one, gets the rights of an administrator. */
async function plantAdmins(database: TestDatabase): Promise<void> {
  const { rows } = await database.query("select pg_get_functiondef('who(uuid, uuid)'::regprocedure) as text")
  const { text } = rows[0] as { text: string }
  const holed = text
    .replace(/u\.role,/, "'admin'::text,")
    .replace(/where s\.id = for_sign_in and [^;]+;/, 'where s.id = for_sign_in;')
  if (!holed.includes("'admin'::text") || !holed.includes('for_sign_in;'))
    throw new Error('who asks is found out in another way: the hole has to be made anew')
  await database.query(holed)
}

/** One-time tokens work repeatedly, attempts are not counted, known names take longer, and a secret is stored. */
export async function plantReuse(database: TestDatabase): Promise<void> {
  await plantAdmins(database)
  const before = (events: string, table: string, body: string) =>
    database.query(`
      create or replace function planted_${table}() returns trigger language plpgsql as $$
      begin ${body} return new; end $$;
      create trigger planted before ${events} on ${table} for each row execute function planted_${table}()`)
  await before('update', 'sign_in', 'new.ended_at := null; new.token_hash := old.token_hash;')
  await before('update', 'two_factor', 'new.last_step := 0;')
  await before('update', 'one_time_link', 'new.used_at := null;')
  await before('update', 'two_factor_challenge', 'new.used_at := null;')
  await before('update', 'app_user', 'new.disabled_at := null;')
  await before('insert or update', 'try_limit', 'new.full_at := now();')
  await before(
    'insert',
    'audit_line',
    "if new.action = 'sign_in_failed' and new.actor_id is not null then perform pg_sleep(0.5); end if;",
  )
  await database.query("insert into family (name) values ('correct horse battery')")
}
