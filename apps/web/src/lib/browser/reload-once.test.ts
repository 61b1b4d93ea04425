import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { ChunkError, loadChunk, reloadOnce } from './reload-once.ts'

const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})

describe('a chunk that fails to load', () => {
  it('reloads the page once, not in a loop', async () => {
    fakeServer(() => json({}))
    expect(await reloadOnce(1_000_000)).toBe(true)
    expect(await reloadOnce(1_030_000)).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('reloads again after a later deployment', async () => {
    fakeServer(() => json({}))
    await reloadOnce(1_000_000)
    expect(await reloadOnce(1_000_000 + 3_600_000)).toBe(true)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('does not reload while the server is unreachable', async () => {
    fakeServer(() => 'no answer')
    expect(await reloadOnce(1_000_000)).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not reload when the reload cannot be recorded', async () => {
    fakeServer(() => json({}))
    const full = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full })
    expect(await reloadOnce(1_000_000)).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })

  it('is distinguished from other errors', async () => {
    const failing = loadChunk(() =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    )
    await expect(failing).rejects.toBeInstanceOf(ChunkError)
  })
})
