import type { CallReply, contract } from '@plumbline/contract'
import type { StoredTerms } from '../../snapshots/instrument-terms.ts'

type Instrument = CallReply<typeof contract.instruments.read>['data']
type Terms = Pick<Instrument, (typeof termNames)[number]>

/** What is kept beside the columns of an instrument, by its name on the wire and in the database alike. */
export const termNames = [
  'coupon',
  'coupons_per_year',
  'day_count',
  'ex_coupon_days',
  'pool_factors',
  'strike',
  'option_right',
  'base_currency',
] as const

/** The terms of an instrument as they are told. What an import brought may be text where we keep numbers. */
export function termsShown(stored: StoredTerms): Terms {
  const number = (name: string) => {
    const value = stored[name]
    if (value == null || value === '' || !Number.isFinite(Number(value))) return null
    // A percentage that was divided by 100 has what float64 adds to it.
    return Number(Number(value).toPrecision(12))
  }
  // The database has no other words for these than the lists of the contract, and lists of our own making.
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
  }
}
