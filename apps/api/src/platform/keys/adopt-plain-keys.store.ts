import { createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Scoped } from '../db/database.ts'
import type { MasterKey } from './master-key.ts'
import { linkPrefix } from './sealed-link.ts'
import { resealStored } from './sealed-values.store.ts'
import { insertKey, type KeyRow, readKeyRows, type ServerKey, wrapKey } from './server-keys.store.ts'
import { type SealedKind, sealWith } from './server-keys.ts'

/**
 * Encrypts the keys that an earlier version stored as they are, and everything that was encrypted with them. The old
 * signing key may be in a copy of the database, so it is retired.
 */
export async function adoptPlainKeys(database: () => Database, master: MasterKey): Promise<void> {
  await database().within('system', async tx => {
    await sql`lock table server_key in share row exclusive mode`.execute(tx)
    const plain = (await readKeyRows(tx)).filter(row => row.master_fingerprint === null)
    for (const row of plain) await wrapPlainKey(tx, master, row)
    const signing = plain.find(row => row.purpose === 'signing')
    if (signing) await replaceSigningKey(tx, master, signing)
  })
}

async function wrapPlainKey(
  tx: Scoped,
  master: MasterKey,
  { purpose, number, wrapped }: KeyRow,
): Promise<void> {
  await sql`
    update server_key set wrapped = ${wrapKey(master, purpose, wrapped)}, master_fingerprint = ${master.fingerprint}
    where purpose = ${purpose} and number = ${number}`.execute(tx)
}

async function replaceSigningKey(tx: Scoped, master: MasterKey, old: KeyRow): Promise<void> {
  await sql`update server_key set retired_at = present_moment() where purpose = 'signing'`.execute(tx)
  await insertKey(tx, master, { purpose: 'signing', number: old.number + 1, bytes: randomBytes(32) })
  const sealing: ServerKey = { purpose: 'sealing', number: 1, bytes: randomBytes(32), retiredMs: null }
  await insertKey(tx, master, sealing)
  await resealStored(tx, (kind, sealed) => sealWith(sealing, kind, unsealFormer(old.wrapped, kind, sealed)))
  await sealPlainLinks(tx, sealing)
}

const formerPurposes: Partial<Record<SealedKind, string>> = {
  two_factor: 'two-factor',
  source_key: 'integration',
}

/** As earlier versions encrypted: with a key derived from the signing key, and without a number. */
function unsealFormer(signingKey: Buffer, kind: SealedKind, sealed: Buffer): Buffer {
  const key = createHmac('sha256', signingKey)
    .update(formerPurposes[kind] ?? kind)
    .digest()
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

/** Links of these mails end with their use; all others lead to a page that needs a sign-in. */
const secretKinds = ['invitation', 'registration', 'password_reset', 'email_change']

async function sealPlainLinks(tx: Scoped, sealing: ServerKey): Promise<void> {
  const { rows } = await sql<{ id: string; link: string }>`
    select id, link from mail where kind = any(${secretKinds}) and link is not null for update`.execute(tx)
  for (const { id, link } of rows) {
    const sealed = linkPrefix + sealWith(sealing, 'mailed_link', Buffer.from(link)).toString('base64')
    await sql`update mail set link = ${sealed} where id = ${id}`.execute(tx)
  }
}
