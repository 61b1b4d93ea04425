import { describe, expect, it } from 'vitest'
import { fromOrderBy, toOrderBy } from './order-by.ts'

describe('a sort order', () => {
  it("is written to the URL in the server's format", () => {
    expect(toOrderBy({ id: 'value', isDescending: true })).toBe('-value')
    expect(toOrderBy({ id: 'name', isDescending: false })).toBe('name')
    expect(toOrderBy(null)).toBeUndefined()
  })

  it('is parsed from the URL', () => {
    expect(fromOrderBy('-value')).toEqual({ id: 'value', isDescending: true })
    expect(fromOrderBy('name')).toEqual({ id: 'name', isDescending: false })
    for (const nothing of ['', '-', undefined, ['a']]) expect(fromOrderBy(nothing)).toBeNull()
  })
})
