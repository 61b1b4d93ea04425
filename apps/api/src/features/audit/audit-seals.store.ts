import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { equalBytes, findKey, type ServerKeys } from '../../platform/keys/server-keys.ts'

/** A line that a chain of the audit log had reached. Sequences of bigint columns are strings. */
interface ChainHead {
  family_id: string
  sequence: string
  hash: Buffer
}

interface SealRow extends ChainHead {
  key_number: number
  seal: Buffer
  line_hash: Buffer | null
}

/**
 * Seals the newest line of every chain with a key of the servers, which the database does not hold. Write access
 * to the database suffices to recompute the hashes of a changed log, but not the seals.
 */
export async function sealAuditLog(database: () => Database, keys: Pick<ServerKeys, 'read'>): Promise<void> {
  const [key] = await keys.read('audit')
  await database().within('system', async tx => {
    const { rows } = await sql<ChainHead>`
      select c.family_id, c.sequence, c.hash from audit_chain c
      where c.sequence > 0 and not exists (
        select from audit_seal s where s.family_id = c.family_id and s.sequence = c.sequence)`.execute(tx)
    for (const head of rows)
      await sql`
        insert into audit_seal (family_id, sequence, hash, key_number, seal)
        values (${head.family_id}, ${head.sequence}, ${head.hash}, ${key.number}, ${computeSeal(key.bytes, head)})
        on conflict do nothing`.execute(tx)
  })
}

/** Whether every seal is genuine, and its line still in the log with the same hash. */
export async function areSealsIntact(
  tx: Scoped,
  keys: Awaited<ReturnType<ServerKeys['read']>>,
): Promise<boolean> {
  const { rows } = await sql<SealRow>`
    select s.family_id, s.sequence, s.hash, s.key_number, s.seal, l.hash as line_hash
    from audit_seal s left join audit_line l on l.family_id = s.family_id and l.sequence = s.sequence`.execute(
    tx,
  )
  return rows.every(row => {
    const key = findKey(keys, row.key_number)
    return (
      key !== null &&
      equalBytes(row.seal, computeSeal(key.bytes, row)) &&
      row.line_hash !== null &&
      equalBytes(row.hash, row.line_hash)
    )
  })
}

function computeSeal(key: Uint8Array, { family_id, sequence, hash }: ChainHead): Buffer {
  return createHmac('sha256', key).update(`${family_id}/${sequence}/`).update(hash).digest()
}
