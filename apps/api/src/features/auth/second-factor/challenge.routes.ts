import { randomUUID } from 'node:crypto'
import { contract } from '@plumbline/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { ServerKeys } from '../../../platform/keys/server-keys.ts'
import type { OpenSession } from '../auth.service.ts'
import type { WithCodeLimit } from '../reauthenticate.ts'
import { hashSecret, newSecret, readRefreshToken, refreshToken } from '../sessions/refresh-token.ts'
import type { TwoFactorStore } from './two-factor.store.ts'

/** Creates the challenge that a client sends back with a code. */
export type OpenChallenge = (userId: string) => Promise<string>

export function createOpenChallenge(store: TwoFactorStore): OpenChallenge {
  return async userId => {
    const id = randomUUID()
    const secret = newSecret()
    await store.openChallenge({ id, userId, tokenHash: hashSecret(secret) })
    // Uses the format of refresh tokens; the two are stored apart, so one is not accepted as the other.
    return refreshToken(id, secret)
  }
}

interface ChallengeDependencies {
  store: TwoFactorStore
  withCodeLimit: WithCodeLimit
  openSession: OpenSession
  keys: Pick<ServerKeys, 'unsealer'>
}

/** The second step of a sign-in; the password alone opens no session. */
export function challengeRoutes(
  serve: Serve,
  { store, withCodeLimit, openSession, keys }: ChallengeDependencies,
): void {
  serve.anyone(contract.auth.verifyTwoFactor, async ({ body, request, reply }) => {
    const token = readRefreshToken(body.tfa_id)
    const tokenHash = token && hashSecret(token.secret)
    const challenge = token && tokenHash && (await store.findChallenge(token.signInId, tokenHash))
    if (!challenge) throw new AppError('session_expired')
    const unseal = await keys.unsealer('two_factor')
    const outcome = await withCodeLimit(challenge.userId, request, body.otp, async () => {
      const answer = await store.verify(unseal, token.signInId, tokenHash, body.otp, request.ip)
      return { isRight: answer.kind !== 'wrong', answer }
    })
    if (outcome.kind === 'wrong') throw new AppError('wrong_code', { field: 'otp' })
    if (outcome.kind === 'expired') throw new AppError('session_expired')
    return openSession(request, reply, { id: outcome.userId, familyId: outcome.familyId }, 'password')
  })
}
