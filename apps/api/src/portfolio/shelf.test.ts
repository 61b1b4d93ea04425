import { describe, expect, it } from 'vitest'
import type { LoadedBook } from './load-book.ts'
import { createShelf } from './shelf.ts'

function loaded(bytes: number, marketVersion = '1'): LoadedBook {
  const partial = {
    book: {},
    names: {},
    versions: { families: [], market: marketVersion },
    bytes,
    market: { version: marketVersion, lastDay: 1, prices: new Map(), rates: new Map() },
    marketBytes: 0,
  }
  // The shelf looks at sizes and versions only.
  return partial as unknown as LoadedBook
}
const never = () => false

describe('the shelf', () => {
  it('puts away the books that were used longest ago when it gets too full', () => {
    const dropped: string[] = []
    const shelf = createShelf(100, key => dropped.push(key))
    shelf.put('a@1', never, loaded(40))
    shelf.put('b@1', never, loaded(40))
    shelf.find('a@1')
    shelf.put('c@1', never, loaded(40))
    expect(dropped).toEqual(['b@1'])
    expect(shelf.size()).toEqual({ books: 2, bytes: 80 })
  })

  it('keeps the newest book even if it alone is over the budget', () => {
    const shelf = createShelf(10, () => undefined)
    shelf.put('a@1', never, loaded(40))
    expect(shelf.find('a@1')).not.toBeNull()
  })

  it('replaces older versions of the same families', () => {
    const dropped: string[] = []
    const shelf = createShelf(100, key => dropped.push(key))
    shelf.put('a@1', never, loaded(40))
    shelf.put('a@2', older => older === 'a@1', loaded(40))
    expect(dropped).toEqual(['a@1'])
    expect(shelf.find('a@1')).toBeNull()
  })

  it('offers the columns of the market for the version they are of', () => {
    const shelf = createShelf(100, () => undefined)
    shelf.put('a@1', never, loaded(1, '7'))
    expect(shelf.marketFor('7', 1)).not.toBeNull()
    expect(shelf.marketFor('8', 1)).toBeNull()
    expect(shelf.marketFor('7', 2)).toBeNull()
  })
})
