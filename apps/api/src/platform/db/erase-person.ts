import { type RawBuilder, sql } from 'kysely'
import { writeAudit } from './audit-line.ts'
import type { Scoped } from './database.ts'

/** The names and addresses of a person: addresses in lower case, names as written. */
interface Identity {
  id: string
  /** The family they belong to, and the one they registered, which may have their name. */
  familyIds: string[]
  emails: string[]
  /** Names and usernames, present and former. */
  names: string[]
}

export interface ErasedPerson extends Identity {
  /** The families that have the person's name until `finishErasure`. */
  namesakes: { id: string; name: string }[]
}

/** Runs erasures one at a time, because two may change the same lines. Call it before taking other locks. */
export async function lockErasures(tx: Scoped): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('plumbline erasure'))`.execute(tx)
}

/**
 * Removes a user's identity from the rows that outlive the user: mail, registrations and the audit log, which keeps a
 * pseudonym. Searching the log is slow, so this locks only the user's own rows and, against renaming, the families
 * that have their name. In the transaction that deletes the user, call `lockErasures`, this function, other locks,
 * `finishErasure`, then delete the user. Returns null if the user does not exist.
 */
export async function erasePerson(tx: Scoped, userId: string): Promise<ErasedPerson | null> {
  return asSystem(tx, async () => {
    // A separate statement, so that the next ones see the audit lines that this one waited for.
    await sql`select from app_user where id = ${userId} for update`.execute(tx)
    const identity = await identify(tx, userId)
    if (!identity) return null
    const person = { ...identity, namesakes: await findNamesakes(tx, identity) }
    await removeFromMail(tx, person)
    await removeFromAudit(tx, person)
    // Stored replies that name a user also hold the id. A repeated request then gets `already_saved`.
    await sql`
      update idempotency_key set body = null
      where position(convert_to(${userId}, 'UTF8') in body) > 0`.execute(tx)
    await sql`
      delete from registration
      where user_id = ${userId} or lower(email) = any (${person.emails}::text[])`.execute(tx)
    return person
  })
}

/**
 * Renames the families that have the person's name, which blocks other writers of these families until the
 * transaction ends. Also cleans the lines that this transaction wrote for an erased family.
 */
export async function finishErasure(
  tx: Scoped,
  person: ErasedPerson,
  erasedFamilyId: string | null = null,
): Promise<void> {
  await asSystem(tx, async () => {
    await renameFamilies(tx, person)
    if (erasedFamilyId) await removeFromAudit(tx, person, sql`l.family_id = ${erasedFamilyId}`)
  })
}

/** Some of the rows belong to other families, outside the administrator's scope. */
async function asSystem<Result>(tx: Scoped, work: () => Promise<Result>): Promise<Result> {
  const { rows } = await sql<{ scope: string }>`
    select coalesce(current_setting('plumbline.system', true), '') as scope`.execute(tx)
  await sql`select set_scope('system', 'on')`.execute(tx)
  const result = await work()
  await sql`select set_scope('system', ${rows[0]?.scope ?? ''})`.execute(tx)
  return result
}

/** Finds former names and addresses in mail, links, registrations and the audit log. */
async function identify(tx: Scoped, userId: string): Promise<Identity | null> {
  const { rows } = await sql<Omit<Identity, 'id'>>`
    with about as (
      select actor_name as word from audit_line where actor_id = ${userId}
      union select subject from audit_line
        where details ->> 'id' = ${userId} and details ->> 'kind' = 'user'
          or actor_id = ${userId} and action = 'username_changed'
      union select email from one_time_link where user_id = ${userId}
      union select to_address from mail where user_id = ${userId}
      union select unnest(array[email, name, username]) from registration where user_id = ${userId}
      union select unnest(array[email, name, username]) from app_user where id = ${userId}
    )
    select array(
        select u.family_id where u.family_id is not null
        union select family_id from audit_line where actor_id = u.id and action = 'registered') as "familyIds",
      (select coalesce(array_agg(distinct lower(word)), '{}') from about where word like '%_@_%') as emails,
      (select coalesce(array_agg(distinct word), '{}') from about
        where word not like '%_@_%' and word not in ('', audit_pseudonym(u.id))) as names
    from app_user u where u.id = ${userId}`.execute(tx)
  const row = rows[0]
  return row ? { id: userId, ...row } : null
}

async function removeFromMail(tx: Scoped, { id, emails, names }: Identity): Promise<void> {
  const words = [...names, ...emails]
  await sql`delete from mail where user_id = ${id} or lower(to_address) = any (${emails}::text[])`.execute(tx)
  // Invitations name the inviter, and reports name the sender with the address.
  const { rows } = await sql<{ id: string; body_text: string; body_html: string }>`
    select id, body_text, body_html from mail m
    where kind in ('invitation', 'shared_report')
      and exists (select from unnest(${words}::text[]) word where position(lower(word) in lower(m.body_text)) > 0)
    for update`.execute(tx)
  for (const mail of rows)
    await tx
      .updateTable('mail')
      .set({
        body_text: removeNames(mail.body_text, words),
        body_html: removeNames(mail.body_html, words.map(escapeHtml)),
      })
      .where('id', '=', mail.id)
      .execute()
}

function removeNames(text: string, names: readonly string[]): string {
  // Longest first, because one name may be part of another.
  return names
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => {
      const exactly = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      const word = new RegExp(`(?<![\\p{L}\\p{N}])${exactly}(?![\\p{L}\\p{N}])`, 'giu')
      return rest.replaceAll(word, 'Plumbline')
    }, text)
}

/** The same escaping as in HTML mail. */
function escapeHtml(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, sign => signs[sign] ?? sign)
}

/** Registration names the new family after the person, perhaps with a number. */
async function findNamesakes(tx: Scoped, { familyIds, names }: Identity): Promise<ErasedPerson['namesakes']> {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from family f
    where f.id = any (${familyIds}::uuid[]) and exists (
      select from unnest(${names}::text[]) name
      where f.name = name or regexp_replace(f.name, ' [0-9]+$', '') = left(name, 190))
    order by f.id for no key update`.execute(tx)
  return rows
}

async function renameFamilies(tx: Scoped, { namesakes }: ErasedPerson): Promise<void> {
  for (const { id } of namesakes) {
    await sql`update family set name = 'Family ' || left(id::text, 8) where id = ${id}`.execute(tx)
    await sql`select bump_family_version(${id}::uuid)`.execute(tx)
    const details = { kind: 'family', id, changed: ['name'] }
    await writeAudit(tx, { actorId: null, familyId: id, action: 'family_changed', details })
  }
}

/** The salts go with the names, so that the digests in the chain cannot be compared with guesses. */
async function removeFromAudit(
  tx: Scoped,
  { id, familyIds, emails, names, namesakes }: ErasedPerson,
  part = sql`true`,
): Promise<void> {
  const words = [...names, ...namesakes.map(family => family.name)].map(word => word.toLowerCase())
  const isAbout = sql`(l.details ->> 'kind' = 'user' and l.details ->> 'id' = ${id})`
  const mayHoldNames = sql`(l.actor_id = ${id} or l.details ->> 'kind' is null
    or l.details ->> 'kind' = 'user' or l.details ->> 'id' = any (${familyIds}::text[]))`
  const acted = await findLines(
    tx,
    sql`${part} and (l.actor_id = ${id}
      or l.actor_id is null and (${isAbout} or l.details ->> 'kind' = 'registration' and l.details ->> 'id' in (
        select r.id::text from registration r where r.user_id = ${id} or lower(r.email) = any (${emails}::text[]))))`,
  )
  await sql`select erase_audit_actors(${acted.families}::uuid[], ${acted.ids}::uuid[])`.execute(tx)
  const named = await findLines(
    tx,
    sql`${part} and (${isAbout}
      or l.actor_id = ${id} and (l.details ->> 'kind' = 'api_token' or l.details ? 'client')
      or exists (select from unnest(${emails}::text[]) email
        where position(email in lower(l.subject || ' ' || l.details::text)) > 0)
      or ${mayHoldNames} and (lower(l.subject) = any (${words}::text[]) or exists (
        select from jsonb_path_query(l.details, 'strict $.**') word
        where jsonb_typeof(word) = 'string' and lower(word #>> '{}') = any (${words}::text[]))))`,
  )
  await sql`select erase_audit_subjects(${named.families}::uuid[], ${named.ids}::uuid[], ${id}::uuid)`.execute(
    tx,
  )
}

async function findLines(tx: Scoped, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ family_id: string; id: string }>`
    select l.family_id, l.id from audit_line l where ${condition}`.execute(tx)
  return { families: rows.map(row => row.family_id), ids: rows.map(row => row.id) }
}
