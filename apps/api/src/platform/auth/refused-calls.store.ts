import { writeAudit } from '../db/audit-line.ts'
import type { Database } from '../db/database.ts'
import type { CurrentUser } from './current-user.ts'

/** One entry per user and call in this time: a client that repeats a refused call must not fill the log. */
const intervalMs = 10 * 60_000
const maxRemembered = 10_000

export interface RefusedCall {
  method: string
  path: string
  address: string
}

export type AuditRefusedCall = (user: CurrentUser, call: RefusedCall) => Promise<void>

/** Audits calls that a role or an API token does not allow. */
export function createRefusedCallAudit(
  database: () => Database,
  now: () => number = Date.now,
): AuditRefusedCall {
  const noted = new Map<string, number>()
  return async ({ id, familyId }, { method, path, address }) => {
    const key = `${id} ${method} ${path}`
    const last = noted.get(key)
    if (last !== undefined && now() - last < intervalMs) return
    noted.delete(key)
    noted.set(key, now())
    const [oldest] = noted.keys()
    if (noted.size > maxRemembered && oldest !== undefined) noted.delete(oldest)
    await database().within({ user: id }, tx =>
      writeAudit(tx, {
        actorId: id,
        familyId,
        action: 'access_refused',
        subject: `${method} ${path}`,
        address,
      }),
    )
  }
}
