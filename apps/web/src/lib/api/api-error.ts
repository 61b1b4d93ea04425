import type { AskedQuestion, Failure } from '@plumbline/contract'

/** A question of the server about an implausible value, with its effect. */
export interface Question extends AskedQuestion {
  message: string
}

/** A failed call, with the server's message where it sent one. */
export class ApiError extends Error {
  readonly code: string
  /** Null without a response: the device is offline or the server cannot be reached. */
  readonly status: number | null
  /** All messages, such as one for each bad line of a file. */
  readonly messages: readonly string[]
  /** The first error message of each field. */
  readonly fields: Readonly<Record<string, string>>
  /** The code of each of those messages. */
  readonly fieldCodes: Readonly<Record<string, string>>
  /** What to confirm before the call is repeated. */
  readonly questions: readonly Question[]

  constructor(status: number | null, errors: Failure['errors'], options?: ErrorOptions) {
    const [first] = errors
    super(first?.message ?? '', options)
    this.name = 'ApiError'
    this.status = status
    this.code = first?.code ?? 'internal'
    this.messages = errors.map(({ message }) => message)
    this.questions = errors.flatMap(({ message, question }) => (question ? [{ ...question, message }] : []))
    const named = errors.toReversed().flatMap(error => (error.field === undefined ? [] : [error]))
    this.fields = Object.fromEntries(named.map(({ field, message }) => [field, message]))
    this.fieldCodes = Object.fromEntries(named.map(({ field, code }) => [field, code]))
  }
}

export function unreachable(cause: unknown): ApiError {
  return new ApiError(null, [{ code: 'unreachable', message: '' }], { cause })
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === null
}

/** A call needs a recent password. Outside the API client it means that the user declined, so nothing is shown. */
export function needsPassword(error: unknown): boolean {
  return hasCode(error, 'password_confirmation_required')
}

/** The user was asked to confirm a call and declined, so there is no error to show. */
export function wasDeclined(error: unknown): boolean {
  return needsPassword(error) || hasCode(error, 'confirmation_required')
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code
}

/** Reads the error from a response. Proxies may reply without JSON. */
export async function readFailure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  return new ApiError(response.status, errorsIn(body))
}

function errorsIn(body: unknown): Failure['errors'] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors))
    return []
  return body.errors.filter(
    (entry): entry is Failure['errors'][number] =>
      typeof entry?.code === 'string' && typeof entry.message === 'string',
  )
}
