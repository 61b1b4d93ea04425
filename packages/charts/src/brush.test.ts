import { describe, expect, it } from 'vitest'
import { drawWindow, isWhole, moveWindow } from './brush.ts'

const limits = { first: 100, last: 200, leastDays: 7 }
const window = { from: 120, to: 150 }

describe('a brush window', () => {
  it('moves at either end', () => {
    expect(moveWindow(window, 'start', 5, limits)).toEqual({ from: 125, to: 150 })
    expect(moveWindow(window, 'end', -5, limits)).toEqual({ from: 120, to: 145 })
  })

  it('keeps its width when moved as a whole, up to the edge', () => {
    expect(moveWindow(window, 'whole', 10, limits)).toEqual({ from: 130, to: 160 })
    expect(moveWindow(window, 'whole', 999, limits)).toEqual({ from: 170, to: 200 })
    expect(moveWindow(window, 'whole', -999, limits)).toEqual({ from: 100, to: 130 })
  })

  it('never inverts or becomes narrower than the minimum', () => {
    expect(moveWindow(window, 'start', 500, limits)).toEqual({ from: 144, to: 150 })
    expect(moveWindow(window, 'end', -500, limits)).toEqual({ from: 120, to: 126 })
  })

  it('never leaves the limits', () => {
    expect(moveWindow(window, 'start', -500, limits).from).toBe(100)
    expect(moveWindow(window, 'end', 500, limits).to).toBe(200)
  })

  it('can be drawn in either direction', () => {
    expect(drawWindow(160, 130, limits)).toEqual({ from: 130, to: 160 })
    expect(drawWindow(130, 131, limits)).toEqual({ from: 130, to: 136 })
  })

  it('reports whether it covers the whole range', () => {
    expect(isWhole({ from: 100, to: 200 }, limits)).toBe(true)
    expect(isWhole({ from: 101, to: 200 }, limits)).toBe(false)
  })
})
