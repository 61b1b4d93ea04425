import { afterEach, describe, expect, it, vi } from 'vitest'
import { registerServiceWorker } from './service-worker.ts'

function workers() {
  const register = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  return register
}

describe('the service worker', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is registered in production once the page is loaded', () => {
    const register = workers()
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
    registerServiceWorker(true)
    expect(register).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('load'))
    expect(register).toHaveBeenCalledWith('/service-worker.js', { updateViaCache: 'none' })
  })

  it('is not registered in development', () => {
    const register = workers()
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete')
    registerServiceWorker(false)
    expect(register).not.toHaveBeenCalled()
  })

  it('is skipped in browsers that do not support it', () => {
    vi.stubGlobal('navigator', {})
    expect(() => registerServiceWorker(true)).not.toThrow()
  })
})
