import { describe, expect, it } from 'vitest'
import { openHashQueue } from './hash-queue.ts'

describe('a line', () => {
  it('does so many at a time, in the order they came, and goes on after a failure', async () => {
    const line = openHashQueue(2)
    const begun: number[] = []
    const ends: (() => void)[] = []
    const work = Array.from({ length: 5 }, (_, place) =>
      line.run(async () => {
        begun.push(place)
        await new Promise<void>(resolve => ends.push(resolve))
        if (place === 1) throw new Error('broken')
        return place
      }),
    )
    const settled = Promise.allSettled(work)
    await Promise.resolve()
    expect([begun, line.length]).toEqual([[0, 1], 3])
    while (begun.length < 5 || ends.length > 0) {
      ends.shift()?.()
      await new Promise(resolve => setImmediate(resolve))
      expect(begun.length - work.length + line.length).toBe(0)
    }
    expect(begun).toEqual([0, 1, 2, 3, 4])
    expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      true,
      true,
      true,
    ])
  })
})
