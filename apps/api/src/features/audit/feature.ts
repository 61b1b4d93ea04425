import type { Services } from '../services.ts'
import { auditRoutes } from './audit.routes.ts'
import { auditStore } from './audit.store.ts'
import { outboxRoutes } from './outbox.routes.ts'
import { outboxStore } from './outbox.store.ts'

export function registerAudit({ serve, database, mailSender, keys }: Services): void {
  auditRoutes(serve, auditStore(database, keys))
  outboxRoutes(serve, outboxStore(database), mailSender, keys)
}
