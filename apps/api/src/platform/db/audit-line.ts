import type { Scoped } from './database.ts'

export interface AuditEntry {
  /** Null where no one was signed in. */
  actorId: string | null
  action: string
  /** Absent or null for what concerns no family. */
  familyId?: string | null
  /** The name of what it is about, for people. */
  subject?: string
  /** What it is about (`kind` and `id`) and what else is worth knowing. Never a secret. */
  details?: Record<string, unknown>
  address?: string | null
}

/** Writes down what is done, in the transaction that does it. */
export async function writeAudit(tx: Scoped, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_line')
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      ...(entry.familyId ? { family_id: entry.familyId } : {}),
      subject: (entry.subject ?? '').slice(0, 400),
      details: JSON.stringify(entry.details ?? {}),
      address: entry.address ?? null,
    })
    .execute()
}
