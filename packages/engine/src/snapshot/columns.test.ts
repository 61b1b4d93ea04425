import { describe, expect, it } from 'vitest'
import { type Columns, freezeColumns, growColumns } from './columns.ts'
import { joinColumns, type Renumbering } from './join-columns.ts'

describe('growColumns and freezeColumns', () => {
  it('freeze rows into the element types of the table', () => {
    const grown = growColumns('pieces')
    grown.lot.push(3, 4)
    grown.share.push(0.5, 1)
    grown.units.push(2.5, 7)
    const { lot, share, units } = freezeColumns('pieces', grown)
    expect(lot).toEqual(Int32Array.of(3, 4))
    expect(share).toEqual(Float64Array.of(0.5, 1))
    expect(units).toEqual(Float64Array.of(2.5, 7))
  })

  it('put rows into the order given', () => {
    const grown = growColumns('pieces')
    grown.lot.push(3, 4, 5)
    grown.share.push(0.3, 0.4, 0.5)
    grown.units.push(30, 40, 50)
    const { lot, units } = freezeColumns('pieces', grown, Int32Array.of(2, 0, 1))
    expect(lot).toEqual(Int32Array.of(5, 3, 4))
    expect(units).toEqual(Float64Array.of(50, 30, 40))
  })

  it('leave bounds to the group they point into', () => {
    expect(Object.keys(growColumns('positions'))).not.toContain('eventFrom')
  })
})

describe('joinColumns', () => {
  const none = [0, 0]
  const same = [Int32Array.of(0, 1), Int32Array.of(0, 1)]
  const renumbering: Renumbering = {
    offsets: {
      positions: none,
      events: [0, 5],
      lots: [0, 10],
      pieces: none,
      postings: none,
      segments: [0, 2],
      transactions: none,
    },
    places: {
      accounts: [Int32Array.of(1), Int32Array.of(0)],
      instruments: same,
      currencies: same,
    },
  }

  it('copies values and offsets row numbers by the rows before, but not -1', () => {
    const parts: Columns<'pieces'>[] = [
      { lot: Int32Array.of(0, 1), share: Float64Array.of(1, 0.5), units: Float64Array.of(2, 3) },
      { lot: Int32Array.of(0, -1), share: Float64Array.of(0.25, 1), units: Float64Array.of(4, 5) },
    ]
    expect(joinColumns('pieces', parts, renumbering)).toEqual({
      lot: Int32Array.of(0, 1, 10, -1),
      share: Float64Array.of(1, 0.5, 0.25, 1),
      units: Float64Array.of(2, 3, 4, 5),
    })
  })

  it('renumbers places in directories and merges bounds', () => {
    const part: Columns<'positions'> = {
      account: Int32Array.of(0),
      instrument: Int32Array.of(-1),
      currency: Int32Array.of(1),
      sequence: Int32Array.of(1),
      side: Int32Array.of(1),
      openDay: Int32Array.of(100),
      closeDay: Int32Array.of(200),
      flags: Int32Array.of(0),
      eventFrom: Int32Array.of(0, 5),
      segmentFrom: Int32Array.of(0, 2),
    }
    const joined = joinColumns('positions', [part, part], renumbering)
    expect(joined.account).toEqual(Int32Array.of(1, 0))
    expect(joined.instrument).toEqual(Int32Array.of(-1, -1))
    expect(joined.eventFrom).toEqual(Int32Array.of(0, 5, 10))
    expect(joined.segmentFrom).toEqual(Int32Array.of(0, 2, 4))
  })
})
