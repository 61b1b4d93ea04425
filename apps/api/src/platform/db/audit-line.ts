import { sql } from 'kysely'
import type { Scoped } from './database.ts'

export interface AuditEntry {
  /** Null when the caller was not signed in. */
  actorId: string | null
  action: string
  /** Absent or null for actions that concern no family. */
  familyId?: string | null
  /** The subject's name, for readers of the log. */
  subject?: string
  /** The subject's `kind` and `id`, and further details. Never a secret. */
  details?: Record<string, unknown>
  address?: string | null
}

/** The old and the new value of each changed field. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** Compares two versions of a row in the given fields. Never pass secrets, or names of people: erasure must find them. */
export function listChanges<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): { changes: Changes } {
  const changed = fields.filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return {
    changes: Object.fromEntries(
      changed.map(field => [field, { from: before[field] ?? null, to: after[field] ?? null }]),
    ),
  }
}

/** Logs an action in the transaction that performs it. */
export async function writeAudit(tx: Scoped, entry: AuditEntry): Promise<void> {
  const { actorId, familyId, action, subject, details, address } = entry
  await sql`
    select add_audit_line(${actorId}::uuid, ${familyId || null}::uuid, ${action}::text,
      ${(subject ?? '').slice(0, 400)}::text, ${JSON.stringify(details ?? {})}::jsonb, ${address ?? null}::inet)`.execute(
    tx,
  )
}
