import { contract, type User } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { NewLink } from '../../platform/mail/links.ts'
import type { Mailing } from '../../platform/mail/mailing.ts'
import type { Missing, UserChangesStore } from './user-changes.store.ts'
import { resolveUserFields } from './user-fields.ts'
import type { RemovalOutcome, UserRow, UsersStore } from './users.store.ts'

/** Without a mail server the link is shown to the administrator, who hands it over; never to a token. */
function invitedReply({ reply }: Mailing, { url }: NewLink, { token }: CurrentUser) {
  return { ...reply, link: reply.has_mail_server || token ? null : url }
}

/** A link to hand over is a secret: like in the outbox it is shown to a recent password only. */
function requirePasswordForLink({ reply }: Mailing, { hasRecentPassword, token }: CurrentUser): void {
  if (!reply.has_mail_server && !token && !hasRecentPassword)
    throw new AppError('password_confirmation_required')
}

/** Administrators manage users and their rights, but never see or set passwords. */
export function usersRoutes(
  serve: Serve,
  store: UsersStore,
  changes: UserChangesStore,
  mailing: Mailing,
): void {
  serve(contract.users.list, async ({ user, query, body }) => {
    const { rows, count } = await store.list(user.id, { ...query, familyId: body.family })
    return { ...pageLinks(contract.users.list.path, query, count), count, data: rows.map(wireUser) }
  })

  serve(contract.users.invite, async ({ user, body, request }) => {
    requirePasswordForLink(mailing, user)
    const { email, ...change } = body
    const link = await mailing.newLink('invitation')
    const actor = toActor(user, request.ip)
    const invited = await changes.invite(actor, email, resolveUserFields(null, change), link)
    if (invited === 'taken') throw new AppError('already_exists', { field: 'email' })
    return { data: { ...invitedReply(mailing, link, user), user: wireUser(rejectMissing(invited)) } }
  })

  serve(contract.users.change, async ({ user, params, body: { version, ...body }, request }) => {
    const known = await findUser(store, user.id, params.id)
    const actor = toActor(user, request.ip)
    const changed = await changes.change(actor, known, resolveUserFields(known, body), version)
    if (changed === 'none' || changed === 'last_admin' || changed === 'yourself') return refuse(changed)
    return { data: wireUser(rejectMissing(changed)) }
  })

  serve(contract.users.resendInvitation, async ({ user, params, request }) => {
    requirePasswordForLink(mailing, user)
    const link = await mailing.newLink('invitation')
    const outcome = await changes.resend(toActor(user, request.ip), params.id, link)
    if (outcome === 'none') throw new AppError('not_found')
    if (outcome === 'registered') throw new AppError('link_used')
    return { data: invitedReply(mailing, link, user) }
  })

  for (const call of ['disable', 'enable'] as const)
    serve(contract.users[call], async ({ user, params, request }) => {
      const outcome = await store[call](toActor(user, request.ip), params.id)
      if (outcome !== 'done') return refuse(outcome)
      return { data: wireUser(await findUser(store, user.id, params.id)) }
    })

  serve(contract.users.resetTwoFactor, async ({ user, params, request }) => {
    const outcome = await changes.resetTwoFactor(toActor(user, request.ip), params.id)
    if (outcome === 'off') throw new AppError('two_factor_off')
    if (outcome !== 'done') return refuse(outcome)
    return { data: wireUser(await findUser(store, user.id, params.id)) }
  })

  serve(contract.users.remove, async ({ user, params, request }) => {
    const outcome = await store.remove(toActor(user, request.ip), params.id)
    return outcome === 'done' ? undefined : refuse(outcome)
  })
}

async function findUser(store: UsersStore, adminId: string, userId: string): Promise<UserRow> {
  const user = await store.find(adminId, userId)
  if (!user) throw new AppError('not_found')
  return user
}

function refuse(outcome: Exclude<RemovalOutcome, 'done'>): never {
  const codes = { none: 'not_found', last_admin: 'last_admin', yourself: 'not_yourself' } as const
  throw new AppError(codes[outcome])
}

function rejectMissing(outcome: UserRow | Missing): UserRow {
  if (typeof outcome !== 'string') return outcome
  const fields = { no_family: 'family', no_families: 'families', no_accounts: 'accounts' } as const
  throw new AppError('not_found', { field: fields[outcome] })
}

function wireUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.is_pending ? null : row.username,
    name: row.name || null,
    email: row.email ?? '',
    role: row.role,
    family: row.family_id && row.family_name ? { id: row.family_id, name: row.family_name } : null,
    families: row.families,
    accounts: row.accounts,
    is_pending_registration: row.is_pending,
    is_disabled: row.is_disabled,
    is_mfa_active: row.is_mfa_active,
    is_mfa_required: row.is_mfa_required,
    is_beta_tester: row.is_beta_tester,
    invitation_expires_at: row.invitation_expires_at?.toISOString() ?? null,
    last_sign_in_at: row.last_login_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}
