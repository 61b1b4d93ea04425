import { describe, expect, it } from 'vitest'
import { bodyOf, contractSizeOf, valuesOf } from './instrument-values.ts'
import type { Instrument } from './use-instruments.ts'

const bond: Instrument = {
  id: '3f2b8c1e-5a64-4d09-9b7e-2c1d0e8f7a65',
  name: 'Acme 4.25 %',
  long_name: null,
  symbol: null,
  isin: null,
  exchange: null,
  instrument_type: 'bond',
  currency: 'CHF',
  country: null,
  sector: null,
  contract_size: 0.01,
  contract_expiration: '2034-11-15',
  identifiers: [],
  underlying: null,
  coupon: 0.0425,
  coupons_per_year: 2,
  day_count: 'ACT/ACT ICMA',
  ex_coupon_days: null,
  pool_factors: [{ date: '2026-01-01', factor: 0.8 }],
  strike: null,
  option_right: null,
  base_currency: null,
  price: null,
  price_date: null,
  price_source: null,
  version: 1,
  holders_count: 0,
  flags: [],
}

describe('the form of an instrument', () => {
  it('shows a coupon in percent, and sends back what was read', () => {
    const values = valuesOf(bond, 'CHF')
    expect(values).toMatchObject({ coupon: '4.25', coupons_per_year: '2', ex_coupon_days: '' })
    expect(bodyOf(values)).toMatchObject({
      coupon: 0.0425,
      coupons_per_year: 2,
      day_count: 'ACT/ACT ICMA',
      ex_coupon_days: null,
      pool_factors: [{ date: '2026-01-01', factor: 0.8 }],
    })
  })

  it('sends the terms of its type alone', () => {
    const share = bodyOf({ ...valuesOf(bond, 'CHF'), instrument_type: 'equity' })
    expect(Object.keys(share)).not.toEqual(expect.arrayContaining(['coupon']))
    const option = bodyOf({
      ...valuesOf(null, 'CHF'),
      name: 'Call',
      instrument_type: 'option',
      strike: '100,5',
      option_right: 'call',
    })
    expect(option).toMatchObject({ strike: 100.5, option_right: 'call', underlying: null })
    expect(option).not.toHaveProperty('coupon')
  })

  it('takes bonds for quoted in percent', () => {
    expect([contractSizeOf('bond'), contractSizeOf('equity')]).toEqual(['0.01', '1'])
  })
})
