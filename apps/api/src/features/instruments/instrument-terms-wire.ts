import type { CallReply, contract } from '@plumbline/contract'
import type { StoredTerms } from '../../snapshots/instrument-terms.ts'

type Instrument = CallReply<typeof contract.instruments.read>['data']
type Terms = Pick<Instrument, (typeof termNames)[number]>

/** Terms stored as JSON, with the same names on the wire. */
export const termNames = [
  'coupon',
  'coupons_per_year',
  'day_count',
  'ex_coupon_days',
  'pool_factors',
  'strike',
  'option_right',
  'base_currency',
  'index_return',
] as const

/** Parses stored terms. Imports may have stored texts instead of numbers. */
export function wireTerms(stored: StoredTerms): Terms {
  const number = (name: string) => {
    const value = stored[name]
    if (value == null || value === '' || !Number.isFinite(Number(value))) return null
    // Removes the float64 error of a percentage divided by 100.
    return Number(Number(value).toPrecision(12))
  }
  // The API validates these values before they are stored.
  const word = <Word>(name: string) => (stored[name] ?? null) as Word
  return {
    coupon: number('coupon'),
    coupons_per_year: number('coupons_per_year'),
    day_count: word<Terms['day_count']>('day_count'),
    ex_coupon_days: number('ex_coupon_days'),
    pool_factors: word<Terms['pool_factors'] | null>('pool_factors') ?? [],
    strike: number('strike'),
    option_right: word<Terms['option_right']>('option_right'),
    base_currency: word<Terms['base_currency']>('base_currency'),
    index_return: word<Terms['index_return']>('index_return'),
  }
}
