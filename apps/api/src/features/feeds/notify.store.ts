import type { NotificationKind, NotificationTarget } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import type { NotificationFacts } from '../../platform/notifications/notification-facts.ts'

interface Notice {
  family: { id: string; name: string }
  kind: Extract<NotificationKind, 'import_ready' | 'integration_failure'>
  /** Identifies the event, so that it notifies once. */
  occurrence: string
  facts: NotificationFacts
  target: { kind: NotificationTarget; id: string }
}

/**
 * Notifies the staff of a family. Who has a rule about failing sources hears of them by that rule, in the way it says.
 */
export async function notifyStaff(tx: Scoped, notice: Notice): Promise<void> {
  const { family, kind, occurrence, facts, target } = notice
  await sql`
    insert into notification (user_id, occurrence, kind, family_id, details)
    select u.id, ${occurrence}, ${kind}, ${family.id}, ${JSON.stringify({ facts, target, family })}::jsonb
    from app_user u
    where u.disabled_at is null and (u.role = 'admin' or (u.role = 'adviser' and exists (
        select from family_access a where a.user_id = u.id and a.family_id = ${family.id})))
      and (${kind} <> 'integration_failure' or not exists (
        select from user_task t where t.user_id = u.id and t.task_type = 'integration_failure' and t.is_active
          and (t.family_id is null or t.family_id = ${family.id})))
    on conflict do nothing`.execute(tx)
}
