import { describe, expect, it } from 'vitest'
import type { AssetForm } from './asset-types.ts'
import { buildMortgage, findFirstErrors, readFirstValues, withFirstEntries } from './first-entry.ts'

const house = {
  id: 'real_estate',
  name: 'Real estate',
  fields: [],
  transaction_types: [{ slug: 'purchase', name: 'Purchase' }],
} as unknown as AssetForm
const none = { transactions: [], valuations: [] }
const context = { locale: 'en-US' as const, today: '2026-11-18' }
const typed = {
  type: 'real_estate',
  name: 'House',
  account: 'a1',
  currency: 'CHF',
  first_date: '2020-05-04',
  first_amount: '900,000',
  first_value: '950,000',
  first_mortgage: '600,000',
}

describe('the first entries of an asset', () => {
  it('are a purchase and a valuation of today, replaced while one types', () => {
    const once = withFirstEntries(none, { ...typed, first_amount: '9' }, house, context)
    const { transactions, valuations } = withFirstEntries(once, typed, house, context)
    expect(transactions.map(({ body, state }) => [state, body.type, body.date, body.amount])).toEqual([
      ['new', 'purchase', '2020-05-04', 900_000],
    ])
    expect(valuations.map(({ body }) => [body.date, body.value])).toEqual([['2026-11-18', 950_000]])
    expect(readFirstValues({ transactions, valuations }, 'en-US').first_date).toBe('2020-05-04')
    const cleared = withFirstEntries(
      { transactions, valuations },
      { ...typed, first_date: '' },
      house,
      context,
    )
    expect(cleared.transactions).toEqual([])
  })

  it('need a date with an amount or a mortgage, and numbers', () => {
    expect(findFirstErrors(typed, 'en-US', [])).toEqual({})
    expect(Object.keys(findFirstErrors({ ...typed, first_date: '' }, 'en-US', []))).toEqual(['first_date'])
    expect(findFirstErrors({ ...typed, first_mortgage: 'much' }, 'en-US', [])).toMatchObject({
      first_mortgage: { message: 'assets_no_number' },
    })
    expect(findFirstErrors({ ...typed, first_date: 'last May' }, 'en-US', [])).toEqual({
      first_date: { type: 'validate', message: 'date_invalid' },
    })
    expect(findFirstErrors({ ...typed, type: 'bond', first_date: '' }, 'en-US', [])).toEqual({})
  })

  it('need a purchase with a value today, unless another entry makes the asset held', () => {
    const valued = { type: 'real_estate', name: 'House', first_value: '950,000' }
    expect(findFirstErrors(valued, 'en-US', [])).toEqual({
      first_date: { type: 'validate', message: 'assets_needed' },
      first_amount: { type: 'validate', message: 'assets_needed' },
    })
    const [bought] = withFirstEntries(none, typed, house, context).transactions
    if (!bought) throw new Error('no purchase')
    expect(findFirstErrors(valued, 'en-US', [bought])).not.toEqual({})
    expect(findFirstErrors(valued, 'en-US', [{ ...bought, key: 'another' }])).toEqual({})
  })

  it('pay the mortgage out to where the price was paid from', () => {
    const { transactions } = withFirstEntries(none, { ...typed, first_paid_from: 'account' }, house, context)
    expect(buildMortgage(typed, transactions, 'Mortgage House', 'en-US')).toMatchObject({
      type: 'loan',
      side: 'borrowed',
      transactions: [{ date: '2020-05-04', type: 'drawdown', amount: 600_000, paid_from: 'account' }],
    })
    expect(buildMortgage({ ...typed, first_mortgage: '' }, transactions, '', 'en-US')).toBeNull()
    expect(buildMortgage({ ...typed, type: 'art' }, transactions, '', 'en-US')).toBeNull()
  })
})
