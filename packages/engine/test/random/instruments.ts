import { type Account, addMonths, type CouponTerms, type Instrument, type Split } from '../../src/index.ts'
import { CURRENCIES, type Draw, FIRST_DAY, pick } from './draws.ts'

export function drawAccounts(draw: Draw): Account[] {
  const methods = ['fifo', 'average', 'lifo', 'hifo'] as const
  return ['a', 'b', 'c'].map((id, index) => ({
    id,
    custodian: index === 2 ? 'other bank' : 'bank',
    lotMethod: pick(draw, methods),
    shortsAllowed: draw(2) === 0,
    cash: index === 2 && draw(2) === 0 ? 'none' : 'tracked',
    variationMargin: draw(3) === 0 ? 'derived' : 'booked',
  }))
}

function drawSplits(draw: Draw, days: number): Split[] {
  if (draw(3) > 0) return []
  return [
    {
      day: FIRST_DAY + 2 + draw(Math.max(1, days - 2)),
      numerator: pick(draw, [2, 3, 1]),
      denominator: pick(draw, [1, 2]),
    },
  ]
}

/** Coupon terms with a payment due during or shortly after the ledger. */
function drawCoupons(draw: Draw, days: number): CouponTerms {
  const perYear = pick(draw, [1, 2, 4, 12])
  const due = FIRST_DAY + 1 + draw(days + 2)
  const coupon = (1 + draw(12)) / 100
  const dayCount = pick(draw, ['ACT/ACT ICMA', '30E/360', 'ACT/360', 'ACT/365'] as const)
  return {
    coupon,
    perYear,
    // Without a draw of its own, so that the ledger of a seed stays as it is.
    dayCount: dayCount === 'ACT/365' && perYear === 12 ? 'ACT/ACT ISDA' : dayCount,
    maturity: addMonths(due, (12 / perYear) * draw(3)),
    ...(draw(3) === 0 ? { exCouponDays: 1 + draw(6) } : {}),
  }
}

function drawFactors(draw: Draw, days: number): NonNullable<Instrument['factors']> {
  const first = 1 + draw(days)
  return [
    { day: FIRST_DAY + first, factor: (50 + draw(40)) / 100 },
    { day: FIRST_DAY + first + 1 + draw(days), factor: (10 + draw(40)) / 100 },
  ]
}

const lastDayIn = (draw: Draw, days: number): number => FIRST_DAY + 2 + draw(2 * days)

/** One or two instruments of each type: the first three split, the fifth is an option on the second. */
export function drawInstruments(draw: Draw, days: number): Instrument[] {
  const anything = ['other', 'crypto', 'commodity', 'real_estate', 'art', 'vehicle'] as const
  const base = pick(draw, CURRENCIES)
  const kinds: (Partial<Instrument> & Pick<Instrument, 'type'>)[] = [
    { type: 'equity', splits: drawSplits(draw, days) },
    { type: 'equity', splits: drawSplits(draw, days) },
    { type: pick(draw, ['etf', 'fund']), splits: drawSplits(draw, days) },
    {
      type: pick(draw, ['bond', 'structured_product']),
      contractSize: 0.01,
      contractExpiration: draw(2) === 0 ? lastDayIn(draw, days) : null,
    },
    {
      type: 'option',
      contractSize: 100,
      underlying: 'i1',
      strike: 30 + draw(60),
      right: pick(draw, ['call', 'put', null]),
      contractExpiration: draw(2) === 0 ? lastDayIn(draw, days) : null,
    },
    { type: pick(draw, anything) },
    { type: 'future', contractSize: 10, contractExpiration: draw(3) === 0 ? lastDayIn(draw, days) : null },
    {
      type: 'bond',
      contractSize: 0.01,
      coupons: drawCoupons(draw, days),
      quotesIncludeInterest: draw(6) === 0,
    },
    {
      type: 'bond',
      contractSize: 0.01,
      factors: drawFactors(draw, days),
      coupons: draw(2) === 0 ? drawCoupons(draw, days) : null,
    },
    { type: 'loan', coupons: drawCoupons(draw, days) },
    {
      type: 'fx_forward',
      baseCurrency: base,
      currency: pick(
        draw,
        CURRENCIES.filter(currency => currency !== base),
      ),
      contractExpiration: lastDayIn(draw, days),
    },
    { type: 'private_equity', commitment: 10_000 },
    { type: 'other' },
  ]
  return kinds.map((kind, index) => ({
    id: `i${index}`,
    name: `instrument ${index}`,
    currency: pick(draw, CURRENCIES),
    sector: index % 2 === 0 ? 'even' : null,
    country: index < 3 ? 'CH' : null,
    ...kind,
  }))
}
