import { describe, expect, it } from 'vitest'
import type { JudgedBands, JudgedBucket } from './band-breaches.query.ts'
import { type BandState, judgeBreaches } from './judge-breaches.ts'

const bucket = (state: JudgedBucket['state'], date: string): JudgedBucket => ({
  targetId: 't',
  targetName: 'Balanced',
  dimension: 'instrument_type',
  key: 'equity',
  name: 'Equity',
  state,
  date,
  currency: 'CHF',
  weight: 0.7,
  wanted: 0.5,
  min: 0.45,
  max: 0.55,
  drift: 0.2,
  money: 20_000,
})
const day = (date: string, state: JudgedBucket['state'] | 'unknown', splits: string[] = []): JudgedBands => ({
  date,
  buckets: state === 'unknown' ? [] : [bucket(state, date)],
  unknown: state === 'unknown' ? ['t/equity'] : [],
  splits,
})
/** Judges one day after the other and returns what each announced. */
function judge(...days: JudgedBands[]): string[][] {
  let state: BandState = { breaches: {}, unjudgedSince: null }
  return days.map(bands => {
    const result = judgeBreaches({ family: 'Own', accountIds: ['a'] }, bands, state)
    state = result.state
    return result.findings.map(({ occurrence }) => occurrence)
  })
}

describe('a rule about bands', () => {
  it('announces a breach once, until the bucket was back within', () => {
    expect(judge(day('d1', 'above'), day('d2', 'above'), day('d3', 'within'), day('d4', 'above'))).toEqual([
      ['band/t/equity/above/d1'],
      [],
      [],
      ['band/t/equity/above/d4'],
    ])
  })

  it('does not announce a breach again whose weight was unknown in between', () => {
    expect(judge(day('d1', 'above'), day('d2', 'unknown'), day('d3', 'above'))).toEqual([
      ['band/t/equity/above/d1'],
      [],
      [],
    ])
  })

  it('says once that it waits for a split, and judges nothing meanwhile', () => {
    expect(
      judge(
        day('d1', 'within'),
        day('d2', 'below', ['Acme']),
        day('d3', 'below', ['Acme']),
        day('d4', 'within'),
        day('d5', 'below', ['Acme']),
        day('d6', 'below'),
      ),
    ).toEqual([[], ['band/d2/unknown'], [], [], ['band/d5/unknown'], ['band/t/equity/below/d6']])
  })
})
