import { describe, expect, it } from 'vitest'
import { createShares } from './shares.ts'

const of = (...askers: (string | null)[]) => askers.map(asker => ({ asker }))

describe('whoever is next', () => {
  it('is the first in line, as long as nobody has had much', () => {
    const shares = createShares(() => 0)
    shares.add('ivy', 40)
    expect(shares.next(of('ivy', 'ned'))).toBe(0)
    expect(shares.next(of('ned', 'ivy'))).toBe(0)
  })

  it('is not the one who has had most, however long they wait', () => {
    const shares = createShares(() => 0)
    shares.add('hog', 900)
    shares.add('ivy', 300)
    expect(shares.next(of('hog', 'hog', 'ivy', 'ned'))).toBe(3)
    expect(shares.next(of('hog', 'ivy'))).toBe(1)
    expect(shares.next(of('hog', null))).toBe(1)
    expect(shares.next(of('hog'))).toBe(0)
  })

  it('is anyone again after a while', () => {
    let now = 0
    const shares = createShares(() => now)
    shares.add('hog', 900)
    now = 10_000
    expect(shares.next(of('hog', 'ned'))).toBe(0)
  })
})
