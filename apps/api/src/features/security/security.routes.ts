import { contract } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { SecurityStore } from './security.store.ts'

/** Security rules per role. */
export function securityRoutes(serve: Serve, store: SecurityStore): void {
  serve(contract.users.readSecurity, async ({ user }) => ({
    data: { mfa_required_roles: await store.read(user.id) },
  }))

  serve(contract.users.changeSecurity, async ({ user, body, request }) => {
    const roles = [...new Set(body.mfa_required_roles)]
    if (roles.includes('demo'))
      throw new AppError('invalid_field', {
        field: 'mfa_required_roles',
        message: 'The demo account is shared and cannot use two-factor authentication.',
      })
    await store.change(toActor(user, request.ip), roles)
    return { data: { mfa_required_roles: roles } }
  })
}
