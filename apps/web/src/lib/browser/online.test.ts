import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isOnline, noteReachable, watchConnection } from './online.ts'

let isThere: boolean
let stopWatching: () => void

beforeEach(() => {
  vi.useFakeTimers()
  isThere = true
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
  stopWatching = watchConnection()
})
afterEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  noteReachable()
  stopWatching()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function browserSays(says: 'online' | 'offline'): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(says === 'online')
  window.dispatchEvent(new Event(says))
}

describe('the connection', () => {
  it('is gone though a reply that was on its way still arrived', async () => {
    isThere = false
    browserSays('offline')
    noteReachable()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(isOnline()).toBe(false)
  })

  it('is there as long as the server answers, whatever the browser says', async () => {
    browserSays('offline')
    noteReachable()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(isOnline()).toBe(true)
  })

  it('is back when the browser says so and the server answers', async () => {
    isThere = false
    browserSays('offline')
    expect(isOnline()).toBe(false)
    isThere = true
    browserSays('online')
    await vi.advanceTimersByTimeAsync(0)
    expect(isOnline()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
