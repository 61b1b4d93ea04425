import { sql } from 'kysely'
import { addTransactions, reviseTransaction, type TransactionHead } from '../../ledger/ledger.store.ts'
import type { Scoped } from '../../platform/db/database.ts'
import type { ElsewherePlan } from './paid-elsewhere.ts'

/** The source key that ties a deposit or withdrawal to the entry that was paid elsewhere. */
const elsewhereKey = (rootId: string) => `elsewhere:${rootId}`

/** Posts the counterparts of entries that were paid elsewhere. `heads` are the added entries, in the plan's order. */
export async function applyElsewhere(
  tx: Scoped,
  actorId: string,
  familyId: string,
  plan: ElsewherePlan,
  heads: readonly TransactionHead[],
): Promise<void> {
  await addTransactions(
    tx,
    familyId,
    plan.add.map(({ facts }) => facts),
    index => {
      const entry = plan.add[index]
      const rootId = entry?.rootId ?? heads[entry?.added ?? -1]?.rootId
      if (rootId === undefined) throw new Error('every counterpart has an entry')
      return { source: 'system', sourceKey: elsewhereKey(rootId), importId: null, createdBy: actorId }
    },
  )
  for (const { root_id, revision, facts } of plan.revise)
    await reviseTransaction(tx, familyId, root_id, revision, {
      facts,
      status: 'booked',
      createdBy: actorId,
      reason: follows,
    })
  await voidCounterparts(tx, actorId, familyId, plan.void, follows)
}

const follows = 'Follows from another entry of the asset.'
const orphaned = 'Its entry was voided.'

export async function voidCounterparts(
  tx: Scoped,
  actorId: string,
  familyId: string,
  counterparts: readonly { root_id: string; revision: number }[],
  reason: string,
): Promise<void> {
  for (const { root_id, revision } of counterparts)
    await reviseTransaction(tx, familyId, root_id, revision, {
      facts: {},
      status: 'void',
      createdBy: actorId,
      reason,
    })
}

interface OrphanQuery {
  familyId: string
  instrumentId: string
  /** Whether the entry is voided and its counterpart is not, or the reverse. */
  isEntryVoid: boolean
}

/** Counterparts whose entry was voided or restored without them, such as in the list of transactions. */
async function listOrphans(tx: Scoped, { familyId, instrumentId, isEntryVoid }: OrphanQuery) {
  const isVoid = (row: 'b' | 'c') => sql`(${sql.ref(`${row}.status`)} = 'void')`
  const { rows } = await sql<{ root_id: string; revision: number }>`
    select c.root_id, c.revision from transaction b
    join transaction c on c.family_id = b.family_id and c.account_id = b.account_id
      and c.source_key = 'elsewhere:' || b.root_id and c.superseded_by is null
    where b.family_id = ${familyId} and b.instrument_id = ${instrumentId} and b.superseded_by is null
      and ${isVoid('b')} = ${isEntryVoid} and ${isVoid('c')} <> ${isEntryVoid}
      and (${isEntryVoid} or c.reason = ${orphaned})
    order by c.root_id`.execute(tx)
  return rows
}

/** Voids the counterparts of entries that were voided without them. */
export async function voidOrphans(
  tx: Scoped,
  actorId: string,
  familyId: string,
  instrumentId: string,
): Promise<void> {
  const rows = await listOrphans(tx, { familyId, instrumentId, isEntryVoid: true })
  await voidCounterparts(tx, actorId, familyId, rows, orphaned)
}

/** Posts the counterparts of entries again whose void was undone. */
export async function restoreOrphans(
  tx: Scoped,
  actorId: string,
  familyId: string,
  instrumentId: string,
): Promise<void> {
  const rows = await listOrphans(tx, { familyId, instrumentId, isEntryVoid: false })
  for (const { root_id, revision } of rows)
    await reviseTransaction(tx, familyId, root_id, revision, {
      facts: {},
      status: 'booked',
      createdBy: actorId,
      reason: follows,
    })
}
