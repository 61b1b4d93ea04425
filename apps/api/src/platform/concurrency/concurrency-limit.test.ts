import { describe, expect, it } from 'vitest'
import { createPerUserLimit, createSemaphore } from './concurrency-limit.ts'

describe('a semaphore', () => {
  it('runs a limited number of tasks at a time in order of arrival, also after a failure', async () => {
    const semaphore = createSemaphore(2)
    const started: number[] = []
    const ends: (() => void)[] = []
    const work = Array.from({ length: 5 }, (_, place) =>
      semaphore.run(async () => {
        started.push(place)
        await new Promise<void>(resolve => ends.push(resolve))
        if (place === 1) throw new Error('broken')
        return place
      }),
    )
    const settled = Promise.allSettled(work)
    await Promise.resolve()
    expect([started, semaphore.waitingCount()]).toEqual([[0, 1], 3])
    while (started.length < 5 || ends.length > 0) {
      ends.shift()?.()
      await new Promise(resolve => setImmediate(resolve))
      expect(started.length - work.length + semaphore.waitingCount()).toBe(0)
    }
    expect(started).toEqual([0, 1, 2, 3, 4])
    expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      true,
      true,
      true,
    ])
  })
})

describe('a concurrency limit', () => {
  it('runs at most two tasks of one user at a time, beside those of other users', async () => {
    const limited = createPerUserLimit(2)
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

  it('runs tasks in order of arrival, also after a failure', async () => {
    const limited = createPerUserLimit(1)
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
