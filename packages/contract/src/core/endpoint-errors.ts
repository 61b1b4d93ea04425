import { type Endpoint, isRead } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { isCreating } from './idempotency.ts'
import { hasRole, type Role } from './policy.ts'

/** Errors that any call can return. */
const always = [
  'bad_request',
  'invalid_field',
  'too_many_requests',
  'internal',
  'starting',
  'database_unavailable',
  'overloaded',
] as const satisfies ErrorCode[]

/** Errors of so many calls that the documentation lists them once for all. */
export const generalErrors: readonly ErrorCode[] = [
  ...always,
  'body_too_large',
  'unsupported_media_type',
  'unauthenticated',
  'session_expired',
  'two_factor_setup_required',
  'read_only_token',
  'outcome_unknown',
  'idempotency_key_reused',
  'already_saved',
]

/** Lists the errors of a call: general ones, those that follow from its shape, and those it declares. */
export function listErrors(call: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(call.errors)
  if (!isRead(call)) codes.add('outcome_unknown')
  if (isCreating(call)) {
    codes.add('idempotency_key_reused').add('already_saved').add('already_running')
    codes.add('outcome_unknown')
  }
  if (call.params) codes.add('not_found')
  if (call.alsoReplies) codes.add('not_acceptable')
  if (call.body || call.upload) codes.add('body_too_large').add('unsupported_media_type')
  if (call.may !== 'anyone') {
    codes.add('unauthenticated').add('session_expired')
    if (!call.duringSetup) codes.add('two_factor_setup_required')
    if (!isRead(call)) codes.add('read_only_token')
    if (call.needsRecentPassword) codes.add('password_confirmation_required').add('forbidden')
    if (!hasRole('investor', call.may)) codes.add('forbidden')
    if (!hasRole('demo', call.may)) codes.add(roleRefusal(call, 'demo'))
  }
  for (const code of always) codes.add(code)
  return [...codes]
}

/** The error for a role that may not make a call. */
export function roleRefusal(call: Endpoint, role: Role): ErrorCode {
  if (role !== 'demo') return 'forbidden'
  if (call.errors?.includes('demo_no_details')) return 'demo_no_details'
  return isRead(call) ? 'forbidden' : 'demo_read_only'
}
