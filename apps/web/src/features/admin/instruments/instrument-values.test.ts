import { describe, expect, it } from 'vitest'
import { defaultContractSize, toFormValues, toRequestBody } from './instrument-values.ts'
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
  sources: { name: null, instrument_type: null, country: null, sector: null },
  merged: [],
  family: null,
  coupon: 0.0425,
  coupons_per_year: 2,
  day_count: 'ACT/ACT ICMA',
  ex_coupon_days: null,
  pool_factors: [{ date: '2026-01-01', factor: 0.8 }],
  strike: null,
  option_right: null,
  base_currency: null,
  index_return: null,
  price: null,
  price_date: null,
  price_source: null,
  version: 1,
  holders_count: 0,
  may_change: true,
  flags: [],
}

describe('the instrument form', () => {
  it('shows the coupon in percent and sends unchanged values back as read', () => {
    const values = toFormValues(bond, 'CHF')
    expect(values).toMatchObject({ coupon: '4.25', coupons_per_year: '2', ex_coupon_days: '' })
    expect(toRequestBody(values)).toMatchObject({
      coupon: 0.0425,
      coupons_per_year: 2,
      day_count: 'ACT/ACT ICMA',
      ex_coupon_days: null,
      pool_factors: [{ date: '2026-01-01', factor: 0.8 }],
    })
  })

  it('sends only the terms of its type', () => {
    const share = toRequestBody({ ...toFormValues(bond, 'CHF'), instrument_type: 'equity' })
    expect(Object.keys(share)).not.toEqual(expect.arrayContaining(['coupon']))
    const option = toRequestBody({
      ...toFormValues(null, 'CHF'),
      name: 'Call',
      instrument_type: 'option',
      strike: '100,5',
      option_right: 'call',
    })
    expect(option).toMatchObject({ strike: 100.5, option_right: 'call', underlying: null })
    expect(option).not.toHaveProperty('coupon')
  })

  it('defaults the contract size of bonds to one hundredth, as they are quoted in percent', () => {
    expect([defaultContractSize('bond'), defaultContractSize('equity')]).toEqual(['0.01', '1'])
  })
})
