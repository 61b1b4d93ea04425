import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isOnline, reportReachable, watchConnection } from './online.ts'

let isReachable: boolean
let stopWatching: () => void

beforeEach(() => {
  vi.useFakeTimers()
  isReachable = true
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
  stopWatching = watchConnection()
})
afterEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  reportReachable()
  stopWatching()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function setBrowserOnline(state: 'online' | 'offline'): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online')
  window.dispatchEvent(new Event(state))
}

describe('the connection', () => {
  it('is offline although a reply in flight still arrived', async () => {
    isReachable = false
    setBrowserOnline('offline')
    reportReachable()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(isOnline()).toBe(false)
  })

  it('is online as long as the server responds, whatever the browser reports', async () => {
    setBrowserOnline('offline')
    reportReachable()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(isOnline()).toBe(true)
  })

  it('is online again when the browser reports it and the server responds', async () => {
    isReachable = false
    setBrowserOnline('offline')
    expect(isOnline()).toBe(false)
    isReachable = true
    setBrowserOnline('online')
    await vi.advanceTimersByTimeAsync(0)
    expect(isOnline()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
