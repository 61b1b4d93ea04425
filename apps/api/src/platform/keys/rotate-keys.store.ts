import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { writeAudit } from '../db/audit-line.ts'
import type { Database, Scoped } from '../db/database.ts'
import type { MasterKey } from './master-key.ts'
import { linkPrefix } from './sealed-link.ts'
import { resealLinks, resealStored } from './sealed-values.store.ts'
import {
  insertKey,
  type KeyPurpose,
  readKeyRows,
  type ServerKey,
  unwrapKey,
  wrapKey,
} from './server-keys.store.ts'
import { acceptedAfterRetirementMs, sealWith, unsealWith } from './server-keys.ts'

/** Replaced by `rotateKeys`. The others confirm what exists, such as the audit log. */
const rotated = ['signing', 'sealing'] as const

/**
 * Replaces the keys of access tokens and of stored secrets, and encrypts the secrets anew. Former keys are deleted once
 * nothing needs them: a server that runs may still use one for a moment, so that happens with the next rotation.
 *
 * @returns how many secrets were encrypted anew.
 */
export function rotateKeys(database: () => Database, master: MasterKey): Promise<number> {
  return database().within('system', async tx => {
    await lockKeys(tx)
    for (const purpose of rotated) await replaceKey(tx, master, purpose)
    const [newest, ...former] = await readUnwrapped(tx, master, 'sealing')
    if (!newest) return 0
    const keys = [newest, ...former]
    const reseal = (kind: Parameters<typeof unsealWith>[1], sealed: Buffer) =>
      sealWith(newest, kind, unsealWith(keys, kind, sealed))
    const count = (await resealStored(tx, reseal)) + (await resealLinks(tx, reseal))
    await deleteRetired(tx)
    await writeAudit(tx, { actorId: null, action: 'keys_rotated' })
    return count
  })
}

async function replaceKey(tx: Scoped, master: MasterKey, purpose: KeyPurpose): Promise<void> {
  const [newest] = await readKeyRows(tx, purpose)
  await sql`
    update server_key set retired_at = present_moment() where purpose = ${purpose} and retired_at is null`.execute(
    tx,
  )
  await insertKey(tx, master, { purpose, number: (newest?.number ?? 0) + 1, bytes: randomBytes(32) })
}

async function deleteRetired(tx: Scoped): Promise<void> {
  await sql`
    delete from server_key where purpose = any(${[...rotated]})
      and retired_at < present_moment() - make_interval(secs => ${acceptedAfterRetirementMs / 1000})`.execute(
    tx,
  )
}

/** Encrypts the keys with another master key. Servers that run go on; their next start needs the new one. */
export function replaceMasterKey(database: () => Database, from: MasterKey, to: MasterKey): Promise<number> {
  return database().within('system', async tx => {
    await lockKeys(tx)
    const rows = await readKeyRows(tx)
    for (const row of rows) {
      const wrapped = wrapKey(to, row.purpose, unwrapKey(from, row))
      await sql`
        update server_key set wrapped = ${wrapped}, master_fingerprint = ${to.fingerprint}
        where purpose = ${row.purpose} and number = ${row.number}`.execute(tx)
    }
    await writeAudit(tx, { actorId: null, action: 'master_key_replaced' })
    return rows.length
  })
}

/**
 * For an installation whose master key is lost: deletes the keys and everything that only they can decrypt. The next
 * start creates new ones.
 */
export function discardKeys(
  database: () => Database,
): Promise<{ seeds: number; sourceKeys: number; links: number }> {
  return database().within('system', async tx => {
    await lockKeys(tx)
    await sql`delete from server_key`.execute(tx)
    await sql`delete from audit_seal`.execute(tx)
    await sql`delete from backup_code`.execute(tx)
    const seeds = await sql`delete from two_factor`.execute(tx)
    const sourceKeys = await sql`delete from integration_secret`.execute(tx)
    const links =
      await sql`update mail set link = null, status = 'discarded', discard_reason = 'keys_discarded'
      where starts_with(link, ${linkPrefix}) and status in ('waiting', 'failed')`.execute(tx)
    await writeAudit(tx, { actorId: null, action: 'keys_discarded' })
    return {
      seeds: Number(seeds.numAffectedRows ?? 0),
      sourceKeys: Number(sourceKeys.numAffectedRows ?? 0),
      links: Number(links.numAffectedRows ?? 0),
    }
  })
}

async function lockKeys(tx: Scoped): Promise<void> {
  await sql`lock table server_key in share row exclusive mode`.execute(tx)
}

async function readUnwrapped(tx: Scoped, master: MasterKey, purpose: KeyPurpose): Promise<ServerKey[]> {
  const rows = await readKeyRows(tx, purpose)
  return rows.map(row => ({
    purpose,
    number: row.number,
    bytes: unwrapKey(master, row),
    retiredMs: row.retired_ms,
  }))
}
