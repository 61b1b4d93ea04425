import { describe, expect, it } from 'vitest'
import { createPace } from './token-bucket.ts'

describe('a pace', () => {
  it('allows so many at once for each name, and then so many a second', () => {
    let present = 1000
    const pace = createPace({ atOnce: 3, perSecond: 10 }, () => present)
    const times = (name: string, count: number) => Array.from({ length: count }, () => pace.allows(name))
    expect(times('ivy', 5)).toEqual([true, true, true, false, false])
    expect(times('ned', 1)).toEqual([true])
    present += 100
    expect(times('ivy', 2)).toEqual([true, false])
    present += 60_000
    expect(times('ivy', 5)).toEqual([true, true, true, false, false])
  })

  it('keeps few names, and forgets who has not come for longest', () => {
    const pace = createPace({ atOnce: 1, perSecond: 1 }, () => 1000)
    expect([pace.allows('first'), pace.allows('first')]).toEqual([true, false])
    for (let name = 0; name < 10_000; name += 1) pace.allows(`name ${name}`)
    expect(pace.allows('first')).toBe(true)
    expect(pace.allows('name 9999')).toBe(false)
  })
})
