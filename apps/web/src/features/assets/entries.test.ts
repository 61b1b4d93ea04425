import { describe, expect, it } from 'vitest'
import { amountShown, type TransactionDraft } from './entries.ts'
import { draftOf, valuesOf } from './transaction-values.ts'

const entry = (body: Partial<TransactionDraft['body']>): TransactionDraft['body'] => ({
  id: 'b1',
  date: '2026-01-05',
  type: 'purchase',
  is_void: false,
  fees: 0,
  taxes: 0,
  ...body,
})
const kept = (body: Partial<TransactionDraft['body']>): TransactionDraft => ({
  key: 'b1',
  rootId: 'b1',
  state: 'kept',
  body: entry(body),
})

describe('the money of an entry', () => {
  it('is in percent for bonds, with the interest that was paid', () => {
    const bond = { type: 'bond', side: null }
    expect(amountShown(entry({ quantity: 10_000, price: 97, accrued: 125 }), bond)).toBe(-9825)
    expect(amountShown(entry({ type: 'sale', quantity: 10_000, price: 97, accrued: 125 }), bond)).toBe(9825)
    expect(amountShown(entry({ quantity: 10, price: 97 }), { type: 'equity', side: null })).toBe(-970)
  })

  it('goes the way of the loan', () => {
    const amounts = (side: string) =>
      (['drawdown', 'repayment', 'interest'] as const).map(type =>
        amountShown(entry({ type, amount: 5 }), { type: 'loan', side }),
      )
    expect(amounts('lent')).toEqual([-5, 5, 5])
    expect(amounts('borrowed')).toEqual([5, -5, -5])
  })

  it('is none for splits, forwards and what says nothing', () => {
    expect(amountShown(entry({ type: 'split', ratio: 2 }), { type: 'equity', side: null })).toBeNull()
    const forward = entry({ type: 'open', quantity: 5, price: 1.1 })
    expect(amountShown(forward, { type: 'fx_forward', side: null })).toBeNull()
    expect(amountShown(entry({ quantity: 3 }), { type: 'fund', side: null })).toBeNull()
  })
})

describe('correcting an entry', () => {
  it('leaves a distribution the income that it is', () => {
    const fund: Parameters<typeof valuesOf>[1] = { id: 'private_equity', transaction_types: [] }
    const income = kept({ type: 'distribution', quantity: 0, amount: 50 })
    const capital = kept({ type: 'distribution', quantity: null, amount: 50 })
    const again = (draft: TransactionDraft) =>
      draftOf(valuesOf(draft, fund, 'en-US'), draft, fund, 'en-US').body.quantity
    const stated = kept({ type: 'distribution', quantity: 40, price: 1.25, amount: 50 })
    expect([again(income), again(capital), again(stated)]).toEqual([0, null, 40])
    const ticked = { ...valuesOf(income, fund, 'en-US'), isIncomeOnly: false }
    expect(draftOf(ticked, income, fund, 'en-US').body.quantity).toBeNull()
  })

  const type: Parameters<typeof valuesOf>[1] = { id: 'equity', transaction_types: [] }
  const before = kept({ quantity: 10, price: 97, amount: 970 })
  const corrected = (typed: object) =>
    draftOf({ ...valuesOf(before, type, 'en-US'), ...typed }, before, type, 'en-US').body

  it('lets the amount follow from another quantity or price', () => {
    expect(corrected({ quantity: '20' })).toMatchObject({ quantity: 20, price: 97, amount: null })
    expect(corrected({ price: '98' })).toMatchObject({ quantity: 10, price: 98, amount: null })
  })

  it('keeps what nobody is asked for, and lets a price go that the amount contradicts', () => {
    const house: Parameters<typeof valuesOf>[1] = { id: 'real_estate', transaction_types: [] }
    const bought = kept({ quantity: 2, price: 500, amount: 1000 })
    const again = (typed: object) =>
      draftOf({ ...valuesOf(bought, house, 'en-US'), ...typed }, bought, house, 'en-US').body
    expect(again({ note: 'seen' })).toMatchObject({ quantity: 2, price: 500, amount: 1000 })
    expect(again({ amount: '1100' })).toMatchObject({ quantity: 2, price: null, amount: 1100 })
    expect(again({ type: 'expense' })).toMatchObject({ quantity: null, price: null, amount: 1000 })
  })

  it('keeps an amount that was typed, or that nothing contradicts', () => {
    expect(corrected({ quantity: '20', amount: '1940' })).toMatchObject({ quantity: 20, amount: 1940 })
    expect(corrected({ note: 'seen' })).toMatchObject({ quantity: 10, price: 97, amount: 970, note: 'seen' })
  })
})
