import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isOnline, subscribeToOnline } from '../browser/online.ts'
import { showToast } from '../browser/toasts.ts'
import { textNow } from '../i18n/i18n.ts'
import { ApiError, hasCode, isUnreachable, needsPassword } from './api-error.ts'
import { errorText } from './error-text.ts'

const mostRetries = 2
/** A server that is starting or busy asks to be asked again. */
const passing = new Set([502, 503, 504])

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen shows the failure itself. */
    mutationMeta: { quiet?: boolean }
    queryMeta: { quiet?: boolean }
  }
}

/** Where toast and retry are decided, once for every screen. */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener(setOnline => subscribeToOnline(() => setOnline(isOnline())))
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // A screen without data shows the failure in its place; one with data goes on showing it.
        // A lost connection is told by the bar above the figures.
        if (query.state.data !== undefined && !query.meta?.quiet && !isUnreachable(error)) report(error)
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (!mutation.meta?.quiet) report(error)
        // What a first attempt saved is to be seen, although its answer got lost.
        if (hasCode(error, 'already_saved')) void client.invalidateQueries()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Whether the server can be reached is found out by asking it, and asking again once it can be.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < mostRetries && mayPass(error),
        retryDelay: failures => Math.min(1000 * 2 ** failures, 8000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

function mayPass(error: Error): boolean {
  return error instanceof ApiError && error.status !== null && passing.has(error.status)
}

function report(error: Error): void {
  // An ended session shows itself: the sign-in page opens.
  if (error instanceof ApiError && error.status === 401) return
  if (needsPassword(error)) return
  showToast(errorText(error, textNow), 'error')
}
