import { sql } from 'kysely'
import { writeAudit } from './audit-line.ts'
import type { Scoped } from './database.ts'

/** What a person was called: addresses in lower case, names as they were written. */
interface Identity {
  id: string
  /** The family they belong to, and the one they registered, which may have their name. */
  familyIds: string[]
  emails: string[]
  /** Names and usernames, present and former. */
  names: string[]
}

/**
 * Removes what tells who a user was from the rows that stay when the user is deleted: mail, registrations, the audit
 * log and the name of a family that was named after them. The audit log keeps a pseudonym. Call it in the transaction
 * that deletes the user, before it does.
 */
export async function erasePerson(tx: Scoped, userId: string): Promise<void> {
  const { rows } = await sql<{ scope: string }>`
    select coalesce(current_setting('plumbline.system', true), '') as scope`.execute(tx)
  // The rows belong to others as well, so they are not all in the scope of the administrator.
  await sql`select set_config('plumbline.system', 'on', true)`.execute(tx)
  await lockAuditLog(tx)
  const person = await identify(tx, userId)
  if (person) {
    await removeFromMail(tx, person)
    const renamed = await renameFamilies(tx, person)
    await removeFromAudit(tx, person, renamed)
    // Replies that name a user hold the id beside the name. A repeated request then hears that it was saved.
    await sql`
      update idempotency_key set body = null
      where position(convert_to(${userId}, 'UTF8') in body) > 0`.execute(tx)
    await sql`
      delete from registration
      where user_id = ${userId} or lower(email) = any (${person.emails}::text[])`.execute(tx)
  }
  await sql`select set_config('plumbline.system', ${rows[0]?.scope ?? ''}, true)`.execute(tx)
}

/**
 * Waits until lines that are being written are there to be erased; later ones find the person gone. Call it before
 * writing a line in the same transaction, or two erasures at once wait for each other.
 */
export async function lockAuditLog(tx: Scoped): Promise<void> {
  await sql`select wait_for_audit_lines()`.execute(tx)
}

/** Former names and addresses stand where they were used: in mail, links, registrations and the audit log. */
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
    from app_user u where u.id = ${userId} for update of u`.execute(tx)
  const row = rows[0]
  return row ? { id: userId, ...row } : null
}

async function removeFromMail(tx: Scoped, { id, emails, names }: Identity): Promise<void> {
  await sql`delete from mail where user_id = ${id} or lower(to_address) = any (${emails}::text[])`.execute(tx)
  // Invitations name who invites.
  const { rows } = await sql<{ id: string; body_text: string; body_html: string }>`
    select id, body_text, body_html from mail m
    where kind = 'invitation'
      and exists (select from unnest(${names}::text[]) name where position(name in m.body_text) > 0)
    for update`.execute(tx)
  for (const mail of rows)
    await tx
      .updateTable('mail')
      .set({
        body_text: withoutNames(mail.body_text, names),
        body_html: withoutNames(mail.body_html, names.map(escaped)),
      })
      .where('id', '=', mail.id)
      .execute()
}

function withoutNames(text: string, names: readonly string[]): string {
  // Longest first: a name may be part of another one.
  return names
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => {
      const exactly = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      const word = new RegExp(`(?<![\\p{L}\\p{N}])${exactly}(?![\\p{L}\\p{N}])`, 'gu')
      return rest.replaceAll(word, 'Plumbline')
    }, text)
}

/** As mail is written in HTML. */
function escaped(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, sign => signs[sign] ?? sign)
}

/** A family that someone registered has their name, perhaps with a number. */
async function renameFamilies(tx: Scoped, { familyIds, names }: Identity): Promise<string[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from family f
    where f.id = any (${familyIds}::uuid[]) and exists (
      select from unnest(${names}::text[]) name
      where f.name = name or regexp_replace(f.name, ' [0-9]+$', '') = left(name, 190))
    order by f.id for update`.execute(tx)
  for (const { id } of rows) {
    await sql`update family set name = 'Family ' || left(id::text, 8) where id = ${id}`.execute(tx)
    await sql`select bump_family_version(${id}::uuid)`.execute(tx)
    const details = { kind: 'family', id, changed: ['name'] }
    await writeAudit(tx, { actorId: null, familyId: id, action: 'family_changed', details })
  }
  return rows.map(({ name }) => name)
}

/** The salts go with the names, so that the digests in the chain cannot be compared with guesses. */
async function removeFromAudit(
  tx: Scoped,
  { id, familyIds, emails, names }: Identity,
  familyNames: string[],
): Promise<void> {
  const words = [...names, ...familyNames].map(word => word.toLowerCase())
  const isAbout = sql`(l.details ->> 'kind' = 'user' and l.details ->> 'id' = ${id})`
  const mayHoldNames = sql`(l.actor_id = ${id} or l.details ->> 'kind' is null
    or l.details ->> 'kind' = 'user' or l.details ->> 'id' = any (${familyIds}::text[]))`
  await sql`
    update audit_line l set actor_salt = null, address = null,
      actor_name = case when l.actor_id is null then null else audit_pseudonym(l.actor_id) end
    where l.actor_id = ${id}
      or l.actor_id is null and (${isAbout} or l.details ->> 'kind' = 'registration' and l.details ->> 'id' in (
        select r.id::text from registration r where r.user_id = ${id} or lower(r.email) = any (${emails}::text[])))
  `.execute(tx)
  await sql`
    update audit_line l set subject_salt = null,
      subject = case when ${isAbout} then audit_pseudonym(${id}::uuid) else '' end,
      details = jsonb_strip_nulls(jsonb_build_object('kind', l.details -> 'kind', 'id', l.details -> 'id'))
    where ${isAbout}
      or l.actor_id = ${id} and (l.details ->> 'kind' = 'api_token' or l.details ? 'client')
      or exists (select from unnest(${emails}::text[]) email
        where position(email in lower(l.subject || ' ' || l.details::text)) > 0)
      or ${mayHoldNames} and (lower(l.subject) = any (${words}::text[]) or exists (
        select from jsonb_path_query(l.details, 'strict $.**') word
        where jsonb_typeof(word) = 'string' and lower(word #>> '{}') = any (${words}::text[])))
  `.execute(tx)
}
