import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { AuthStore } from './auth.store.ts'
import type { Limits, Ticket } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { TwoFactorStore } from './two-factor.store.ts'

/** What a sensitive change is proved with, and the field of the body the password stands in. */
export interface Given {
  password: string
  passwordField: 'password' | 'old_password'
  otp: string | undefined
}

/** Settles that whoever holds this sign-in is its owner: by the password, and by a code where one is needed. */
export type Prove = (user: SignedIn, address: string, given: Given) => Promise<void>

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
  address: string,
  code: string,
  work: () => Promise<{ isRight: boolean; answer: T }>,
) => Promise<T>

/**
 * Guesses of a code count against the account, from wherever they come. An address from which the owner has
 * signed in before counts for itself, and backup codes are beyond guessing: someone who knows the password and
 * hammers codes keeps the owner out with neither.
 */
export function createUnderCodeLimit(store: AuthStore, limits: Limits): UnderCodeLimit {
  return async (userId, address, code, work) => {
    const standsAlone = code.length > 6 || (await store.isKnownAddress(userId, address))
    const account = standsAlone ? `${userId} from ${address}` : userId
    const ticket = await limits.take('code', { account, address })
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
  return async (user, address, { password, passwordField, otp }) => {
    const ticket = await limits.take('proof', { account: user.id, address })
    const storedHash = await store.passwordOf(user.id)
    if (!(await matchesUnder(passwords, ticket, password, storedHash)))
      throw new AppError('wrong_password', { field: passwordField })
    await ticket.giveBack()
    if (!(await twoFactor.isActive(user.id))) return
    if (otp === undefined) throw new AppError('wrong_code', { field: 'otp' })
    const key = await signingKey()
    const isRight = await underCodeLimit(user.id, address, otp, async () => {
      const used = await twoFactor.useCode(key, user.id, otp)
      return { isRight: used, answer: used }
    })
    if (!isRight) throw new AppError('wrong_code', { field: 'otp' })
  }
}
