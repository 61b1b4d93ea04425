/** The market data providers and their default addresses; settings may override an address. */
export const providerAddresses = {
  ecb: 'https://www.ecb.europa.eu/stats/eurofxref',
  yahoo: 'https://query1.finance.yahoo.com/v8/finance/chart',
  coingecko: 'https://api.coingecko.com/api/v3',
} as const

export type ProviderId = keyof typeof providerAddresses
// Object.keys widens to string; the object is a constant, so its keys are exactly the ids.
export const providerIds = Object.keys(providerAddresses) as readonly ProviderId[]

/** Which providers the server fetches from, and with which limits. */
export interface MarketOptions {
  /** Providers that the operator enabled. */
  addresses: Partial<Record<ProviderId, string>>
  /** The addresses of providers that an administrator may enable. */
  available?: Partial<Record<ProviderId, string>>
  /** Pause between two requests to one provider; tests shorten it. */
  pauseMs?: number
  timeoutMs?: number
  maxBytes?: number
}
