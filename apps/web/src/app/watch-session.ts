import type { QueryClient } from '@tanstack/react-query'
import { keepSession } from '../lib/session/keep-session.ts'
import { session } from '../lib/session/session.ts'
import type { AppRouter } from './router.tsx'
import { shellRoute } from './routes.tsx'

/**
 * Keeps the session alive while signed in. When the user changes, here or in another tab, clears the cached
 * data and reruns the route guards.
 */
export function watchSession(queryClient: QueryClient, router: AppRouter): () => void {
  let stopKeeping = session.state.get().status === 'in' ? keepSession() : undefined
  const stopFollowing = session.watchOtherTabs()
  const stopListening = session.state.subscribe(() => {
    const state = session.state.get()
    stopKeeping?.()
    stopKeeping = state.status === 'in' ? keepSession() : undefined
    queryClient.clear()
    if (state.status === 'in') {
      void router.invalidate()
    } else if (isInShell(router)) {
      const r = state.why === 'expired' ? router.state.location.href : undefined
      // The page of the session is replaced, so that Back does not return to its question.
      void router.navigate({ to: '/login', search: r === undefined ? {} : { r }, replace: r === undefined })
    }
  })
  return () => {
    stopKeeping?.()
    stopFollowing()
    stopListening()
  }
}

function isInShell(router: AppRouter): boolean {
  return router.state.matches.some(match => match.routeId === shellRoute.id)
}
