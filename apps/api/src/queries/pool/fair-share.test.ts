import { describe, expect, it } from 'vitest'
import { createFairShare } from './fair-share.ts'

const makeQueue = (...userIds: (string | null)[]) => userIds.map((userId, place) => ({ userId, place }))

describe('the next job', () => {
  it('is the first in the queue while all users have used little CPU time', () => {
    const fairShare = createFairShare(() => 0)
    fairShare.add('ivy', 40)
    expect(fairShare.next(makeQueue('ivy', 'ned'))?.place).toBe(0)
    expect(fairShare.next(makeQueue('ned', 'ivy'))?.place).toBe(0)
    expect(fairShare.next([])).toBeUndefined()
  })

  it('belongs to the user with the least CPU time, or to no user', () => {
    const fairShare = createFairShare(() => 0)
    fairShare.add('heavy', 900)
    fairShare.add('ivy', 300)
    expect(fairShare.next(makeQueue('heavy', 'heavy', 'ivy', 'ned'))?.userId).toBe('ned')
    expect(fairShare.next(makeQueue('heavy', 'ivy'))?.userId).toBe('ivy')
    expect(fairShare.next(makeQueue('heavy', null))?.userId).toBeNull()
    expect(fairShare.next(makeQueue('heavy'))?.userId).toBe('heavy')
  })

  it('is the first in the queue again after the CPU time has decayed', () => {
    let now = 0
    const fairShare = createFairShare(() => now)
    fairShare.add('heavy', 900)
    now = 10_000
    expect(fairShare.next(makeQueue('heavy', 'ned'))?.userId).toBe('heavy')
  })
})

describe('other users', () => {
  it('are active from their request until five seconds after their last one', () => {
    let now = 0
    const fairShare = createFairShare(() => now)
    expect(fairShare.hasOthers('ivy')).toBe(false)
    fairShare.touch('ivy')
    expect(fairShare.hasOthers('ivy')).toBe(false)
    fairShare.touch('ned')
    now = 3_000
    fairShare.touch('ivy')
    fairShare.add('ivy', 10)
    expect(fairShare.hasOthers('ivy')).toBe(true)
    now = 5_001
    expect(fairShare.hasOthers('ivy')).toBe(false)
    expect(fairShare.hasOthers('ned')).toBe(true)
  })
})
