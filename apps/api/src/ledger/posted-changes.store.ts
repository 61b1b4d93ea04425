import { sql } from 'kysely'
import type { Scoped } from '../platform/db/database.ts'
import { reviseTransaction, type TransactionFacts } from './ledger.store.ts'

/** A change of a transaction that was posted together with others; `before` is null for one that was added. */
export interface PostedChange {
  root: string
  before: number | null
  after: number
}

/** Who changes the ledger, and the reason that the history shows. */
interface ChangeOrigin {
  createdBy: string
  reason: string
}

/** Revises one of the transactions of a posting. */
export async function postRevision(
  tx: Scoped,
  familyId: string,
  change: { root: string; revision: number; facts: Partial<TransactionFacts>; status: 'booked' | 'void' },
  origin: ChangeOrigin,
): Promise<PostedChange> {
  const { root, revision: before, facts, status } = change
  const { rootId, revision } = await reviseTransaction(tx, familyId, root, before, {
    facts,
    status,
    ...origin,
  })
  return { root: rootId, before, after: revision }
}

/** Restores what a posting changed. Throws `conflict` if the transaction was changed since. */
export async function restoreChange(
  tx: Scoped,
  familyId: string,
  { root, before, after }: PostedChange,
  origin: ChangeOrigin,
): Promise<void> {
  if (before === null) {
    await reviseTransaction(tx, familyId, root, after, { ...origin, facts: {}, status: 'void' })
    return
  }
  const { rows } = await sql<{ facts: object }>`
    select to_jsonb(v) - array['id', 'root_id', 'family_id', 'revision', 'superseded_by', 'status', 'created_by',
      'created_at', 'reason', 'source', 'source_key', 'import_id', 'lots', 'takes'] as facts
    from transaction v where v.family_id = ${familyId} and v.root_id = ${root} and v.revision = ${before}`.execute(
    tx,
  )
  await reviseTransaction(tx, familyId, root, after, {
    ...origin,
    facts: rows[0]?.facts ?? {},
    status: 'booked',
  })
}
