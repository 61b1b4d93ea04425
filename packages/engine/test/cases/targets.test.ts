import { describe, expect, it } from 'vitest'
import {
  type AllocatedPosition,
  type Allocation,
  checkTarget,
  compareWithTarget,
  type RebalanceOptions,
  rebalance,
} from '../../src/index.ts'

const target = (key: string, weightBps: number, band: number) => ({
  key,
  weightBps,
  minBps: Math.max(0, weightBps - band),
  maxBps: Math.min(10_000, weightBps + band),
})

const position = (
  key: string,
  bucket: string,
  [quantity, price, cost]: [number, number, number],
  more: Partial<NonNullable<AllocatedPosition['trade']>> = {},
): AllocatedPosition => ({
  key,
  bucket,
  value: quantity * price,
  trade: {
    account: 'main',
    currency: 'CHF',
    quantity,
    lotSize: 1,
    lots: [{ quantity, cost: quantity * cost }],
    ...more,
  },
})

const plain: RebalanceOptions = {
  goal: 'bands',
  minCash: 0,
  flow: 0,
  minTrade: 0,
  feeRate: 0,
  feeFixed: 0,
  taxRate: 0,
  maxGain: null,
  decimals: 2,
}

/** 70,000 in shares, 20,000 in bonds and 10,000 in cash, against 50/40/10 with bands of five points. */
const skewed: Allocation = {
  targets: [target('equity', 5000, 500), target('bond', 4000, 500), target('cash', 1000, 500)],
  positions: [position('acme', 'equity', [700, 100, 60]), position('note', 'bond', [200, 100, 100])],
  cash: [{ account: 'main', currency: 'CHF', bucket: 'cash', value: 10_000 }],
  cashBy: 'one',
  countsCash: true,
}

describe('a target allocation', () => {
  it('adds up to 100 %, with weights within their bands and no bucket twice', () => {
    expect(checkTarget(skewed.targets)).toBeNull()
    expect(checkTarget([])).toEqual({ kind: 'empty' })
    expect(checkTarget([target('equity', 9999, 0)])).toEqual({ kind: 'sum', sumBps: 9999 })
    expect(checkTarget([{ ...target('equity', 10_000, 0), maxBps: 9000 }])).toEqual({
      kind: 'band',
      key: 'equity',
    })
    expect(checkTarget([target('a', 5000, 0), target('a', 5000, 0)])).toEqual({ kind: 'duplicate', key: 'a' })
  })

  it('is compared in points and money, and buckets without a target are shown', () => {
    const { base, buckets } = compareWithTarget({
      ...skewed,
      positions: [...skewed.positions, { key: 'house', bucket: 'real_estate', value: 100_000, trade: null }],
    })
    expect(base).toBe(200_000)
    expect(
      buckets.map(({ key, weight, drift, driftValue, state }) => [key, weight, drift, driftValue, state]),
    ).toEqual([
      ['equity', 0.35, -0.15, -30_000, 'below'],
      ['bond', 0.1, -0.3, -60_000, 'below'],
      ['cash', 0.05, -0.05, -10_000, 'within'],
      ['real_estate', 0.5, null, null, 'no_target'],
    ])
  })

  it('has no weights when nothing is worth anything', () => {
    const { buckets } = compareWithTarget({ ...skewed, positions: [], cash: [] })
    expect(buckets.map(({ weight, drift, state }) => [weight, drift, state])).toEqual(
      Array(3).fill([null, null, 'no_target']),
    )
    expect(rebalance({ ...skewed, positions: [], cash: [] }, plain).orders).toEqual([])
  })
})

describe('a proposal', () => {
  it('goes to the near edge of each band with one order per bucket', () => {
    const { orders, after, isWithinBands } = rebalance(skewed, plain)
    expect(isWithinBands).toBe(true)
    expect(orders).toMatchObject([
      { kind: 'sell', key: 'acme', quantity: 150, amount: 15_000, gain: 6000 },
      {
        kind: 'buy',
        key: 'note',
        quantity: 150,
        amount: 15_000,
        cash: [{ account: 'main', amount: -15_000 }],
      },
    ])
    expect(after.map(({ weight }) => weight)).toEqual([0.55, 0.35, 0.1])
  })

  it('uses cash and a planned deposit before it sells', () => {
    const cashRich = { ...skewed, cash: [{ ...skewed.cash[0], value: 60_000 } as Allocation['cash'][0]] }
    const { orders } = rebalance(cashRich, plain)
    expect(orders.map(order => order.kind)).toEqual(['buy'])
    const small = {
      ...skewed,
      positions: [position('acme', 'equity', [500, 100, 60]), position('note', 'bond', [300, 100, 100])],
    }
    expect(rebalance(small, { ...plain, flow: 20_000 }).orders.map(order => order.kind)).toEqual(['buy'])
  })

  it('sells for a planned withdrawal', () => {
    const { orders, cashAfter, isWithinBands, baseAfter } = rebalance(skewed, { ...plain, flow: -20_000 })
    expect(isWithinBands).toBe(true)
    expect(orders.some(order => order.kind === 'sell')).toBe(true)
    expect(baseAfter).toBe(80_000)
    expect(cashAfter).toBeGreaterThanOrEqual(4000)
  })

  it('pays fees and taxes out of the cash, so that the base falls by exactly them', () => {
    const costs = { ...plain, feeRate: 0.001, feeFixed: 5, taxRate: 0.25 }
    const { orders, baseBefore, baseAfter, fees, taxes, isWithinBands } = rebalance(skewed, costs)
    expect(isWithinBands).toBe(true)
    const [sale] = orders
    if (sale?.kind !== 'sell') throw new Error('a sale comes first')
    expect(sale.fee).toBe(Number((sale.amount * 0.001 + 5).toFixed(2)))
    expect(sale.tax).toBe(Number(((sale.gain ?? 0) * 0.25).toFixed(2)))
    expect(baseAfter).toBeCloseTo(baseBefore - fees - taxes, 9)
  })

  it('takes tax lots in their order, and sells what costs the least tax', () => {
    const positions = [
      position('old', 'equity', [400, 100, 20]),
      position('new', 'equity', [300, 100, 99]),
      position('note', 'bond', [200, 100, 100]),
    ]
    const { orders } = rebalance({ ...skewed, positions }, { ...plain, taxRate: 0.3 })
    expect(orders[0]).toMatchObject({ kind: 'sell', key: 'new' })
    const lots = [
      { quantity: 100, cost: 9000 },
      { quantity: 600, cost: 6000 },
    ]
    const layered = [
      position('acme', 'equity', [700, 100, 0], { lots }),
      position('note', 'bond', [200, 100, 100]),
    ]
    // 150 shares: all of the first lot, 50 of the second.
    expect(rebalance({ ...skewed, positions: layered }, plain).orders[0]).toMatchObject({
      gain: 15_000 - 9000 - 500,
    })
  })

  it('realises no more than allowed, and says so', () => {
    const { orders, gain, isWithinBands, problems } = rebalance(skewed, { ...plain, maxGain: 1000 })
    expect(gain).toBeLessThanOrEqual(1000)
    expect(orders[0]).toMatchObject({ kind: 'sell', quantity: 25 })
    expect(isWithinBands).toBe(false)
    expect(problems).toContainEqual({ bucket: 'equity', problem: 'gain_limit' })
  })

  it('respects lots, the minimum size and locked positions', () => {
    const coarse = [
      position('acme', 'equity', [700, 100, 60], { lotSize: 100 }),
      position('note', 'bond', [200, 100, 100]),
    ]
    expect(rebalance({ ...skewed, positions: coarse }, plain).orders[0]).toMatchObject({ quantity: 200 })
    const { orders } = rebalance(skewed, { ...plain, minTrade: 18_000 })
    expect(orders.every(order => order.amount >= 18_000)).toBe(true)
    const locked = skewed.positions.map(each => (each.key === 'acme' ? { ...each, trade: null } : each))
    const proposal = rebalance({ ...skewed, positions: locked }, plain)
    expect(proposal.orders.every(order => order.kind !== 'sell')).toBe(true)
    expect(proposal.problems).toContainEqual({ bucket: 'equity', problem: 'nothing_to_sell' })
  })

  it('says when a bucket holds nothing to buy', () => {
    const proposal = rebalance({ ...skewed, positions: skewed.positions.slice(0, 1) }, plain)
    expect(proposal.isWithinBands).toBe(false)
    expect(proposal.problems).toContainEqual({ bucket: 'bond', problem: 'nothing_to_buy' })
  })

  it('goes to the targets if asked, to the nearest whole unit below', () => {
    const { orders, after } = rebalance(skewed, { ...plain, goal: 'target' })
    expect(orders).toMatchObject([
      { kind: 'sell', quantity: 200 },
      { kind: 'buy', quantity: 200 },
    ])
    expect(after.map(({ drift }) => drift)).toEqual([0, 0, 0])
  })

  it('pays for the orders of a strategy from each other', () => {
    const strategy = {
      ...skewed,
      targets: [target('equity', 5000, 300), target('bond', 5000, 300)],
      cash: [{ account: '', currency: 'CHF', bucket: 'cash', value: 0 }],
      countsCash: false,
    }
    const { orders, cashAfter, isWithinBands } = rebalance(strategy, plain)
    expect(isWithinBands).toBe(true)
    expect(orders.map(order => order.kind)).toEqual(['sell', 'buy'])
    expect(cashAfter).toBeGreaterThanOrEqual(0)
  })

  it('converts cash where buckets are currencies, and sells where it does not suffice', () => {
    const byCurrency: Allocation = {
      targets: [target('CHF', 6000, 200), target('USD', 4000, 200)],
      positions: [
        {
          ...position('nyse', 'USD', [600, 100, 100]),
          trade: { account: 'main', currency: 'USD', quantity: 600, lotSize: 1, lots: null },
        },
      ],
      cash: [
        { account: 'main', currency: 'USD', bucket: 'USD', value: 5000 },
        { account: 'main', currency: 'CHF', bucket: 'CHF', value: 35_000 },
      ],
      cashBy: 'currency',
      countsCash: true,
    }
    const { orders, after, isWithinBands } = rebalance(byCurrency, plain)
    expect(isWithinBands).toBe(true)
    expect(orders).toMatchObject([
      { kind: 'sell', key: 'nyse', quantity: 180, gain: null },
      {
        kind: 'move',
        from: { account: 'main', currency: 'USD' },
        to: { account: 'main', currency: 'CHF' },
        amount: 23_000,
      },
    ])
    expect(after.map(({ weight }) => weight)).toEqual([0.58, 0.42])
  })

  it('shares the limit of gains between the currencies that send cash', () => {
    const held = (key: string, currency: string) => ({
      ...position(key, currency, [400, 100, 50]),
      trade: {
        account: 'main',
        currency,
        quantity: 400,
        lotSize: 1,
        lots: [{ quantity: 400, cost: 20_000 }],
      },
    })
    const byCurrency: Allocation = {
      targets: [target('CHF', 6000, 100), target('USD', 2000, 100), target('EUR', 2000, 100)],
      positions: [held('nyse', 'USD'), held('xetra', 'EUR')],
      cash: [{ account: 'main', currency: 'CHF', bucket: 'CHF', value: 20_000 }],
      cashBy: 'currency',
      countsCash: true,
    }
    const limited = rebalance(byCurrency, { ...plain, maxGain: 5000 })
    expect(limited.gain).toBe(5000)
    expect(limited.problems.map(({ problem }) => problem)).toContain('gain_limit')
    expect(rebalance(byCurrency, { ...plain, maxGain: 9500 }).gain).toBe(9500)
  })

  it('sells for a withdrawal or for cash to keep where buckets are currencies and bands hold', () => {
    const byCurrency: Allocation = {
      targets: [target('CHF', 10_000, 500)],
      positions: [position('acme', 'CHF', [900, 100, 60])],
      cash: [{ account: 'main', currency: 'CHF', bucket: 'CHF', value: 10_000 }],
      cashBy: 'currency',
      countsCash: true,
    }
    const withdrawn = rebalance(byCurrency, { ...plain, flow: -50_000 })
    expect(withdrawn.orders).toMatchObject([{ kind: 'sell', key: 'acme', quantity: 400 }])
    expect(withdrawn).toMatchObject({ cashAfter: 0, isWithinBands: true, problems: [] })
    const kept = rebalance(byCurrency, { ...plain, minCash: 0.2 })
    expect(kept.orders).toMatchObject([{ kind: 'sell', key: 'acme', quantity: 100 }])
    // A share raises 100 less a quarter of its gain of 40.
    const taxed = rebalance(byCurrency, { ...plain, flow: -50_000, taxRate: 0.25 })
    expect(taxed.orders).toMatchObject([{ kind: 'sell', key: 'acme', quantity: 445 }])
    expect(taxed.cashAfter).toBeGreaterThanOrEqual(0)
    expect(taxed.cashAfter).toBeLessThan(100)
  })

  it('transfers cash to another custodian in its currency', () => {
    const byCustodian: Allocation = {
      targets: [target('north', 5000, 100), target('south', 5000, 100)],
      positions: [],
      cash: [
        { account: 'n', currency: 'CHF', bucket: 'north', value: 80_000 },
        { account: 's', currency: 'EUR', bucket: 'south', value: 20_000 },
      ],
      cashBy: 'custodian',
      countsCash: true,
    }
    expect(rebalance(byCustodian, plain).orders).toEqual([
      {
        kind: 'move',
        from: { account: 'n', currency: 'CHF' },
        to: { account: 's', currency: 'CHF' },
        amount: 29_000,
      },
    ])
  })
})
