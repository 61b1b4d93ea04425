import { contract, defaultTokenDays } from '@plumbline/contract'
import { hashApiToken, newApiToken, prefixOf } from '../../../platform/auth/api-token.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { besideClaim } from '../../../platform/http/idempotency.ts'
import { pageOfRows } from '../../../platform/http/page-links.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { Prove } from '../proof.ts'
import type { ApiTokensStore } from './api-tokens.store.ts'

type Row = Awaited<ReturnType<ApiTokensStore['list']>>[number]

/** Tokens for scripts. They do what their owner may, never more, and never change how the owner signs in. */
export function apiTokensRoutes(serve: Serve, store: ApiTokensStore, prove: Prove): void {
  serve(contract.auth.listApiTokens, async ({ user, query }) => {
    const tokens = (await store.list(user.id)).map(shown)
    return pageOfRows(tokens, contract.auth.listApiTokens.path, query)
  })

  serve(contract.auth.createApiToken, async ({ user, body, request }) => {
    // Tries are counted and a code is used up on the way, which is not what the call creates.
    const { password } = body
    if (password !== undefined)
      await besideClaim(() => prove(user, request, { password, passwordField: 'password', otp: body.otp }))
    const token = newApiToken()
    const created = await store.create(user, {
      name: body.name,
      scope: body.scope,
      prefix: prefixOf(token),
      tokenHash: hashApiToken(token),
      expiry: expiryOf(body),
    })
    if (created === 'too_many') throw new AppError('limit_reached')
    if (created === 'past')
      throw new AppError('invalid_field', { field: 'expires_at', message: 'Must be in the future.' })
    if (created === 'name_taken') throw new AppError('already_exists', { field: 'name' })
    return { data: { ...shown(created), token } }
  })

  serve(contract.auth.revokeApiToken, async ({ user, params }) => {
    if (!(await store.revoke(user, params.id))) throw new AppError('not_found')
    return undefined
  })
}

/** Never expiring is a choice, not what happens to those who choose nothing. */
function expiryOf(body: {
  expires_in_days?: number | null | undefined
  expires_at?: string | null | undefined
}) {
  if (body.expires_at !== undefined) return body.expires_at === null ? null : { at: body.expires_at }
  const days = body.expires_in_days === undefined ? defaultTokenDays : body.expires_in_days
  return days === null ? null : { days }
}

function shown(row: Row) {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    prefix: row.prefix,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}
