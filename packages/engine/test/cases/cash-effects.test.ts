import { describe, expect, it } from 'vitest'
import { cashEffects, type Instrument, parseDay, type Transaction, toNumber } from '../../src/index.ts'

const day = parseDay('2026-03-02')
const share: Instrument = { id: 'share', name: 'Share', type: 'equity', currency: 'USD' }
const noRate = () => Number.NaN

function effects(facts: Partial<Transaction> & Pick<Transaction, 'type'>, instrument?: Instrument) {
  const transaction = { id: 't', account: 'a', day, currency: 'USD', ...facts }
  const named = instrument ? { ...transaction, instrument: instrument.id } : transaction
  return cashEffects(named, instrument, noRate).map(({ currency, amount }) => [
    currency,
    amount && toNumber(amount),
  ])
}

describe('the cash that a transaction moves', () => {
  it('pays for a purchase in another currency at the recorded rate', () => {
    const bought = { type: 'trade', currency: 'EUR', quantity: '10', price: '50', fees: '5' } as const
    expect(effects({ ...bought, rate: '0.9' }, share)).toEqual([['EUR', -455]])
    expect(effects({ ...bought, net: '460' }, share)).toEqual([['EUR', -460]])
  })

  it('is unknown in another currency without a rate', () => {
    expect(effects({ type: 'dividend', currency: 'EUR', amount: '10' }, share)).toEqual([['EUR', null]])
    expect(effects({ type: 'dividend', amount: '10', taxes: '1.5' }, share)).toEqual([['USD', 8.5]])
  })

  it('counts minor units as hundredths', () => {
    const listed = { ...share, currency: 'GBX' }
    expect(effects({ type: 'trade', currency: 'GBX', quantity: '-10', price: '250' }, listed)).toEqual([
      ['GBP', 25],
    ])
  })

  it('moves both sides of a conversion, and the costs alone of a future', () => {
    expect(
      effects({ type: 'fx', amount: '100', fees: '1', counterCurrency: 'EUR', counterAmount: '90' }),
    ).toEqual([
      ['USD', -101],
      ['EUR', 90],
    ])
    const future: Instrument = { ...share, type: 'future', contractSize: 50 }
    expect(effects({ type: 'trade', quantity: '1', price: '4000', fees: '2' }, future)).toEqual([['USD', -2]])
  })
})
