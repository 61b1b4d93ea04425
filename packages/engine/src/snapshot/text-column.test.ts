import { describe, expect, it } from 'vitest'
import { appendTexts, findTexts, joinTexts, type TextColumn, textAt, toTextColumn } from './text-column.ts'

const list = (column: TextColumn) => Array.from(column.end, (_, place) => textAt(column, place))

describe('a column of texts', () => {
  it('keeps texts in order, empty ones included', () => {
    const column = toTextColumn(['a1', '', 'ü'])
    expect(list(column)).toEqual(['a1', '', 'ü'])
    expect(textAt(column, 3)).toBeUndefined()
    expect(textAt(column, -1)).toBeUndefined()
  })

  it('continues with the first texts of another', () => {
    const column = toTextColumn(['one', 'two', 'three'])
    expect(list(appendTexts(column, 2, ['four']))).toEqual(['one', 'two', 'four'])
    expect(appendTexts(column, 2, ['four'])).toEqual(toTextColumn(['one', 'two', 'four']))
    expect(list(appendTexts(column, 0, []))).toEqual([])
  })

  it('finds the places of texts', () => {
    const column = toTextColumn(['one', 'two', 'three'])
    expect(findTexts(column, new Set(['three', 'four']))).toEqual(new Map([['three', 2]]))
    expect(findTexts(column, new Set(['three']), 2)).toEqual(new Map())
  })

  it('rejects what needs more than a byte', () => {
    expect(() => toTextColumn(['€'])).toThrow(RangeError)
  })

  it('joins columns one after the other', () => {
    const parts = [toTextColumn(['a', 'ccc']), toTextColumn([]), toTextColumn(['bb'])]
    expect(list(joinTexts(parts))).toEqual(['a', 'ccc', 'bb'])
  })
})
