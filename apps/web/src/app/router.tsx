import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { NotFoundPage } from './not-found-page.tsx'
import { routeTree } from './routes.tsx'
import { ScreenError } from './screen-error.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

/** Uses the browser history unless the caller passes another one. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query client decides how fresh data is, so the router caches nothing.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ScreenError,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
