/** Why a provider returned no data; translated when read. */
export const providerErrorCodes = [
  'unreachable',
  'too_slow',
  'http_status',
  'key_refused',
  'too_many',
  'too_large',
  'wrong_type',
  'unreadable',
  'redirected',
  'unknown_symbol',
  'other_currency',
  'not_tried',
  'server_ended',
  'stopped',
] as const
export type ProviderErrorCode = (typeof providerErrorCodes)[number]

/** Values for the message: a host, a status, a currency. */
export type ProviderErrorDetails = Readonly<Record<string, string | number>>

export class ProviderError extends Error {
  readonly code: ProviderErrorCode
  readonly details: ProviderErrorDetails
  /** The delay that the provider asks for. */
  readonly retryAfterMs: number | null

  constructor(
    code: ProviderErrorCode,
    details: ProviderErrorDetails = {},
    retryAfterMs: number | null = null,
  ) {
    super(code)
    this.code = code
    this.details = details
    this.retryAfterMs = retryAfterMs
  }
}

/** Errors of a single series, whatever the others do. All others may concern the provider. */
const seriesErrors: ReadonlySet<ProviderErrorCode> = new Set([
  'unreadable',
  'unknown_symbol',
  'other_currency',
  'wrong_type',
  'too_large',
])

export function concernsOneSeries(error: ProviderError): boolean {
  return seriesErrors.has(error.code)
}

/** Errors that stay until someone corrects a symbol, a currency, a key or an address. */
const lastingErrors: ReadonlySet<ProviderErrorCode> = new Set([
  'unknown_symbol',
  'other_currency',
  'key_refused',
  'redirected',
  'stopped',
])

export function isTemporary({ code }: ProviderError): boolean {
  return !lastingErrors.has(code)
}
