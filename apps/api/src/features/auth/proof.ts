import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { AuthStore } from './auth.store.ts'
import type { KnownOrigin, Limits, Ticket } from './limits/limits.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { TwoFactorStore } from './second-factor/two-factor.store.ts'
import { isBackupCode } from './second-factor/two-factor.ts'
import { findKnownOrigin } from './sessions/origin.ts'

/** What a sensitive change is proved with, and the field of the body the password stands in. */
export interface Given {
  password: string
  passwordField: 'password' | 'old_password'
  otp: string | undefined
}

/** Makes sure that the owner of this sign-in makes the call: by the password, and by a code where one is needed. */
export type Prove = (user: SignedIn, request: FastifyRequest, given: Given) => Promise<void>

/** A password that was not even looked at, because the server is busy, was no try. */
export async function matchesUnder(
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

/** Uses up a code under the limit of codes, whatever call it comes with. */
export type UnderCodeLimit = <T>(
  userId: string,
  request: FastifyRequest,
  code: string,
  work: () => Promise<{ isRight: boolean; answer: T }>,
) => Promise<T>

/**
 * Guesses of a code count against the account, from wherever they come. A device or address from which the owner has
 * signed in before counts for itself, and backup codes are beyond guessing: someone who knows the password and
 * hammers codes keeps the owner out with neither.
 */
export function createUnderCodeLimit(store: AuthStore, limits: Limits): UnderCodeLimit {
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

export function createProve(
  store: AuthStore,
  twoFactor: TwoFactorStore,
  passwords: Passwords,
  limits: Limits,
  underCodeLimit: UnderCodeLimit,
  signingKey: () => Promise<Buffer>,
): Prove {
  return async (user, request, { password, passwordField, otp }) => {
    // By sign-in: guesses with a stolen one must not use up the tries of the owner's others.
    const ticket = await limits.take('proof', { account: user.signInId ?? user.id, address: request.ip })
    const storedHash = await store.passwordOf(user.id)
    if (!(await matchesUnder(passwords, ticket, password, storedHash)))
      throw new AppError('wrong_password', { field: passwordField })
    await ticket.giveBack()
    if (!(await twoFactor.isActive(user.id))) return
    if (otp === undefined) throw new AppError('wrong_code', { field: 'otp' })
    const key = await signingKey()
    const isRight = await underCodeLimit(user.id, request, otp, async () => {
      const used = await twoFactor.useCode(key, user.id, otp)
      return { isRight: used, answer: used }
    })
    if (!isRight) throw new AppError('wrong_code', { field: 'otp' })
  }
}
