/** Values for the message: a code, a host, a status. */
type Details = Readonly<Record<string, string | number>>

/** Why a statement could not be fetched. The code is translated when read. */
export class FlexError extends Error {
  readonly code: string
  readonly details: Details
  /** `later` is tried again, `never` only after someone changed token or query, `tomorrow` with the next run. */
  readonly retry: 'later' | 'tomorrow' | 'never'

  constructor(code: string, retry: FlexError['retry'], details: Details = {}) {
    super(code)
    this.code = code
    this.retry = retry
    this.details = details
  }
}

/** The error codes of the Flex Web Service, version 3, that a person has to do something about. */
const refusals: Readonly<Record<number, string>> = {
  1010: 'flex_legacy',
  1011: 'flex_inactive',
  1012: 'flex_token_expired',
  1013: 'flex_ip',
  1014: 'flex_query',
  1015: 'flex_token',
  1016: 'flex_account',
}

/**
 * The statement is not ready, its data is not (1005 to 1008), the servers are busy (1009), the statement cannot be
 * retrieved (1021), or the reference is no longer known (1017): a later request gets a new reference.
 */
const temporary: ReadonlySet<number> = new Set([1001, 1004, 1005, 1006, 1007, 1008, 1009, 1017, 1019, 1021])
const tooManyRequests = 1018
const unavailable = 1003
/** The statement is being generated: the same reference is asked for again. */
export const inProgress = 1019

export function toFlexError(code: number): FlexError {
  if (temporary.has(code)) return new FlexError('flex_later', 'later', { code })
  if (code === tooManyRequests) return new FlexError('flex_busy', 'later', { code })
  if (code === unavailable) return new FlexError('flex_unavailable', 'tomorrow')
  return new FlexError(refusals[code] ?? 'flex_refused', 'never', { code })
}
