import { describe, expect, it } from 'vitest'
import { positionReceipt, type Receipt, replayReceipt, scopeReceipt } from '../../src/index.ts'
import { buy, deposit, sell, transfer, world } from '../world.ts'

/** The terms of the last cell: the formula of the figure. */
function formulaTerms({ cells }: Receipt): [label: string, sign: number, value: number | null][] {
  return (cells.at(-1)?.terms ?? []).map(({ cell, sign }) => {
    const { label = '', value = null } = cells[cell] ?? {}
    return [label, sign, value]
  })
}

const listInputs = ({ cells }: Receipt, kind: string) =>
  cells.filter(({ source }) => source?.kind === kind).map(({ label, value, day }) => ({ label, value, day }))

describe('the receipt of an unrealized P/L', () => {
  const w = world({
    asOf: '2026-11-13',
    currency: 'CHF',
    instruments: [{ id: 'X', currency: 'USD' }],
    prices: { X: [['2026-11-13', 184.66]] },
    rates: {
      USD: [
        ['2023-03-14', 0.913],
        ['2023-08-22', 0.8795],
        ['2026-11-13', 0.8018],
      ],
    },
    transactions: [
      buy('2023-03-14', 600, { price: 238.5 }),
      buy('2023-08-22', 500, { price: 462.1 }),
      sell('2026-11-12', 100, { price: 180, fees: 5 }),
    ],
  })
  const result = w.runQuery()
  const position = w.row('open').index
  const receipt = positionReceipt(result, position, 'pnl_abs_unrealized', 'calculated')

  it('is quantity x price x rate less the cost of the open lots', () => {
    const value = 1000 * 184.66 * 0.8018
    const cost = 500 * 238.5 * 0.913 + 500 * 462.1 * 0.8795
    expect(formulaTerms(receipt)).toEqual([
      ['value', 1, expect.closeTo(value, 9)],
      ['cost', -1, expect.closeTo(cost, 9)],
    ])
    expect(receipt.value).toBeCloseTo(value - cost, 9)
    expect(replayReceipt(receipt)).toBeCloseTo(value - cost, 9)
  })

  it('names the price, rates and transactions behind it with their days', () => {
    expect(listInputs(receipt, 'price')).toMatchObject([{ label: 'price', value: 184.66 }])
    const [price] = receipt.cells.filter(({ source }) => source?.kind === 'price')
    expect(price?.source).toMatchObject({ instrument: 'X', quoteDay: price?.day, flag: null })
    expect(new Set(listInputs(receipt, 'rate').map(({ value }) => value))).toEqual(
      new Set([0.8018, 0.913, 0.8795]),
    )
    const amounts = receipt.cells.flatMap(({ label, source, value }) =>
      label === 'amount' && source?.kind === 'transaction' ? [[source.transaction, value]] : [],
    )
    expect(amounts).toEqual([
      ['t0000', 600 * 238.5],
      ['t0001', 500 * 462.1],
    ])
  })

  it('no longer matches the figure if an input changes', () => {
    const cells = receipt.cells.map(cell =>
      cell.source?.kind === 'price' ? { ...cell, value: (cell.value ?? 0) + 1 } : cell,
    )
    expect(replayReceipt({ ...receipt, cells })).toBeCloseTo((receipt.value ?? 0) + 1000 * 0.8018, 6)
  })

  it('is available in the currency of the instrument as well', () => {
    const original = positionReceipt(result, position, 'pnl_abs_unrealized', 'original')
    expect(replayReceipt(original)).toBeCloseTo(1000 * 184.66 - 500 * 238.5 - 500 * 462.1, 9)
    expect(listInputs(original, 'rate')).toEqual([])
  })

  it('has no cells if there is no figure', () => {
    const closed = positionReceipt(
      w.runQuery({ to: '2023-03-13' }),
      position,
      'price_break_even',
      'calculated',
    )
    expect(closed).toEqual({ value: null, cells: [] })
    expect(replayReceipt(closed)).toBeNull()
  })
})

describe('the receipt of a realized P/L', () => {
  it('takes the lots carried in, each with its own day and cost', () => {
    const w = world({
      asOf: '2024-03-10',
      accounts: [{ id: 'a' }, { id: 'b' }],
      prices: { X: [['2024-01-01', 10]] },
      transactions: [
        buy('2024-01-02', 10, { price: 8, account: 'a' }),
        buy('2024-01-03', 10, { price: 9, account: 'a' }),
        ...transfer('2024-02-01', 20, 'a', 'b'),
        sell('2024-03-01', 15, { price: 12, account: 'b' }),
      ],
    })
    const position = w.row('open').index
    const receipt = positionReceipt(w.runQuery(), position, 'pnl_abs_realized', 'calculated')
    expect(receipt.value).toBe(15 * 12 - 80 - 45 - (15 * 10 - 80 - 45))
    const gains = receipt.cells.filter(({ label }) => label === 'carried_gain')
    expect(gains.map(({ value }) => value)).toEqual([25])
    expect(replayReceipt(receipt)).toBe(receipt.value)
    expect(listInputs(receipt, 'lot').map(({ value }) => value)).toEqual([80, 90])
  })
})

describe('the receipt of a return', () => {
  const w = world({
    asOf: '2024-01-05',
    prices: {
      X: [
        ['2024-01-02', 100],
        ['2024-01-03', 110],
        ['2024-01-05', 99],
      ],
    },
    transactions: [deposit('2024-01-02', 1000), buy('2024-01-02', 10, { price: 100 })],
  })

  it('links the days on which a value or flow changed', () => {
    const receipt = scopeReceipt(w.runQuery({ from: '2024-01-03' }), 'twr')
    expect(receipt.value).toBeCloseTo(-0.01, 12)
    expect(replayReceipt(receipt)).toBeCloseTo(-0.01, 12)
    expect(formulaTerms(receipt)).toEqual([
      ['return', 1, expect.closeTo(0.1, 12)],
      ['return', 1, expect.closeTo(-0.1, 12)],
    ])
  })

  it('of a balance lists every holding with its price', () => {
    const receipt = scopeReceipt(w.runQuery(), 'balance_total')
    expect(formulaTerms(receipt)).toEqual([['position', 1, 990]])
    expect(listInputs(receipt, 'price')).toMatchObject([{ value: 99 }])
  })
})
