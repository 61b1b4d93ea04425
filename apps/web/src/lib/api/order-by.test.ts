import { describe, expect, it } from 'vitest'
import { fromOrderBy, toOrderBy } from './order-by.ts'

describe('the order of a list', () => {
  it('stands in an address as the server reads it', () => {
    expect(toOrderBy({ id: 'value', isDescending: true })).toBe('-value')
    expect(toOrderBy({ id: 'name', isDescending: false })).toBe('name')
    expect(toOrderBy(null)).toBeUndefined()
  })

  it('is read back from it', () => {
    expect(fromOrderBy('-value')).toEqual({ id: 'value', isDescending: true })
    expect(fromOrderBy('name')).toEqual({ id: 'name', isDescending: false })
    for (const nothing of ['', '-', undefined, ['a']]) expect(fromOrderBy(nothing)).toBeNull()
  })
})
