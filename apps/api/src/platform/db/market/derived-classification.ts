import { countryCode } from '@plumbline/contract'

/** Where a value of an instrument comes from. */
export type ValueSource = 'entered' | 'imported' | 'derived'

/**
 * The country of an ISIN's prefix, which is that of the issuer's numbering agency. Prefixes of international securities,
 * such as XS and EU, name no country.
 */
export function countryFromIsin(isin: string | null | undefined): string | null {
  const prefix = isin?.slice(0, 2)
  return prefix !== undefined && countryCode.safeParse(prefix).success ? prefix : null
}
