import { type ErrorCode, errorCatalogue, type Failure } from '@plumbline/contract'

/** An error the caller caused and can fix, identified by its code in the catalogue. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  /** When a retry may succeed. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    details: { field?: string; message?: string; retryAfterSeconds?: number } = {},
  ) {
    super(details.message ?? errorCatalogue[code].message)
    this.code = code
    this.field = details.field
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

/** All invalid fields at once, so that a form can show every one of them. */
export class InvalidRequest extends Error {
  readonly failures: Failure['errors']

  constructor(failures: Failure['errors']) {
    super('invalid request')
    this.failures = failures
  }
}

/** A write with implausible values, which the caller has to confirm. */
export class ConfirmationRequired extends AppError {
  readonly failures: Failure['errors']

  constructor(failures: Failure['errors']) {
    super('confirmation_required')
    this.failures = failures
  }
}

/** Asserts a condition that only a bug can break. */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${why}`)
}
