import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Scoped } from '../db/database.ts'
import { StartupError } from '../errors/startup-error.ts'
import { decrypt, encrypt } from './encryption.ts'
import type { MasterKey } from './master-key.ts'

export const keyPurposes = ['signing', 'sealing', 'audit', 'mail_pause'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/** A key of the servers. `isRetired` ones verify and decrypt what exists, and make nothing new. */
export interface ServerKey {
  purpose: KeyPurpose
  number: number
  bytes: Buffer
  retiredMs: number | null
}

export interface KeyRow {
  purpose: KeyPurpose
  number: number
  wrapped: Buffer
  master_fingerprint: Buffer | null
  retired_ms: number | null
}

export type ServerKeysStore = ReturnType<typeof serverKeysStore>

export function serverKeysStore(database: () => Database, masterKey: () => MasterKey) {
  /** Decrypted keys. They stay usable after the master key was replaced by a command beside this server. */
  const known = new Map<string, Buffer>()

  function unwrapRow(row: KeyRow): ServerKey {
    const name = `${row.purpose}/${row.number}`
    const bytes = known.get(name) ?? unwrapKey(masterKey(), row)
    known.set(name, bytes)
    return { purpose: row.purpose, number: row.number, bytes, retiredMs: row.retired_ms }
  }

  return {
    /** The keys of a purpose, newest first. The first server that needs one creates it. */
    async readKeys(purpose: KeyPurpose): Promise<[ServerKey, ...ServerKey[]]> {
      return database().within('system', async tx => {
        const rows = await readKeyRows(tx, purpose)
        const [newest, ...older] = (
          rows.length > 0 ? rows : await createFirstKey(tx, masterKey(), purpose)
        ).map(unwrapRow)
        if (!newest) throw new Error(`there is no ${purpose} key`)
        return [newest, ...older]
      })
    },
  }
}

/** Whether the database has keys that a master key encrypts. */
export async function hasKeys(database: () => Database): Promise<boolean> {
  const rows = await database().within('system', tx => readKeyRows(tx))
  return rows.some(row => row.master_fingerprint !== null)
}

/** Refuses a master key that cannot decrypt the keys of this database. */
export async function checkKeys(database: () => Database, master: MasterKey): Promise<void> {
  const rows = await database().within('system', tx => readKeyRows(tx))
  for (const row of rows) if (row.master_fingerprint !== null) unwrapKey(master, row)
}

/** The keys of one purpose or of all, newest first. */
export async function readKeyRows(tx: Scoped, purpose?: KeyPurpose): Promise<KeyRow[]> {
  const condition = purpose === undefined ? sql`true` : sql`purpose = ${purpose}`
  const { rows } = await sql<KeyRow>`
    select purpose, number, wrapped, master_fingerprint,
      extract(epoch from present_moment() - retired_at)::float8 * 1000 as retired_ms
    from server_key where ${condition} order by purpose, number desc`.execute(tx)
  return rows
}

export async function insertKey(
  tx: Scoped,
  master: MasterKey,
  key: Pick<ServerKey, 'purpose' | 'number' | 'bytes'>,
): Promise<void> {
  await sql`
    insert into server_key (purpose, number, wrapped, master_fingerprint)
    values (${key.purpose}, ${key.number}, ${wrapKey(master, key.purpose, key.bytes)}, ${master.fingerprint})
    on conflict do nothing`.execute(tx)
}

/** Of servers that start at the same time one creates the key, and the others read it. */
async function createFirstKey(tx: Scoped, master: MasterKey, purpose: KeyPurpose): Promise<KeyRow[]> {
  await insertKey(tx, master, { purpose, number: 1, bytes: randomBytes(32) })
  return readKeyRows(tx, purpose)
}

export function wrapKey(master: MasterKey, purpose: KeyPurpose, bytes: Uint8Array): Buffer {
  return encrypt(master.bytes, `server-key/${purpose}`, bytes)
}

export function unwrapKey(master: MasterKey, row: KeyRow): Buffer {
  if (row.master_fingerprint === null) throw new Error(`the ${row.purpose} key is not encrypted yet`)
  if (!row.master_fingerprint.equals(master.fingerprint))
    throw new StartupError(
      "The keys of this database are encrypted with another master key. Set the one that its servers use, or the new one if it was replaced. If it is lost, see 'Keys' in docs/operations.md.",
    )
  return decrypt(master.bytes, `server-key/${row.purpose}`, row.wrapped)
}
