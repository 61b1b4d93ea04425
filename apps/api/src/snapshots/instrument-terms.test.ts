import { dayOf } from '@plumbline/engine'
import { describe, expect, it } from 'vitest'
import { engineTerms } from './instrument-terms.ts'

describe('the terms of an instrument', () => {
  it('of a bond are its coupons', () => {
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
    expect(engineTerms('bond', stored, null)).toMatchObject({
      coupons: {
        coupon: 0.0175,
        perYear: 2,
        dayCount: 'ACT/ACT ICMA',
        maturity: dayOf('2030-11-02'),
        exCouponDays: 7,
        firstCoupon: dayOf('2018-05-02'),
        issued: null,
        steps: [{ from: dayOf('2027-11-02'), coupon: 0.02 }],
      },
      factors: [{ day: dayOf('2026-01-01'), factor: 0.9 }],
    })
  })

  it('of what is kept by hand are what people entered', () => {
    const loan = {
      side: 'lent',
      interest_rate: 0.025,
      payments_per_year: 4,
      repayment: 'linear',
      maturity: '2029-09-30',
    }
    expect(engineTerms('loan', loan, null)).toMatchObject({
      coupons: { coupon: 0.025, perYear: 4, dayCount: '30E/360' },
      repayment: 'linear',
    })
    const { payments_per_year: _often, ...plain } = loan
    expect(engineTerms('loan', { ...plain, day_count: 'ACT/365' }, null).coupons).toMatchObject({
      perYear: 12,
      dayCount: 'ACT/365',
    })
    expect(engineTerms('bond', { interest_rate: 0.03 }, dayOf('2028-01-01')).coupons).toMatchObject({
      perYear: 1,
      maturity: dayOf('2028-01-01'),
    })
    expect(engineTerms('private_equity', { commitment: 500_000 }, null)).toEqual({ commitment: 500_000 })
    expect(engineTerms('fx_forward', { base_currency: 'USD' }, null)).toEqual({ baseCurrency: 'USD' })
  })

  it('are absent where nothing is known', () => {
    expect(engineTerms('bond', {}, dayOf('2028-01-01')).coupons).toBeNull()
    expect(engineTerms('bond', { coupon: 0.03, maturity: '' }, null).coupons).toBeNull()
    expect(
      engineTerms('loan', { interest_rate: 0.01, repayment: 'some day', maturity: '2029-01-01' }, null),
    ).not.toHaveProperty('repayment')
    expect(engineTerms('equity', { coupon: 0.03, maturity: '2030-01-01' }, null)).toEqual({})
  })
})
