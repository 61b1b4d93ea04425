import { contract } from '@plumbline/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { ServerKeys } from '../../../platform/keys/server-keys.ts'
import type { WithCodeLimit } from '../reauthenticate.ts'
import { toSignInActor } from '../sessions/sign-in-actor.ts'
import type { TwoFactorStore } from './two-factor.store.ts'
import { describeSecret, newBackupCodes, newTwoFactorSecret } from './two-factor.ts'

/** Sets up two-factor, turns it off, and manages backup codes. */
export function twoFactorRoutes(
  serve: Serve,
  store: TwoFactorStore,
  withCodeLimit: WithCodeLimit,
  keys: Pick<ServerKeys, 'seal' | 'unsealer'>,
): void {
  serve(contract.auth.createTwoFactor, async ({ user }) => {
    const secret = newTwoFactorSecret()
    if (!(await store.begin(user.id, await keys.seal('two_factor', secret))))
      throw new AppError('two_factor_on')
    const { url, key } = describeSecret(secret, user.username)
    return { data: { otp_auth_url: url, secret: key } }
  })

  serve(contract.auth.activateTwoFactor, async ({ user, body, request }) => {
    const codes = newBackupCodes()
    const unseal = await keys.unsealer('two_factor')
    const outcome = await withCodeLimit(user.id, request, body.otp, async () => {
      const answer = await store.activate(unseal, toSignInActor(user, request), body.otp, codes)
      return { isRight: answer === 'activated', answer }
    })
    if (outcome === 'active') throw new AppError('two_factor_on')
    if (outcome === 'wrong') throw new AppError('wrong_code', { field: 'otp' })
    return { data: { backup_codes: codes } }
  })

  serve(contract.auth.deactivateTwoFactor, async ({ user, body, request }) => {
    const unseal = await keys.unsealer('two_factor')
    const outcome = await withCodeLimit(user.id, request, body.otp, async () => {
      const answer = await store.deactivate(unseal, toSignInActor(user, request), body.otp)
      return { isRight: answer !== 'wrong', answer }
    })
    if (outcome === 'off') throw new AppError('two_factor_off')
    if (outcome === 'required') throw new AppError('two_factor_required')
    if (outcome === 'wrong') throw new AppError('wrong_code', { field: 'otp' })
    return undefined
  })

  serve(contract.auth.countBackupCodes, async ({ user }) => ({
    data: { remaining: await store.countBackupCodes(user.id) },
  }))

  serve(contract.auth.renewBackupCodes, async ({ user, body, request }) => {
    const codes = newBackupCodes()
    const unseal = await keys.unsealer('two_factor')
    const outcome = await withCodeLimit(user.id, request, body.otp, async () => {
      const answer = await store.renewBackupCodes(unseal, toSignInActor(user, request), body.otp, codes)
      return { isRight: answer !== 'wrong', answer }
    })
    if (outcome === 'off') throw new AppError('two_factor_off')
    if (outcome === 'wrong') throw new AppError('wrong_code', { field: 'otp' })
    return { data: { backup_codes: codes } }
  })
}
