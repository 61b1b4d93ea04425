import { textsIn } from '@plumbline/contract/texts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { i18n } from '../lib/i18n/i18n.ts'

// The server provides the texts at run time; tests read them from the contract.
i18n.addResourceBundle('en-US', 'translation', textsIn('en-US'), true, true)
i18n.addResourceBundle('de', 'translation', textsIn('de'), true, true)

// The first render of a screen waits for its chunk, which is slow to load on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

beforeEach(async () => {
  // Without a layout nothing comes into view, so everything is rendered at once.
  Reflect.deleteProperty(window, 'IntersectionObserver')
  Object.defineProperty(navigator, 'locks', { value: createSerialLocks(), configurable: true })
  localStorage.clear()
  sessionStorage.clear()
  clearCookies()
  await i18n.changeLanguage('en-US')
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The test environment has no Web Locks; running work one after the other is enough for one page. */
function createSerialLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name: string, work: () => Promise<unknown>) {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

function clearCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not part of the test environment.
    document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`
  }
}
