import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

describe('taking turns', () => {
  it('lets at most two of one user through at a time, and others past them', async () => {
    const inTurn = createTurns({ most: () => 2, pauseOf: () => 0 })
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setTimeout(resolve, 5))
      running -= 1
    }
    await Promise.all(Array.from({ length: 10 }, () => inTurn('ivy', work)))
    expect(most).toBe(2)
    most = 0
    await Promise.all(['ivy', 'ivy', 'ned', 'ned', 'ned'].map(user => inTurn(user, work)))
    expect(most).toBe(4)
  })

  it('keeps a turn taken for as long as its user is to pause, and gives what was done at once', async () => {
    const pauses: Record<string, number> = { hog: 40, ned: 0 }
    const inTurn = createTurns({ most: () => 1, pauseOf: user => pauses[user] ?? 0 })
    const started = performance.now()
    const since = () => performance.now() - started
    const [first, second, other] = await Promise.all([
      inTurn('hog', async () => since()),
      inTurn('hog', async () => since()),
      inTurn('ned', async () => since()).then(() => inTurn('ned', async () => since())),
    ])
    expect(first).toBeLessThan(second)
    expect(second).toBeGreaterThanOrEqual(39)
    expect(other).toBeLessThan(second)
  })

  it('gives a user fewer turns, or more, as it stands when one is free', async () => {
    let most = 2
    const inTurn = createTurns({ most: () => most, pauseOf: () => 0 })
    const counts: number[] = []
    let running = 0
    const work = async () => {
      running += 1
      counts.push(running)
      await new Promise(resolve => setTimeout(resolve, 5))
      running -= 1
      if (counts.length === 4) most = 1
      if (counts.length === 7) most = 2
    }
    await Promise.all(Array.from({ length: 11 }, () => inTurn('ivy', work)))
    expect(counts).toEqual([1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 2])
  })
})
