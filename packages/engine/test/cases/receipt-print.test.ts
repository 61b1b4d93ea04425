import { describe, expect, it } from 'vitest'
import { positionReceipt, printReceipt, type Receipt, scopeReceipt, toIsoDate } from '../../src/index.ts'
import { buy, custodyFee, deposit, sell, world } from '../world.ts'

/** The printed terms of a cell, the last one unless another is given: sign, label and digits. */
function printedTerms(receipt: Receipt, place = receipt.cells.length - 1): [number, string, string | null][] {
  const printed = printReceipt(receipt)
  return (receipt.cells[place]?.terms ?? []).map(({ cell, sign }) => [
    sign,
    receipt.cells[cell]?.label ?? '',
    printed[cell] ?? null,
  ])
}

const printedFigure = (receipt: Receipt): string | null => printReceipt(receipt).at(-1) ?? null

describe('the printed digits of a receipt', () => {
  it('are as many as the printed result needs', () => {
    const w = world({
      asOf: '2026-11-13',
      currency: 'CHF',
      pivot: 'CHF',
      instruments: [{ id: 'X', currency: 'JPY' }],
      prices: { X: [['2026-11-13', 1730]] },
      rates: { JPY: [['2026-11-13', 0.005202414]] },
      transactions: [buy('2026-11-13', 10_400, { price: 1730 })],
    })
    const receipt = positionReceipt(w.runQuery(), w.row('open').index, 'value', 'calculated')
    // With six decimals, 10,400 x 1,730 x 0.005202 is 93,594.38.
    expect(printedTerms(receipt)).toEqual([
      [1, 'quantity', '10400'],
      [1, 'price', '1730'],
      [1, 'rate', '0.005202414'],
    ])
    expect(printedFigure(receipt)).toBe('93601.83')
  })

  it('rise until terms of many decimals give the result', () => {
    const w = world({
      asOf: '2026-11-13',
      currency: 'EUR',
      pivot: 'CHF',
      instruments: [{ id: 'X', currency: 'USD' }],
      prices: { X: [['2026-11-13', 184.66]] },
      rates: { USD: [['2026-11-13', 0.8]], EUR: [['2026-11-12', 0.93]] },
      transactions: [buy('2026-11-13', 1_000_000, { price: 184.66 })],
    })
    const receipt = positionReceipt(w.runQuery(), w.row('open').index, 'value', 'calculated')
    const rate = Number(printedTerms(receipt)[2]?.[2])
    // The cross rate 0.8 / 0.93 has no finite decimal.
    expect((1_000_000 * 184.66 * rate).toFixed(2)).toBe('158847311.83')
    expect(printedFigure(receipt)).toBe('158847311.83')
    const place = receipt.cells.at(-1)?.terms[2]?.cell ?? -1
    expect(printedTerms(receipt, place)).toEqual([
      [1, 'rate', '0.8000'],
      [-1, 'rate', '0.9300'],
    ])
  })

  it('rise for the small difference of large values that a tiny base divides', () => {
    const w = world({
      asOf: '2026-11-13',
      currency: 'EUR',
      pivot: 'CHF',
      rates: {
        EUR: [
          ['2026-11-10', 1.0679],
          ['2026-11-13', 1.1774],
        ],
      },
      transactions: [
        deposit('2026-11-11', 0.01, { currency: 'CHF' }),
        deposit('2026-11-13', 894.375, { currency: 'CHF' }),
      ],
    })
    const receipt = positionReceipt(
      w.runQuery({ from: '2026-11-12' }),
      w.row('cash').index,
      'pnl_rel_total',
      'calculated',
    )
    // 0.01 / 1.1774 and 0.01 / 1.0679: a return of 1.0679 / 1.1774 - 1.
    expect(printedFigure(receipt)).toBe(((1.0679 / 1.1774 - 1) * 100).toFixed(4))
  })

  it('show a figure between two cents with three decimals', () => {
    const w = world({
      asOf: '2024-01-02',
      prices: { X: [['2024-01-02', 10.345]] },
      transactions: [buy('2024-01-02', 7, { price: 10.345 })],
    })
    const receipt = positionReceipt(w.runQuery(), w.row('open').index, 'value', 'calculated')
    expect(printedFigure(receipt)).toBe('72.415')
  })

  it('of many rounded terms add up to the printed sum', () => {
    const w = world({
      asOf: '2024-02-01',
      prices: { X: [['2024-01-02', 1]] },
      currency: 'CHF',
      pivot: 'CHF',
      instruments: [{ id: 'X', currency: 'USD' }],
      rates: { USD: [['2024-01-01', 0.7777777]] },
      transactions: Array.from({ length: 25 }, (_, day) =>
        buy(`2024-01-${String(day + 2).padStart(2, '0')}`, 1, { price: 1.01 + day / 100 }),
      ),
    })
    const receipt = positionReceipt(w.runQuery(), w.row('open').index, 'cost', 'calculated')
    const sum = printedTerms(receipt).reduce((total, [sign, , text]) => total + sign * Number(text), 0)
    expect(sum.toFixed(2)).toBe(printedFigure(receipt))
  })
})

describe('the signs of a receipt', () => {
  it('show proceeds as received and the cost of units sold as subtracted', () => {
    const w = world({
      asOf: '2024-01-05',
      prices: { X: [['2024-01-02', 10]] },
      transactions: [buy('2024-01-02', 10, { price: 10 }), sell('2024-01-03', 4, { price: 12.5, fees: 1 })],
    })
    const receipt = positionReceipt(w.runQuery(), w.row('open').index, 'pnl_abs_realized', 'calculated')
    expect(printedTerms(receipt)).toEqual([
      [1, 'realized', '10.00'],
      [-1, 'fees', '1.00'],
    ])
    expect(printedTerms(receipt, receipt.cells.at(-1)?.terms[0]?.cell)).toEqual([
      [1, 'proceeds', '50.00'],
      [-1, 'cost_taken', '40.00'],
    ])
  })
})

describe('the prices of a receipt', () => {
  const splits = [{ day: 19_783, numerator: 2, denominator: 1 }]

  it('have the day of their quote, divided by splits since then', () => {
    const w = world({
      asOf: '2024-03-20',
      instruments: [{ id: 'X', splits }],
      prices: { X: [['2024-02-27', 22.5]] },
      transactions: [buy('2024-02-27', 10, { price: 22.5 })],
    })
    const receipt = positionReceipt(w.runQuery(), w.row('open').index, 'price_current', 'calculated')
    expect(printedFigure(receipt)).toBe('11.25')
    const quote = receipt.cells.find(({ source }) => source?.kind === 'price')
    expect([quote?.value, toIsoDate(quote?.day ?? 0)]).toEqual([22.5, '2024-02-27'])
    const ratio = receipt.cells.find(({ source }) => source?.kind === 'split')
    expect([ratio?.value, toIsoDate(ratio?.day ?? 0)]).toEqual([2, '2024-03-01'])
  })

  it('name the transaction that stated them where there is no quote', () => {
    const w = world({
      asOf: '2024-11-17',
      instruments: [{ id: 'X', splits }],
      transactions: [buy('2024-01-02', 10, { price: 20 }), buy('2024-02-27', 10, { price: 22.5 })],
    })
    const receipt = positionReceipt(w.runQuery(), w.row('open').index, 'price_current', 'calculated')
    expect(printedFigure(receipt)).toBe('11.25')
    const stated = receipt.cells.find(({ source }) => source?.kind === 'price')
    expect(stated).toMatchObject({
      label: 'trade_price',
      value: 22.5,
      source: { transaction: 't0001', quoteDay: null, flag: 'estimated' },
    })
    expect(toIsoDate(stated?.day ?? 0)).toBe('2024-02-27')
  })
})

describe('the receipts of returns and fees', () => {
  const w = world({
    asOf: '2024-01-05',
    prices: {
      X: [
        ['2024-01-02', 100],
        ['2024-01-03', 110],
        ['2024-01-04', 99],
        ['2024-01-05', 105],
      ],
    },
    transactions: [
      deposit('2024-01-02', 1000),
      buy('2024-01-02', 10, { price: 100 }),
      sell('2024-01-04', 5, { price: 99 }),
      sell('2024-01-05', 5, { price: 105 }),
      custodyFee('2024-01-05', 2),
    ],
  })

  it('multiply each day of a part by the growth before it', () => {
    const receipt = scopeReceipt(w.runQuery({ from: '2024-01-03' }), 'pnl_rel_realized')
    const days = receipt.cells.at(-1)?.terms.map(({ cell }) => printedTerms(receipt, cell)) ?? []
    // The last day: 25 - 2 of 990, after a growth of 0.99.
    expect(days.at(-1)).toEqual([
      [1, 'growth', '0.9900'],
      [1, 'realized', '23.00'],
      [-1, 'capital', '990.00'],
    ])
    expect(printedFigure(receipt)).toBe('1.80')
  })

  it('divide fees by the average value, day by day', () => {
    const receipt = scopeReceipt(w.runQuery({ from: '2024-01-03' }), 'fees_bps')
    expect(printedTerms(receipt).map(([sign, label]) => [sign, label])).toEqual([
      [1, 'fees'],
      [-1, 'average_value'],
      [1, 'per_ten_thousand'],
    ])
    const average = receipt.cells.at(-1)?.terms[1]?.cell ?? -1
    expect(printedTerms(receipt, average).map(([sign, label]) => [sign, label])).toEqual([
      [1, 'value'],
      [-1, 'days'],
    ])
    const values = receipt.cells[average]?.terms[0]?.cell ?? -1
    expect(printedTerms(receipt, values).map(([, , text]) => text)).toEqual(['1100.00', '990.00', '1018.00'])
  })

  it('list opening value, flows and closing value of a money-weighted return by name', () => {
    const year = world({
      asOf: '2025-06-30',
      prices: {
        X: [
          ['2024-01-02', 100],
          ['2025-06-30', 120],
        ],
      },
      transactions: [
        deposit('2024-01-02', 1000),
        buy('2024-01-02', 10, { price: 100 }),
        deposit('2024-07-01', 500),
      ],
    })
    const receipt = scopeReceipt(year.runQuery({ from: '2024-02-01' }), 'xirr')
    expect(printedTerms(receipt)).toEqual([
      [-1, 'opening_value', '1000.00'],
      [-1, 'flow', '500.00'],
      [1, 'value', '1700.00'],
    ])
  })
})
