import { describe, expect, it } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

describe('a token bucket', () => {
  it('allows a burst per key and refills at the given rate', () => {
    let present = 1000
    const bucket = createTokenBucket({ burst: 3, perSecond: 10 }, () => present)
    const take = (key: string, count: number) => Array.from({ length: count }, () => bucket.take(key))
    expect(take('ivy', 5)).toEqual([true, true, true, false, false])
    expect(take('ned', 1)).toEqual([true])
    present += 100
    expect(take('ivy', 2)).toEqual([true, false])
    present += 60_000
    expect(take('ivy', 5)).toEqual([true, true, true, false, false])
  })

  it('drops the least recently used key beyond 10,000 keys', () => {
    const bucket = createTokenBucket({ burst: 1, perSecond: 1 }, () => 1000)
    expect([bucket.take('first'), bucket.take('first')]).toEqual([true, false])
    for (let key = 0; key < 10_000; key += 1) bucket.take(`key ${key}`)
    expect(bucket.take('first')).toBe(true)
    expect(bucket.take('key 9999')).toBe(false)
  })
})
