import type { contract } from 'virtual:contract'
import { textsIn } from '@plumbline/contract/texts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { createAppRouter } from '../app/router.tsx'
import { watchSession } from '../app/watch-session.ts'
import { multiSelect } from '../filter/filter-lists.tsx'
import { periodDates } from '../filter/period/period-control.tsx'
import type { Reply } from '../lib/api/api.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import { session } from '../lib/session/session.ts'
import { toastRegion } from '../ui/overlay/lazy-toast-region.tsx'
import { popups } from '../ui/overlay/popup/popups.ts'
import { type FakeRequest, fakeServer, json } from './fake-server.ts'
import { accessToken, setAccessCookie } from './tokens.ts'

// Load the lazy chunks up front, so that tests do not wait for them. Tests of lazy loading create their own.
await Promise.all([popups, toastRegion, periodDates, multiSelect].map(chunk => chunk.load()))

type SettingsData = Reply<typeof contract.settings.read>['data']
type AppSettings = Reply<typeof contract.settings.internal>['data']

/** Renders the whole web app at a URL. */
export function renderApp(address: string) {
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } })
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] }))
  const stop = watchSession(queryClient, router)
  onTestFinished(() => {
    stop()
    session.end('signed_out')
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, address: () => router.state.location.href }
}

export function signIn(): void {
  setAccessCookie(accessToken())
  session.begin()
}

/** Figure requests without a given reply stay pending: a partial reply would break the screen when it arrives. */
const figures =
  /^\/api\/(fees|events|positions|performance|grouped|cash|months|risk|currency-movers|strategy)\//

/** A server with user settings and open registration. `answer` overrides the default replies. */
export function appServer(
  answer: (request: FakeRequest) => Response | 'no answer' | undefined = () => undefined,
) {
  return fakeServer(request => {
    const answered = answer(request)
    if (answered !== undefined) return answered
    if (request.path.startsWith('/api/internal/settings')) return json({ data: appSettings })
    if (request.path === '/api/settings/') return json({ data: settingsData })
    if (request.path.startsWith('/api/feeds/') || request.path.startsWith('/api/assets/?limit=1'))
      return json({ count: 0, next: null, previous: null, data: [] })
    if (request.path === '/api/status/') return json({ data: [], count: 0, extra: { missing: [] } })
    if (request.path.startsWith('/api/transactions/list/')) return json(noTransactions)
    if (figures.test(request.path)) return new Promise<Response>(() => undefined)
    return json({ data: null })
  })
}

const noTransactions = {
  next: null,
  previous: null,
  count: 0,
  data: [],
  total: { calculated_amount: 0, calculated_fees: 0, calculated_taxes: 0 },
  basis: { currency: 'CHF' },
}

export const appSettings: AppSettings = {
  language: 'en-US',
  languages: [
    { id: 'en-US', name: 'English (US)' },
    { id: 'de', name: 'Deutsch' },
  ],
  texts: textsIn('en-US'),
  registration_open: true,
  demo: null,
  version: '0',
}

const settingsData = {
  settings: {
    name: 'Claire Laurent',
    user: 'claire.laurent',
    role: 'investor',
    family: { id: 'f1', name: 'Aebi-Laurent' },
    account: 'Aebi-Laurent',
    color_scheme: 'dark',
    language: 'en-US',
    date_format: 'd MMM yyyy',
    number_format: null,
    time_zone: 'Europe/Zurich',
  },
  lists: {
    trx_category_trx_type_mapping: {},
    families: [
      { id: 'f1', name: 'Aebi-Laurent' },
      { id: 'f2', name: 'Keller' },
    ],
  },
  // The shell reads no other settings.
} as SettingsData
