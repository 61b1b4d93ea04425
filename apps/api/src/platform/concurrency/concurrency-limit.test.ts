import { describe, expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

describe('a concurrency limit', () => {
  it('runs at most two tasks of one user at a time, beside those of other users', async () => {
    const limited = createConcurrencyLimit(2)
    let running = 0
    let most = 0
    const task = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setTimeout(resolve, 5))
      running -= 1
    }
    await Promise.all(Array.from({ length: 10 }, () => limited('ivy', task)))
    expect(most).toBe(2)
    most = 0
    await Promise.all(['ivy', 'ivy', 'ned', 'ned', 'ned'].map(user => limited(user, task)))
    expect(most).toBe(4)
  })

  it('runs tasks in the order they came, also after one has failed', async () => {
    const limited = createConcurrencyLimit(1)
    const done: number[] = []
    const tasks = [1, 2, 3].map(number =>
      limited('ivy', async () => {
        done.push(number)
        if (number === 1) throw new Error('failed')
      }),
    )
    const outcomes = await Promise.allSettled(tasks)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(done).toEqual([1, 2, 3])
  })
})
