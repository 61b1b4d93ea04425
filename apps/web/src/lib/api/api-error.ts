import type { Failure } from '@plumbline/contract'

/** One failure of a call, in the words of the server where it had any. */
export class ApiError extends Error {
  readonly code: string
  /** Null when no answer came at all: the device is offline or the server cannot be reached. */
  readonly status: number | null
  /** The first message for each field that the server complained about. */
  readonly fields: Readonly<Record<string, string>>
  /** The code of each of those messages. */
  readonly fieldCodes: Readonly<Record<string, string>>

  constructor(status: number | null, errors: Failure['errors'], options?: ErrorOptions) {
    const [first] = errors
    super(first?.message ?? '', options)
    this.name = 'ApiError'
    this.status = status
    this.code = first?.code ?? 'internal'
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

/** A call needs a recent password. Beyond the API client it means that the user declined: nothing is to be shown. */
export function needsPassword(error: unknown): boolean {
  return hasCode(error, 'password_confirmation_required')
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code
}

/** The failure that a reply with an error status tells of. A proxy in between may answer without JSON. */
export async function failureOf(response: Response): Promise<ApiError> {
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
