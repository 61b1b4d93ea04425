import { type Changes, writeAudit } from '../db/audit-line.ts'
import type { Scoped } from '../db/database.ts'
import { type Actor, isStaff } from './actor.ts'

interface ChangedRow {
  id: string
  name: string
  family_id: string | null
}

/** Audits a change by staff to what a family's members keep themselves. Their own changes are not audited. */
export async function auditStaffChange(
  tx: Scoped,
  actor: Actor,
  row: ChangedRow,
  { kind, action, ...details }: { kind: string; action: string; changes?: Changes },
): Promise<void> {
  if (!isStaff(actor)) return
  await writeAudit(tx, {
    actorId: actor.id,
    familyId: row.family_id,
    action,
    subject: row.name,
    details: { kind, id: row.id, ...details },
    address: actor.address,
  })
}
