import { describe, expect, it } from 'vitest'
import { manualTypes } from '../vocabulary/manual-types.ts'
import { newAsset } from './shapes.ts'

const account = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
const house = { type: 'real_estate', name: 'Seefeldstrasse 112', account, currency: 'CHF' }

describe('a new manual asset', () => {
  it('needs only the common fields', () => {
    expect(newAsset.parse(house)).toEqual(house)
  })

  it('requires the fields of its type', () => {
    const issues = newAsset.safeParse({ ...house, type: 'fx_forward' }).error?.issues ?? []
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['base_currency', 'quote_currency', 'maturity'])
    expect(newAsset.safeParse({ ...house, type: 'loan', side: 'lent' }).success).toBe(true)
  })

  it('accepts only the transactions of its type', () => {
    const transactions = [
      { date: '2026-11-02', type: 'rent', amount: 6300 },
      { date: '2026-11-02', type: 'coupon', amount: 1 },
    ]
    expect(newAsset.safeParse({ ...house, transactions }).error?.issues).toMatchObject([
      { path: ['transactions', 1, 'type'], message: 'Use one of: purchase, sale, rent, expense.' },
    ])
  })

  it('has one of the manual types', () => {
    for (const { slug } of manualTypes) {
      const given = {
        ...house,
        type: slug,
        side: 'lent',
        base_currency: 'EUR',
        quote_currency: 'CHF',
        maturity: '2027-03-17',
      }
      expect(newAsset.safeParse(given).success, slug).toBe(true)
    }
    expect(newAsset.safeParse({ ...house, type: 'option' }).success).toBe(false)
  })
})
