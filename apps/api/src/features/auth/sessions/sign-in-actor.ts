import type { FastifyRequest } from 'fastify'
import { type Actor, toActor } from '../../../platform/auth/actor.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'

/** A user who changes their own credentials. All their sign-ins end but this one. */
export interface SignInActor extends Actor {
  familyId: string | null
  signInId: string | null
}

export function toSignInActor(user: CurrentUser, request: FastifyRequest): SignInActor {
  return { ...toActor(user, request.ip), familyId: user.familyId, signInId: user.signInId }
}
