/** Why a provider brought nothing. Told in words when it is read, in the language of the reader. */
export const troubleCodes = [
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
  'server_ended',
  'stopped',
] as const
export type TroubleCode = (typeof troubleCodes)[number]

/** What a sentence about it names: a host, a status, a currency. */
export type TroubleDetails = Readonly<Record<string, string | number>>

export class ProviderTrouble extends Error {
  readonly code: TroubleCode
  readonly details: TroubleDetails
  /** How long the provider wants to be left alone. */
  readonly retryAfterMs: number | null

  constructor(code: TroubleCode, details: TroubleDetails = {}, retryAfterMs: number | null = null) {
    super(code)
    this.code = code
    this.details = details
    this.retryAfterMs = retryAfterMs
  }
}

/** Troubles of one series: the next one may well be there. With all others it is the provider that has them. */
const ofOneSeries: ReadonlySet<TroubleCode> = new Set([
  'unreadable',
  'unknown_symbol',
  'other_currency',
  'wrong_type',
  'too_large',
])

export function concernsOneSeries(trouble: ProviderTrouble): boolean {
  return ofOneSeries.has(trouble.code)
}
