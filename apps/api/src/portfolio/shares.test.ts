import { describe, expect, it } from 'vitest'
import { createShares } from './shares.ts'

const of = (...askers: (string | null)[]) => askers.map(asker => ({ asker }))

describe('whoever is next', () => {
  it('is the first in line, as long as nobody has had much', () => {
    const shares = createShares(1_000, () => 0)
    shares.add('ivy', 40)
    expect(shares.next(of('ivy', 'ned'))).toBe(0)
    expect(shares.next(of('ned', 'ivy'))).toBe(0)
  })

  it('is not the one who has had most, however long they wait', () => {
    const shares = createShares(1_000, () => 0)
    shares.add('hog', 900)
    shares.add('ivy', 300)
    expect(shares.next(of('hog', 'hog', 'ivy', 'ned'))).toBe(3)
    expect(shares.next(of('hog', 'ivy'))).toBe(1)
    expect(shares.next(of('hog', null))).toBe(1)
    expect(shares.next(of('hog'))).toBe(0)
  })

  it('is anyone again after a while', () => {
    let now = 0
    const shares = createShares(1_000, () => now)
    shares.add('hog', 900)
    now = 10_000
    expect(shares.next(of('hog', 'ned'))).toBe(0)
  })
})

describe('whoever has had more than their part', () => {
  it('for long waits while others ask as well, until what they had is down to three times it', () => {
    let now = 0
    const shares = createShares(1_000, () => now)
    shares.add('ned', 10)
    shares.add('hog', 2_900)
    expect(shares.pauseOf('hog')).toBe(0)
    shares.add('hog', 200)
    const pause = shares.pauseOf('hog')
    expect(pause).toBeGreaterThan(400)
    now = pause
    shares.add('ned', 10)
    expect(shares.pauseOf('hog')).toBeLessThan(1e-6)
    expect(shares.pauseOf('ned')).toBe(0)
  })

  it('takes what others leave from a quarter of it on, and nobody who asks alone does', () => {
    const shares = createShares(1_000, () => 0)
    shares.add('hog', 251)
    expect(shares.isPatient('hog')).toBe(false)
    shares.add('ned', 249)
    expect(shares.isPatient('hog')).toBe(true)
    expect(shares.isPatient('ned')).toBe(false)
    expect(shares.pauseOf('hog')).toBe(0)
  })

  it('does not wait for anyone when nobody else asks, and never for long', () => {
    let now = 0
    const shares = createShares(1_000, () => now)
    shares.add('hog', 90_000)
    expect(shares.pauseOf('hog')).toBe(0)
    shares.add('ned', 10)
    shares.add('hog', 10)
    expect(shares.pauseOf('hog')).toBe(2_000)
    now = 1_001
    expect(shares.pauseOf('hog')).toBe(0)
  })
})
