import { describe, expect, it } from 'vitest'
import { adjustedCloses, parseDay, type Split, splitRatio, tradedCloses } from '../../src/index.ts'
import { buy, type Draft, world } from '../world.ts'

const split = (date: string, numerator: number, denominator = 1): Split => ({
  day: parseDay(date),
  numerator,
  denominator,
})

interface Case {
  splits?: Split[]
  posted?: Draft[]
  prices: [string, number][]
}

/** The adjusted and the traded close of some dates, in a period from the first to the last of them. */
function closes({ splits = [], posted = [], prices }: Case, dates: readonly string[]) {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const w = world({
    asOf: '2024-12-31',
    instruments: [{ id: 'X', splits }, { id: 'Y' }],
    prices: { X: prices },
    transactions: [buy('2023-01-02', 10, { price: prices[0]?.[1] ?? 1 }), ...posted],
  })
  const column = w.snapshot.prices[0]
  if (!column) throw new Error('the instrument is priced')
  const period = { from: parseDay(first), to: parseDay(last) }
  const at = ({ firstDay, values }: ReturnType<typeof adjustedCloses>) =>
    dates.map(date => values[parseDay(date) - firstDay])
  return { adjusted: at(adjustedCloses(column, period)), traded: at(tradedCloses(column, period)) }
}

const posts = (on: string, numerator: number, more: Partial<Draft> = {}): Draft => ({
  on,
  type: 'split',
  instrument: 'X',
  numerator,
  denominator: 1,
  ...more,
})

const spinOff = { on: '2024-03-01', type: 'spin_off', link: 'spin' } as const

describe('split-adjusted closes', () => {
  it('do not fall at a split of 10 for 1', () => {
    const { adjusted, traded } = closes(
      {
        splits: [split('2024-06-10', 10)],
        prices: [
          ['2023-01-02', 400],
          ['2024-06-07', 1218],
          ['2024-06-10', 120],
        ],
      },
      ['2023-01-02', '2024-06-09', '2024-06-10', '2024-12-31'],
    )
    expect(adjusted).toEqual([40, 121.8, 120, 120])
    expect(traded).toEqual([400, 1218, 120, 120])
  })

  it('rise before a reverse split', () => {
    const { adjusted } = closes(
      {
        splits: [split('2024-03-01', 1, 20)],
        prices: [
          ['2023-01-02', 0.5],
          ['2024-03-01', 10.4],
        ],
      },
      ['2023-01-02', '2024-02-29', '2024-03-01'],
    )
    expect(adjusted).toEqual([10, 10, 10.4])
  })

  it('follow two splits, each from its day on', () => {
    const prices: Case['prices'] = [
      ['2023-01-02', 60],
      ['2023-07-03', 20],
      ['2024-07-01', 10],
    ]
    const { adjusted } = closes({ splits: [split('2023-07-03', 3), split('2024-07-01', 2)], prices }, [
      '2023-01-02',
      '2023-07-02',
      '2023-07-03',
      '2024-06-30',
      '2024-07-01',
    ])
    expect(adjusted).toEqual([10, 10, 10, 10, 10])
  })

  it('are in the units of the last day of the period: a later split does not count', () => {
    const prices: Case['prices'] = [
      ['2023-01-02', 60],
      ['2024-07-01', 30],
    ]
    const { adjusted } = closes({ splits: [split('2024-07-01', 2)], prices }, ['2023-01-02', '2024-06-30'])
    expect(adjusted).toEqual([60, 60])
  })

  it('count a split on the last day, and none on the first', () => {
    const prices: Case['prices'] = [
      ['2023-01-02', 60],
      ['2023-07-03', 20],
      ['2024-07-01', 10],
    ]
    const splits = [split('2023-07-03', 3), split('2024-07-01', 2)]
    const { adjusted } = closes({ splits, prices }, ['2023-07-03', '2024-06-30', '2024-07-01'])
    expect(adjusted).toEqual([10, 10, 10])
  })

  it('ignore a spin-off', () => {
    const { adjusted, traded } = closes(
      {
        prices: [
          ['2023-01-02', 100],
          ['2024-03-01', 80],
        ],
        posted: [
          { ...spinOff, instrument: 'X', quantity: 0 },
          { ...spinOff, instrument: 'Y', quantity: 5, basisShare: 0.2 },
        ],
      },
      ['2023-01-02', '2024-03-01'],
    )
    expect(adjusted).toEqual(traded)
  })

  it('count a listed split that a custodian posts days later once, on its listed day', () => {
    const { adjusted } = closes(
      {
        splits: [split('2024-06-10', 4)],
        posted: [posts('2024-06-13', 4)],
        prices: [
          ['2023-01-02', 400],
          ['2024-06-10', 100],
        ],
      },
      ['2023-01-02', '2024-06-09', '2024-06-10', '2024-06-12', '2024-06-13', '2024-12-31'],
    )
    expect(adjusted).toEqual([100, 100, 100, 100, 100, 100])
  })

  it('count a split that two custodians post on different days once', () => {
    const { adjusted } = closes(
      {
        posted: [posts('2024-06-10', 4), posts('2024-06-12', 4, { account: 'B' })],
        prices: [
          ['2023-01-02', 400],
          ['2024-06-10', 100],
        ],
      },
      ['2023-01-02', '2024-06-10', '2024-06-12', '2024-12-31'],
    )
    expect(adjusted).toEqual([100, 100, 100, 100])
  })
})

describe('splitRatio', () => {
  const splits = [split('2023-07-03', 3), split('2024-07-01', 1, 4)]

  it('is the product of the splits after the first day and up to the last', () => {
    const ratio = (from: string, to: string) => splitRatio(splits, parseDay(from), parseDay(to))
    expect(ratio('2023-07-02', '2024-07-01')).toBe(0.75)
    expect(ratio('2023-07-03', '2024-07-01')).toBe(0.25)
    expect(ratio('2023-07-02', '2024-06-30')).toBe(3)
    expect(ratio('2023-07-03', '2024-06-30')).toBe(1)
  })

  it('is the inverse backwards', () => {
    expect(splitRatio(splits, parseDay('2024-07-01'), parseDay('2023-07-02'))).toBeCloseTo(4 / 3, 12)
  })
})
