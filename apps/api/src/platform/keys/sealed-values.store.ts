import { sql } from 'kysely'
import type { Scoped } from '../db/database.ts'
import { linkPrefix } from './sealed-link.ts'
import type { SealedKind } from './server-keys.ts'

/** Replaces an encrypted value. */
export type Reseal = (kind: SealedKind, sealed: Buffer) => Buffer

/** Re-encrypts every stored secret of users and sources, and returns how many. */
export async function resealStored(tx: Scoped, reseal: Reseal): Promise<number> {
  const seeds = await sql<{ id: string; sealed: Buffer }>`
    select user_id as id, sealed_secret as sealed from two_factor order by user_id for update`.execute(tx)
  for (const { id, sealed } of seeds.rows)
    await sql`update two_factor set sealed_secret = ${reseal('two_factor', sealed)} where user_id = ${id}`.execute(
      tx,
    )
  const secrets = await sql<{ id: string; sealed: Buffer }>`
    select integration_id as id, sealed from integration_secret order by integration_id for update`.execute(
    tx,
  )
  for (const { id, sealed } of secrets.rows)
    await sql`
      update integration_secret set sealed = ${reseal('source_key', sealed)} where integration_id = ${id}`.execute(
      tx,
    )
  return seeds.rows.length + secrets.rows.length
}

/** The same for the links of waiting mails. */
export async function resealLinks(tx: Scoped, reseal: Reseal): Promise<number> {
  const mails = await sql<{ id: string; link: string }>`
    select id, link from mail where starts_with(link, ${linkPrefix}) order by id for update`.execute(tx)
  for (const { id, link } of mails.rows) {
    const sealed = reseal('mailed_link', Buffer.from(link.slice(linkPrefix.length), 'base64'))
    await sql`update mail set link = ${linkPrefix + sealed.toString('base64')} where id = ${id}`.execute(tx)
  }
  return mails.rows.length
}
