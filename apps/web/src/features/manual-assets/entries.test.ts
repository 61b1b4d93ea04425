import { describe, expect, it } from 'vitest'
import { entryAmount, type TransactionDraft } from './entries.ts'
import { toDraft, toEntryValues } from './transaction-values.ts'

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

describe('the amount of an entry', () => {
  it('is computed from a percent quote for bonds, including accrued interest', () => {
    const bond = { type: 'bond', side: null }
    expect(entryAmount(entry({ quantity: 10_000, price: 97, accrued: 125 }), bond)).toBe(-9825)
    expect(entryAmount(entry({ type: 'sale', quantity: 10_000, price: 97, accrued: 125 }), bond)).toBe(9825)
    expect(entryAmount(entry({ quantity: 10, price: 97 }), { type: 'equity', side: null })).toBe(-970)
  })

  it('has its sign from the side of the loan', () => {
    const amounts = (side: string) =>
      (['drawdown', 'repayment', 'interest'] as const).map(type =>
        entryAmount(entry({ type, amount: 5 }), { type: 'loan', side }),
      )
    expect(amounts('lent')).toEqual([-5, 5, 5])
    expect(amounts('borrowed')).toEqual([5, -5, -5])
  })

  it('is null for splits, forwards and entries without amount or price', () => {
    expect(entryAmount(entry({ type: 'split', ratio: 2 }), { type: 'equity', side: null })).toBeNull()
    const forward = entry({ type: 'open', quantity: 5, price: 1.1 })
    expect(entryAmount(forward, { type: 'fx_forward', side: null })).toBeNull()
    expect(entryAmount(entry({ quantity: 3 }), { type: 'fund', side: null })).toBeNull()
  })
})

describe('correcting an entry', () => {
  it('keeps a distribution as income', () => {
    const fund: Parameters<typeof toEntryValues>[1] = { id: 'private_equity', transaction_types: [] }
    const income = kept({ type: 'distribution', quantity: 0, amount: 50 })
    const capital = kept({ type: 'distribution', quantity: null, amount: 50 })
    const again = (draft: TransactionDraft) =>
      toDraft(toEntryValues(draft, fund, 'en-US'), draft, fund, 'en-US').body.quantity
    const stated = kept({ type: 'distribution', quantity: 40, price: 1.25, amount: 50 })
    expect([again(income), again(capital), again(stated)]).toEqual([0, null, 40])
    const ticked = { ...toEntryValues(income, fund, 'en-US'), isIncomeOnly: false }
    expect(toDraft(ticked, income, fund, 'en-US').body.quantity).toBeNull()
  })

  const type: Parameters<typeof toEntryValues>[1] = { id: 'equity', transaction_types: [] }
  const before = kept({ quantity: 10, price: 97, amount: 970 })
  const corrected = (typed: object) =>
    toDraft({ ...toEntryValues(before, type, 'en-US'), ...typed }, before, type, 'en-US').body

  it('clears the amount when quantity or price change', () => {
    expect(corrected({ quantity: '20' })).toMatchObject({ quantity: 20, price: 97, amount: null })
    expect(corrected({ price: '98' })).toMatchObject({ quantity: 10, price: 98, amount: null })
  })

  it('keeps fields that are not in the form, and clears a price that contradicts the amount', () => {
    const house: Parameters<typeof toEntryValues>[1] = { id: 'real_estate', transaction_types: [] }
    const bought = kept({ quantity: 2, price: 500, amount: 1000 })
    const again = (typed: object) =>
      toDraft({ ...toEntryValues(bought, house, 'en-US'), ...typed }, bought, house, 'en-US').body
    expect(again({ note: 'seen' })).toMatchObject({ quantity: 2, price: 500, amount: 1000 })
    expect(again({ amount: '1100' })).toMatchObject({ quantity: 2, price: null, amount: 1100 })
    expect(again({ type: 'expense' })).toMatchObject({ quantity: null, price: null, amount: 1000 })
  })

  it('keeps an amount that was typed or that nothing contradicts', () => {
    expect(corrected({ quantity: '20', amount: '1940' })).toMatchObject({ quantity: 20, amount: 1940 })
    expect(corrected({ note: 'seen' })).toMatchObject({ quantity: 10, price: 97, amount: 970, note: 'seen' })
  })
})
