import { parseDay } from '@plumbline/engine'
import { describe, expect, it } from 'vitest'
import { toEngineTerms } from './instrument-terms.ts'

describe('the engine terms of an instrument', () => {
  it('include the coupons of a bond', () => {
    const stored = {
      coupon: 0.0175,
      coupons_per_year: 2,
      day_count: 'ACT/ACT ICMA',
      maturity: '2030-11-02',
      ex_coupon_days: 7,
      first_coupon: '2018-05-02',
      coupon_steps: [{ date: '2027-11-02', coupon: '0.02' }, { date: 'soon' }],
      pool_factors: [{ date: '2026-01-01', factor: 0.9 }],
    }
    expect(toEngineTerms('bond', stored, null)).toMatchObject({
      coupons: {
        coupon: 0.0175,
        perYear: 2,
        dayCount: 'ACT/ACT ICMA',
        maturity: parseDay('2030-11-02'),
        exCouponDays: 7,
        firstCoupon: parseDay('2018-05-02'),
        issued: null,
        steps: [{ from: parseDay('2027-11-02'), coupon: 0.02 }],
      },
      factors: [{ day: parseDay('2026-01-01'), factor: 0.9 }],
    })
  })

  it('include what was entered for a manual asset', () => {
    const loan = {
      side: 'lent',
      interest_rate: 0.025,
      payments_per_year: 4,
      repayment: 'linear',
      maturity: '2029-09-30',
    }
    expect(toEngineTerms('loan', loan, null)).toMatchObject({
      coupons: { coupon: 0.025, perYear: 4, dayCount: '30E/360' },
      repayment: 'linear',
    })
    const { payments_per_year: _often, ...plain } = loan
    expect(toEngineTerms('loan', { ...plain, day_count: 'ACT/ACT ISDA' }, null).coupons).toMatchObject({
      dayCount: 'ACT/ACT ISDA',
    })
    expect(toEngineTerms('loan', { ...plain, day_count: 'ACT/365' }, null).coupons).toMatchObject({
      perYear: 12,
      dayCount: 'ACT/365',
    })
    expect(toEngineTerms('bond', { interest_rate: 0.03 }, parseDay('2028-01-01')).coupons).toMatchObject({
      perYear: 1,
      maturity: parseDay('2028-01-01'),
    })
    expect(toEngineTerms('private_equity', { commitment: 500_000 }, null)).toEqual({ commitment: 500_000 })
    expect(toEngineTerms('fx_forward', { base_currency: 'USD' }, null)).toEqual({ baseCurrency: 'USD' })
  })

  it('are absent when incomplete', () => {
    expect(toEngineTerms('bond', {}, parseDay('2028-01-01')).coupons).toBeNull()
    expect(toEngineTerms('bond', { coupon: 0.03, maturity: '' }, null).coupons).toBeNull()
    expect(
      toEngineTerms('loan', { interest_rate: 0.01, repayment: 'some day', maturity: '2029-01-01' }, null),
    ).not.toHaveProperty('repayment')
    expect(toEngineTerms('equity', { coupon: 0.03, maturity: '2030-01-01' }, null)).toEqual({})
  })
})
