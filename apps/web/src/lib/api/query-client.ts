import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isOnline, subscribeToOnline } from '../browser/online.ts'
import { showToast } from '../browser/toasts.ts'
import { textNow } from '../i18n/i18n.ts'
import { ApiError, hasCode, isUnreachable, wasDeclined } from './api-error.ts'
import { errorText } from './error-text.ts'

const maxRetries = 2
/** A first load of many families takes minutes and goes on while nobody waits, so its caller asks for longer. */
const maxRetriesWhileLoading = 10
/** A starting or busy server asks for a retry. */
const retryableStatuses = new Set([502, 503, 504])

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen shows the error itself. */
    mutationMeta: { quiet?: boolean }
    queryMeta: { quiet?: boolean }
  }
}

/** Decides on toasts and retries for every screen. */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener(setOnline => subscribeToOnline(() => setOnline(isOnline())))
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // A screen without data shows the error in place; one with data keeps showing the data.
        // The offline bar reports a lost connection.
        if (query.state.data !== undefined && !query.meta?.quiet && !isUnreachable(error)) report(error)
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (!mutation.meta?.quiet) report(error)
        // An attempt whose response was lost may have been applied: refetch to show it.
        if (hasCode(error, 'already_saved')) void client.invalidateQueries()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The API client detects whether the server is reachable and refetches once it is.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry,
        retryDelay: failures => Math.min(1000 * 2 ** failures, 8000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

function retry(failures: number, error: Error): boolean {
  return failures < (isLoading(error) ? maxRetriesWhileLoading : maxRetries) && isRetryable(error)
}

/** For queries that pause without a connection: an unreachable server is tried again when it is back. */
export function retryOrWait(failures: number, error: Error): boolean {
  return isUnreachable(error) || retry(failures, error)
}

/** The server is still loading what was asked for. */
export function isLoading(error: Error | null): boolean {
  return hasCode(error, 'overloaded')
}

function isRetryable(error: Error): boolean {
  return error instanceof ApiError && error.status !== null && retryableStatuses.has(error.status)
}

function report(error: Error): void {
  // An ended session redirects to the login.
  if (error instanceof ApiError && error.status === 401) return
  if (wasDeclined(error)) return
  showToast(errorText(error, textNow), 'error')
}
