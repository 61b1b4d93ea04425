import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepShell } from './service-worker.ts'

function workers() {
  const register = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  return register
}

describe('the service worker', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is registered for a built app, once the page is loaded', () => {
    const register = workers()
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
    keepShell(true)
    expect(register).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('load'))
    expect(register).toHaveBeenCalledWith('/service-worker.js', { updateViaCache: 'none' })
  })

  it('is not registered in development', () => {
    const register = workers()
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete')
    keepShell(false)
    expect(register).not.toHaveBeenCalled()
  })

  it('is no matter where the browser knows none', () => {
    vi.stubGlobal('navigator', {})
    expect(() => keepShell(true)).not.toThrow()
  })
})
