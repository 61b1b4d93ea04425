import { contract, defaultTokenDays } from '@plumbline/contract'
import { hashApiToken, newApiToken, tokenPrefix } from '../../../platform/auth/api-token.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { withoutClaim } from '../../../platform/http/idempotency.ts'
import { pageRows } from '../../../platform/http/page-links.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { Reauthenticate } from '../reauthenticate.ts'
import type { ApiTokensStore } from './api-tokens.store.ts'

type Row = Awaited<ReturnType<ApiTokensStore['list']>>[number]

/** Tokens for scripts. They have at most the rights of their owner, and cannot change credentials. */
export function apiTokensRoutes(serve: Serve, store: ApiTokensStore, reauthenticate: Reauthenticate): void {
  serve(contract.auth.listApiTokens, async ({ user, query }) => {
    const tokens = (await store.list(user.id)).map(wireToken)
    return pageRows(tokens, contract.auth.listApiTokens.path, query)
  })

  serve(contract.auth.createApiToken, async ({ user, body, request }) => {
    // Outside of the idempotency claim: tries and codes are used up even if the token is not created.
    const { password } = body
    if (password !== undefined)
      await withoutClaim(() =>
        reauthenticate(user, request, { password, passwordField: 'password', otp: body.otp }),
      )
    const token = newApiToken()
    const created = await store.create(user, {
      name: body.name,
      scope: body.scope,
      prefix: tokenPrefix(token),
      tokenHash: hashApiToken(token),
      expiry: chooseExpiry(body),
    })
    if (created === 'too_many') throw new AppError('limit_reached')
    if (created === 'past')
      throw new AppError('invalid_field', { field: 'expires_at', message: 'Must be in the future.' })
    if (created === 'name_taken') throw new AppError('already_exists', { field: 'name' })
    return { data: { ...wireToken(created), token } }
  })

  serve(contract.auth.revokeApiToken, async ({ user, params }) => {
    if (!(await store.revoke(user, params.id))) throw new AppError('not_found')
    return undefined
  })
}

/** Tokens without expiry need an explicit null. */
function chooseExpiry(body: {
  expires_in_days?: number | null | undefined
  expires_at?: string | null | undefined
}) {
  if (body.expires_at !== undefined) return body.expires_at === null ? null : { at: body.expires_at }
  const days = body.expires_in_days === undefined ? defaultTokenDays : body.expires_in_days
  return days === null ? null : { days }
}

function wireToken(row: Row) {
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
