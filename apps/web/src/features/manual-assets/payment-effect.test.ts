import { describe, expect, it } from 'vitest'
import type { AssetAccount } from './asset-types.ts'
import type { TransactionDraft } from './entries.ts'
import { likelySource, paymentEffect, withPaymentSources } from './payment-effect.ts'

const body = (
  type: TransactionDraft['body']['type'],
  amount: number,
  more = {},
): TransactionDraft['body'] => ({
  type,
  amount,
  date: '2026-01-05',
  is_void: false,
  fees: 0,
  taxes: 0,
  ...more,
})
const account = (cash: AssetAccount['cash'], amount?: number): AssetAccount => ({
  id: 'a',
  currency: 'CHF',
  cash,
  balances: amount === undefined ? [] : [{ currency: 'CHF', amount }],
})
const house = { type: 'real_estate', side: null }

describe('the effect of an entry on cash and value', () => {
  it('turns cash into the asset for a purchase, and costs are lost', () => {
    expect(paymentEffect(body('purchase', 500_000, { fees: 10_000 }), house)).toEqual({
      cash: -510_000,
      asset: 500_000,
    })
  })

  it('owes what was borrowed', () => {
    const loan = { type: 'loan', side: 'borrowed' }
    expect(paymentEffect(body('drawdown', 300_000), loan)).toEqual({ cash: 300_000, asset: -300_000 })
  })

  it('leaves the asset for rent, and is none for a commitment', () => {
    expect(paymentEffect(body('rent', 2000), house)).toEqual({ cash: 2000, asset: 0 })
    expect(paymentEffect(body('commitment', 1000), { type: 'private_equity', side: null })).toBeNull()
  })
})

describe('the likely source of a payment', () => {
  const effect = { cash: -500, asset: 500 }

  it('is the account only if it holds enough cash', () => {
    expect(likelySource(effect, account('tracked', 600), 'CHF')).toBe('account')
    expect(likelySource(effect, account('tracked', 400), 'CHF')).toBe('elsewhere')
    expect(likelySource(effect, account('tracked'), 'CHF')).toBe('elsewhere')
    expect(likelySource(effect, account('tracked', 600), 'EUR')).toBe('elsewhere')
  })

  it('answers for entries that were made before the account was chosen', () => {
    const draft: TransactionDraft = { key: 'k', rootId: null, state: 'new', body: body('purchase', 500) }
    const [answered] = withPaymentSources([draft], account('tracked'), house, 'CHF')
    expect(answered?.body.paid_from).toBe('elsewhere')
    expect(withPaymentSources([draft], account('none'), house, 'CHF')[0]?.body.paid_from).toBeUndefined()
  })
})
