import { describe, expect, it } from 'vitest'
import type { LoadedBook } from './load-snapshot.ts'
import { createShelf } from './snapshot-cache.ts'

function loaded(bytes: number, market = '1', version = '1'): LoadedBook {
  const partial = {
    book: {},
    names: {},
    versions: { families: [{ id: 'a', version }], market },
    bytes,
    market: { version: market, lastDay: 1, prices: new Map(), rates: new Map() },
    marketBytes: 0,
  }
  // The shelf looks at sizes and versions only.
  return partial as unknown as LoadedBook
}

/** Family a in a version of its own and of the market, up to a day. */
const wanted = (key: string, version = '1', market = '1', asOf = 1) => ({
  key,
  versions: { families: [{ id: 'a', version }], market },
  asOf,
})

/** A market in which everything changes with every version. */
const changed = { isUntouched: () => false }

describe('the shelf', () => {
  it('puts away the books that were used longest ago when it gets too full', () => {
    const dropped: string[] = []
    const shelf = createShelf(100, changed, key => dropped.push(key))
    shelf.put('a@1', loaded(40))
    shelf.put('b@1', loaded(40))
    shelf.find(wanted('a@1'))
    shelf.put('c@1', loaded(40))
    expect(dropped).toEqual(['b@1'])
    expect(shelf.size()).toEqual({ books: 2, bytes: 80 })
  })

  it('keeps the newest book even if it alone is over the budget', () => {
    const shelf = createShelf(10, changed, () => undefined)
    shelf.put('a@1', loaded(40))
    expect(shelf.find(wanted('a@1'))).not.toBeNull()
  })

  it('replaces older versions of the same families', () => {
    const dropped: string[] = []
    const shelf = createShelf(100, changed, key => dropped.push(key))
    shelf.put('a@9', loaded(40, '1', '9'))
    shelf.put('a@10', loaded(40, '1', '10'))
    expect(dropped).toEqual(['a@9'])
    expect(shelf.has('a@9')).toBe(false)
    expect(shelf.size()).toEqual({ books: 1, bytes: 40 })
  })

  it('counts a book that is put there twice once', () => {
    const shelf = createShelf(100, changed, () => undefined)
    shelf.put('a@1', loaded(40))
    shelf.put('a@1', loaded(40))
    expect(shelf.size()).toEqual({ books: 1, bytes: 40 })
  })

  it('offers a newer book of the same families to whoever wants an older one, and no other', () => {
    const shelf = createShelf(100, changed, () => undefined)
    shelf.put('a@10', loaded(40, '5', '10'))
    expect(shelf.find(wanted('a@9', '9', '5'))?.shelved.key).toBe('a@10')
    expect(shelf.find(wanted('a@10', '10', '4'))?.shelved.key).toBe('a@10')
    expect(shelf.find(wanted('a@11', '11', '5'))).toBeNull()
    expect(shelf.find(wanted('a@9', '9', '6'))).toBeNull()
    expect(shelf.find(wanted('a@9', '9', '5', 2))).toBeNull()
    expect(shelf.find(wanted('b@9', '9', '5'))).toBeNull()
  })

  it('offers a book of an older market where nothing has changed that it rests on', () => {
    const asked: string[][] = []
    const isUntouched = (_: unknown, since: string, until: string) => {
      asked.push([since, until])
      return until === '6'
    }
    const shelf = createShelf(100, { isUntouched }, () => undefined)
    shelf.put('a@10', loaded(40, '5', '10'))
    expect(shelf.find(wanted('a@10', '10', '7'))).toBeNull()
    expect(shelf.find(wanted('a@11', '11', '6'))).toBeNull()
    expect(shelf.find(wanted('a@10', '10', '6'))?.versions.market).toBe('6')
    expect(shelf.find(wanted('a@10', '10', '6'))?.shelved.key).toBe('a@10')
    expect(asked).toEqual([
      ['5', '7'],
      ['5', '6'],
    ])
  })

  it('offers the columns of the market for the day they reach to', () => {
    const shelf = createShelf(100, changed, () => undefined)
    shelf.put('a@1', loaded(1, '7'))
    expect(shelf.marketFor(1)?.version).toBe('7')
    expect(shelf.marketFor(2)).toBeNull()
  })
})
