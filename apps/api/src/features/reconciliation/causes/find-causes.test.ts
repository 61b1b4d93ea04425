import { describe, expect, it } from 'vitest'
import type { TransactionRow } from '../../../snapshots/facts.store.ts'
import type { Difference, DifferenceLine, NearTransaction } from './difference.ts'
import { findCauses } from './find-causes.ts'

function holding(change: Partial<DifferenceLine> = {}, closes: [string, number][] = []): DifferenceLine {
  return {
    key: 'abb',
    name: 'ABB',
    instrument: {
      id: 'abb',
      type: 'equity',
      contractSize: 1,
      maturity: null,
      closes: closes.map(([date, price]) => ({ date, price })),
      splits: [],
      settlement: 'closing',
    },
    currency: 'CHF',
    ledgerQuantity: 100,
    statedQuantity: 100,
    ledgerPrice: 50,
    statedPrice: 50,
    unitValue: 50,
    unitCost: null,
    ledgerValue: null,
    statedValue: null,
    accruedPerUnit: 0,
    ...change,
  }
}

function cash(ledgerQuantity: number, statedQuantity: number, currency = 'CHF'): DifferenceLine {
  const nothing = {
    instrument: null,
    ledgerPrice: null,
    statedPrice: null,
    unitValue: null,
    unitCost: null,
    ledgerValue: null,
    statedValue: null,
    accruedPerUnit: 0,
  }
  return { ...nothing, key: `cash ${currency}`, name: currency, currency, ledgerQuantity, statedQuantity }
}

function posted(change: Partial<NearTransaction> & { type: string }): NearTransaction {
  const { type, ...rest } = change
  const row = {
    id: `t-${type}-${rest.date ?? ''}`,
    transaction_type: type,
    account_id: 'a',
    link: null,
    taxes: '0',
    revision: 1,
  } as unknown as TransactionRow
  const near = { account: 'a', instrument: null, date: '2026-01-07', settleDate: null, units: 0 }
  return { row, ...near, splitRatio: null, cash: {}, isDisputed: null, ...rest }
}

function causesOf(lines: DifferenceLine[], change: Partial<Difference> = {}) {
  return findCauses({
    account: 'a',
    date: '2026-01-08',
    earliest: '2025-12-01',
    value: 100_000,
    statesHoldings: true,
    lines,
    unknown: [],
    transactions: [],
    income: [],
    rate: () => 0.94,
    ...change,
  })
}

const first = (lines: DifferenceLine[], change: Partial<Difference> = {}) =>
  causesOf(lines, change)[0]?.proposals[0]
const facts = (lines: DifferenceLine[], change: Partial<Difference> = {}) =>
  first(lines, change)?.changes.map(each => (each.action === 'add' ? each.facts : each.action))

describe('causes of a difference', () => {
  it('derives a split from quantity and price together, without any purchase', () => {
    const line = holding({ statedQuantity: 200, statedPrice: 25 }, [['2026-01-05', 50]])
    expect(first([line, cash(500, 500)])?.explanations[0]?.cause).toBe('split')
    expect(facts([line, cash(500, 500)])).toMatchObject([
      { transaction_type: 'split', numerator: '2', denominator: '1' },
    ])
    // The quote of the day is still the one before the split: the price of the statement counts.
    const quoted = holding({ statedQuantity: 200, statedPrice: 25 }, [['2026-01-08', 50]])
    expect(facts([quoted])).toMatchObject([
      { transaction_type: 'split' },
      { transaction_type: 'valuation', price: '25' },
    ])
    // The close has fallen already.
    const fallen = holding({ statedQuantity: 200, statedPrice: 25, ledgerPrice: 25, unitValue: 25 }, [
      ['2026-01-05', 50],
      ['2026-01-06', 25.1],
    ])
    expect(facts([fallen])).toMatchObject([{ transaction_type: 'split', date: '2026-01-06' }])
  })

  it('derives a purchase with its fee from quantity and cash together', () => {
    const line = holding({ statedQuantity: 110, statedPrice: 52 }, [
      ['2026-01-05', 48],
      ['2026-01-08', 52],
    ])
    expect(facts([line, cash(1000, 485)])).toMatchObject([
      { transaction_type: 'trade', quantity: '10', amount: '480', fees: '35', date: '2026-01-05' },
    ])
  })

  it('derives a sale with its cash, and nothing else', () => {
    const line = holding({ statedQuantity: 60 }, [['2026-01-08', 50]])
    expect(facts([line, cash(0, 1980)])).toMatchObject([
      { transaction_type: 'trade', quantity: '-40', amount: '2000', fees: '20' },
    ])
  })

  it('takes the price of a sale from the statement, and the rest of its cash as tax or fee', () => {
    const sold = (received: number, change: Partial<DifferenceLine> = {}) => {
      const line = holding({ statedQuantity: 60, ...change }, [
        ['2026-01-05', 44],
        ['2026-01-07', 49],
      ])
      const proposal = first([line, cash(0, received)])
      return {
        ...proposal?.changes.flatMap(each => (each.action === 'add' ? [each.facts] : []))[0],
        reasons: proposal?.explanations[0]?.reasons.map(({ code }) => code),
      }
    }
    // 40 at 50 are 2,000: 15 % of them, and 26.375 % of the gain of 400, are withheld.
    expect(sold(1700)).toMatchObject({
      price: '50',
      amount: '2000',
      fees: '0',
      taxes: '300',
      date: '2026-01-08',
      reasons: ['sell_and_cash', 'price_is_stated', 'rest_is_tax'],
    })
    expect(sold(1894.5, { unitCost: 40 })).toMatchObject({
      price: '50',
      taxes: '105.5',
      reasons: ['sell_and_cash', 'price_is_stated', 'rest_is_gain_tax'],
    })
    // Sold completely, the statement has no price: the last close counts.
    expect(sold(4165, { statedQuantity: 0, statedPrice: null })).toMatchObject({
      price: '49',
      taxes: '735',
      date: '2026-01-07',
      reasons: ['sell_and_cash', 'price_is_close', 'rest_is_tax'],
    })
    expect(sold(1980)).toMatchObject({ price: '50', fees: '20', taxes: '0' })
    // Tax and fee together are no usual share.
    expect(sold(1688.4)).toMatchObject({
      price: '50',
      fees: '0',
      taxes: '311.6',
      reasons: ['sell_and_cash', 'price_is_stated', 'rest_is_unclear'],
    })
    // A price between the known ones needs neither.
    expect(sold(1860)).toMatchObject({
      price: '46.5',
      fees: '0',
      taxes: '0',
      reasons: ['sell_and_cash', 'price_and_costs'],
    })
  })

  it('asks for an unknown security before it explains the cash that may have paid for it', () => {
    const unknown = [{ key: 'new', name: 'New', currency: 'CHF', quantity: 10, values: [500] }]
    const causes = (statedCash: number, of = unknown) =>
      causesOf([cash(1000, statedCash)], { unknown: of }).map(({ lines, proposals }) => [
        lines.join(),
        proposals[0]?.explanations[0]?.cause,
      ])
    expect(causes(485)).toEqual([['new,cash CHF', 'unknown_security']])
    // A fee is no payment, and money that came did not buy anything.
    expect(causes(980)).toEqual([
      ['new', 'unknown_security'],
      ['cash CHF', 'missing_fee'],
    ])
    expect(causes(1485)).toEqual([
      ['new', 'unknown_security'],
      ['cash CHF', 'missing_cash_flow'],
    ])
    // Without a price any payment may be the one.
    expect(causes(980, [{ key: 'new', name: 'New', currency: 'CHF', quantity: 10, values: [] }])).toEqual([
      ['new,cash CHF', 'unknown_security'],
    ])
    // Two purchases with one balance, and shares that were exchanged.
    const two = [...unknown, { key: 'other', name: 'Other', currency: 'CHF', quantity: 5, values: [490] }]
    expect(causes(10, two)).toEqual([['new,other,cash CHF', 'unknown_security']])
    const gone = causesOf([holding({ ledgerQuantity: 10, statedQuantity: 0 })], { unknown })
    expect(gone.map(({ lines }) => lines)).toEqual([['new', 'abb']])
  })

  it('calls an unbooked fee a fee and no withdrawal', () => {
    const proposal = first([cash(1000, 965)])
    expect(proposal?.explanations[0]?.cause).toBe('missing_fee')
    expect(facts([cash(1000, 965)])).toMatchObject([{ transaction_type: 'fees_cash', amount: '35' }])
    expect(first([cash(1000, 21_000)])?.explanations[0]?.cause).toBe('missing_cash_flow')
  })

  it('moves a transaction that was posted after the statement instead of proposing it again', () => {
    const late = posted({
      type: 'trade',
      date: '2026-01-09',
      instrument: 'abb',
      units: 10,
      cash: { CHF: -515 },
    })
    const proposal = first([holding({ statedQuantity: 110 }), cash(1000, 485)], { transactions: [late] })
    expect(proposal?.explanations.map(({ cause }) => cause)).toEqual(['late_transaction'])
    expect(proposal?.changes).toEqual([{ action: 'correct', row: late.row, facts: { date: '2026-01-08' } }])
  })

  it('voids a transaction that the ledger has twice, and one that the statement does not have', () => {
    const fee = (date: string) => posted({ type: 'fees_cash', date, cash: { CHF: -35 } })
    const twice = first([cash(930, 965)], { transactions: [fee('2026-01-05'), fee('2026-01-06')] })
    expect(twice?.explanations[0]?.cause).toBe('duplicate_transaction')
    const extra = first([cash(965, 1000)], { transactions: [fee('2026-01-05')] })
    expect(extra?.explanations[0]?.cause).toBe('extra_transaction')
    expect(extra?.changes).toMatchObject([{ action: 'void' }])
  })

  it('recognizes a conversion, income of the calendar, and a transaction of the wrong account', () => {
    const conversion = first([cash(1000, 60), cash(0, 1000, 'EUR')], {
      rate: from => (from === 'CHF' ? 1 / 0.94 : 0.94),
    })
    expect(conversion?.explanations.map(({ cause }) => cause)).toEqual(['missing_conversion'])
    const dividend = first([cash(0, 65)], {
      income: [
        {
          instrument: 'abb',
          name: 'ABB',
          kind: 'dividend',
          date: '2026-01-07',
          amount: 100,
          currency: 'CHF',
          source: 'calendar',
        },
      ],
    })
    expect(dividend?.changes).toMatchObject([
      { facts: { transaction_type: 'dividend', amount: '100', taxes: '35', instrument_id: 'abb' } },
    ])
    const other = posted({ type: 'deposit', account: 'b', cash: { CHF: 777 }, isDisputed: true })
    const moved = first([cash(0, 777)], { transactions: [other] })
    expect(moved?.changes).toMatchObject([{ action: 'correct', facts: { account_id: 'a' } }])
  })

  it('explains trades and fees of one currency together, to the cent', () => {
    const lines = [
      holding({ statedQuantity: 110 }, [['2026-01-08', 50]]),
      holding({ key: 'x', name: 'X', statedQuantity: 90 }, [['2026-01-08', 50]]),
      cash(1000, 987.65),
    ]
    const proposal = first(lines)
    const moved = proposal?.explanations.reduce((sum, each) => sum + (each.cash.CHF ?? 0), 0) ?? 0
    expect(Math.abs(moved + 12.35)).toBeLessThan(0.005)
    expect(proposal?.explanations.every(({ cause }) => cause === 'missing_trade')).toBe(true)
  })

  it('gives reasons and orders alternatives by likelihood', () => {
    const [group] = causesOf([cash(1000, 965)])
    expect(group?.proposals.length).toBeGreaterThan(1)
    expect(group?.proposals[0]?.explanations[0]?.reasons.length).toBeGreaterThan(0)
    const costs = group?.proposals.map(({ cost }) => cost) ?? []
    expect(costs).toEqual(costs.toSorted((a, b) => a - b))
  })

  it('derives a trade in futures with its fee from the value, which is no purchase of the notional', () => {
    const future = {
      id: 'abb',
      type: 'future',
      contractSize: 10,
      maturity: null,
      closes: [
        { date: '2026-01-07', price: 50 },
        { date: '2026-01-08', price: 52 },
      ],
      splits: [],
    }
    const line = { ledgerQuantity: 0, statedQuantity: 5, ledgerPrice: 52, statedPrice: 52, ledgerValue: 0 }
    const trade = { transaction_type: 'trade', date: '2026-01-07', quantity: '5', price: '50', fees: '12' }
    const paidOnClosing = { ...future, settlement: 'closing' as const }
    const unpaid = holding({ ...line, instrument: paidOnClosing, unitValue: 0, statedValue: 100 })
    expect(facts([unpaid, cash(1000, 988)])).toMatchObject([trade])
    // The gain of 100 is paid at the close.
    const paidDaily = { ...future, settlement: 'daily' as const }
    const paid = holding({ ...line, instrument: paidDaily, unitValue: 0, statedValue: 0 })
    expect(facts([paid, cash(1000, 1088)])).toMatchObject([trade])
  })

  it('derives the closing of contracts from their gain', () => {
    const instrument = {
      id: 'abb',
      type: 'future',
      contractSize: 10,
      maturity: null,
      closes: [{ date: '2026-01-08', price: 52 }],
      splits: [],
      settlement: 'closing' as const,
    }
    const line = holding({
      instrument,
      ledgerQuantity: 5,
      statedQuantity: 0,
      ledgerPrice: 52,
      statedPrice: null,
      unitValue: 20,
    })
    expect(facts([line, cash(1000, 1095)])).toMatchObject([{ quantity: '-5', price: '52', fees: '5' }])
  })
})
