import { describe, expect, it } from 'vitest'
import { clearOfTag, placeLabel, roomierSide } from './labels.ts'
import { nearestIndex } from './nearest.ts'
import { summarize } from './summary.ts'

const room = { left: 0, right: 400, top: 0, bottom: 200, width: 50 }
const flat = (y: number) => Array.from({ length: 41 }, (_, index) => ({ x: index * 10, y }))

describe('labels', () => {
  it('of ticks are hidden within 14 px of the tag of the last value', () => {
    expect(clearOfTag([20, 34, 47, 48], 34)).toEqual([true, false, false, true])
    expect(clearOfTag([34], null)).toEqual([true])
  })

  it('are placed beside their own line and away from the others', () => {
    const label = placeLabel(flat(100), [flat(80)], [], room)
    expect(label?.y).toBeGreaterThan(100)
    expect(placeLabel(flat(100), [flat(120)], [], room)?.y).toBeLessThan(100)
  })

  it('do not overlap', () => {
    const first = placeLabel(flat(100), [], [], room)
    const second = placeLabel(flat(104), [flat(100)], first ? [first] : [], room)
    expect(first).not.toBeNull()
    expect(Math.abs((second?.y ?? 0) - (first?.y ?? 0))).toBeGreaterThan(7)
  })

  it('are omitted where there is no room', () => {
    const crowd = [60, 80, 88, 112, 120, 140].map(flat)
    expect(placeLabel(flat(100), crowd, [], { ...room, top: 90, bottom: 110 })).toBeNull()
  })

  it('of a point are placed on the side with more room', () => {
    expect(roomierSide(300, { left: 0, right: 400 })).toBe('left')
    expect(roomierSide(90, { left: 0, right: 400 })).toBe('right')
  })
})

describe('nearestIndex', () => {
  it('finds the nearest value between, before and after all values', () => {
    const values = [0, 10, 20, 40]
    expect([-5, 4, 5, 6, 31, 99].map(wanted => nearestIndex(values, wanted))).toEqual([0, 0, 0, 1, 3, 3])
  })
})

describe('summarize', () => {
  it('returns first, last, lowest and highest value', () => {
    expect(summarize([1, 2, 3, 4], [null, 5, -2, 3])).toEqual({
      first: { day: 2, value: 5 },
      last: { day: 4, value: 3 },
      lowest: { day: 3, value: -2 },
      highest: { day: 2, value: 5 },
    })
  })

  it('returns null without values', () => {
    expect(summarize([1], [null])).toBeNull()
  })
})
