/** The providers of prices and rates, each with the address it answers at unless a setting says otherwise. */
export const providerAddresses = {
  ecb: 'https://www.ecb.europa.eu/stats/eurofxref',
  yahoo: 'https://query1.finance.yahoo.com/v8/finance/chart',
  coingecko: 'https://api.coingecko.com/api/v3',
} as const

export type ProviderId = keyof typeof providerAddresses
export const providerIds = Object.keys(providerAddresses) as readonly ProviderId[]
