import type { Role } from '@plumbline/contract'
import type { Actor } from '../../platform/auth/actor.ts'
import { listChanges, writeAudit } from '../../platform/db/audit-line.ts'
import type { Database } from '../../platform/db/database.ts'

export type SecurityStore = ReturnType<typeof securityStore>

export function securityStore(database: () => Database) {
  return {
    async read(adminId: string): Promise<Role[]> {
      return database().within({ user: adminId }, async tx => {
        const row = await tx.selectFrom('security_rules').select('two_factor_roles').executeTakeFirstOrThrow()
        return row.two_factor_roles
      })
    },

    async change(actor: Actor, roles: Role[]): Promise<void> {
      await database().within({ user: actor.id }, async tx => {
        const before = await tx
          .selectFrom('security_rules')
          .select('two_factor_roles')
          .forUpdate()
          .executeTakeFirstOrThrow()
        await tx.updateTable('security_rules').set({ two_factor_roles: roles }).execute()
        await writeAudit(tx, {
          actorId: actor.id,
          action: 'security_rules_changed',
          subject: roles.join(', '),
          details: listChanges(before, { two_factor_roles: roles }, ['two_factor_roles']),
          address: actor.address,
        })
      })
    },
  }
}
