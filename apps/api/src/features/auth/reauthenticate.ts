import type { FastifyRequest } from 'fastify'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ServerKeys } from '../../platform/keys/server-keys.ts'
import type { AuthStore } from './auth.store.ts'
import type { KnownOrigin, Limits, Ticket } from './limits/limits.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { TwoFactorStore } from './second-factor/two-factor.store.ts'
import { isBackupCode } from './second-factor/two-factor.ts'
import { findKnownOrigin } from './sessions/origin.ts'

/** Password and code, and the name of the password field for errors. */
export interface ReauthenticationInput {
  password: string
  passwordField: 'password' | 'old_password'
  otp: string | undefined
}

/** Verifies that the owner of this sign-in makes the call: by password, and by code if two-factor is on. */
export type Reauthenticate = (
  user: CurrentUser,
  request: FastifyRequest,
  given: ReauthenticationInput,
) => Promise<void>

/** Returns the try if the password could not be compared because the server is busy. */
export async function matchesPassword(
  passwords: Passwords,
  ticket: Ticket,
  password: string,
  storedHash: string | null,
): Promise<boolean> {
  try {
    return await passwords.matches(password, storedHash)
  } catch (error) {
    await ticket.giveBack()
    throw error
  }
}

/** Uses up a code within the code limit. */
export type WithCodeLimit = <T>(
  userId: string,
  request: FastifyRequest,
  code: string,
  work: () => Promise<{ isRight: boolean; answer: T }>,
) => Promise<T>

/**
 * Code guesses count against the account from any address. Known devices and addresses have their own budget,
 * and backup codes cannot be guessed, so an attacker who knows the password cannot lock the owner out.
 */
export function createWithCodeLimit(store: AuthStore, limits: Limits): WithCodeLimit {
  return async (userId, request, code, work) => {
    const findOrigin = async (): Promise<KnownOrigin | null> => {
      const known = await findKnownOrigin(store, { id: userId }, request)
      return known ?? (isBackupCode(code) ? { kind: 'address' } : null)
    }
    const ticket = await limits.take('code', { account: userId, address: request.ip, findOrigin })
    const { isRight, answer } = await work()
    if (isRight) await ticket.giveBack()
    return answer
  }
}

interface ReauthenticateDependencies {
  store: AuthStore
  twoFactor: TwoFactorStore
  passwords: Passwords
  limits: Limits
  withCodeLimit: WithCodeLimit
  keys: Pick<ServerKeys, 'unsealer'>
}

export function createReauthenticate({
  store,
  twoFactor,
  passwords,
  limits,
  withCodeLimit,
  keys,
}: ReauthenticateDependencies): Reauthenticate {
  return async (user, request, { password, passwordField, otp }) => {
    // Per sign-in: guesses with a stolen one must not use up the tries of the owner's other sign-ins.
    const ticket = await limits.take('proof', { account: user.signInId ?? user.id, address: request.ip })
    const storedHash = await store.readPasswordHash(user.id)
    if (!(await matchesPassword(passwords, ticket, password, storedHash)))
      throw new AppError('wrong_password', { field: passwordField })
    await ticket.giveBack()
    if (!(await twoFactor.isActive(user.id))) return
    if (otp === undefined) throw new AppError('wrong_code', { field: 'otp' })
    const unseal = await keys.unsealer('two_factor')
    const isRight = await withCodeLimit(user.id, request, otp, async () => {
      const used = await twoFactor.useCode(unseal, user.id, otp)
      return { isRight: used, answer: used }
    })
    if (!isRight) throw new AppError('wrong_code', { field: 'otp' })
  }
}
