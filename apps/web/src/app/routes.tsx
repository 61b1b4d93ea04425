import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { familyParameter } from '../filter/filter-url.ts'
import { loadChunk } from '../lib/browser/reload-once.ts'
import { homePath, safeReturnPath } from '../lib/session/return-path.ts'
import { session } from '../lib/session/session.ts'
import { LoginLayout } from './login-layout.tsx'
import { Root } from './root.tsx'
import { parseSearch } from './search-params.ts'

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

const loadFirstScreen = () => loadChunk(() => import('./first-screen.ts'))

/** The signed-out pages. */
const loginLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'login-layout',
  component: LoginLayout,
})

const loginRoute = createRoute({
  getParentRoute: () => loginLayout,
  path: '/login',
  validateSearch: ({ r }: Record<string, unknown>): { r?: string } => (typeof r === 'string' ? { r } : {}),
  beforeLoad: ({ search }) => {
    if (session.state.get().status === 'out') return
    const url = new URL(safeReturnPath(search.r), window.location.origin)
    throw redirect({
      to: url.pathname,
      search: parseSearch(url.search),
      hash: url.hash.slice(1),
      replace: true,
    })
  },
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/login/login-page.tsx')),
    'LoginPage',
  ),
})

const registerRoute = createRoute({
  getParentRoute: () => loginLayout,
  path: '/register',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/register/register-page.tsx')),
    'RegisterPage',
  ),
})

const invitationRoute = createRoute({
  getParentRoute: () => loginLayout,
  path: '/user-invitation',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/invitation/invitation-page.tsx')),
    'InvitationPage',
  ),
})

const passwordResetRoute = createRoute({
  getParentRoute: () => loginLayout,
  path: '/password-reset/{-$uid}/{-$token}',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/password-reset/password-reset-page.tsx')),
    'PasswordResetPage',
  ),
})

const changeEmailRoute = createRoute({
  getParentRoute: () => loginLayout,
  path: '/change-email',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/change-email/change-email-page.tsx')),
    'ChangeEmailPage',
  ),
})

const pauseMailRoute = createRoute({
  getParentRoute: () => loginLayout,
  path: '/pause-mail/$id/$token',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/pause-mail/pause-mail-page.tsx')),
    'PauseMailPage',
  ),
})

/** The layout around every screen. Signed-out users are redirected to the login and return to the same URL. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (session.state.get().status === 'out') throw redirect({ to: '/login', search: { r: location.href } })
  },
  // Links and redirects within the shell keep the current family unless they name another.
  search: { middlewares: [retainSearchParams<{ [familyParameter]?: string }>([familyParameter])] },
  component: lazyRouteComponent(loadFirstScreen, 'DefaultLayout'),
})

const indexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: homePath, replace: true })
  },
})

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/overview',
  component: lazyRouteComponent(loadFirstScreen, 'OverviewScreen'),
})

const clientsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clients',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/clients/clients-screen.tsx')),
    'ClientsScreen',
  ),
})

const positionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/positions',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/positions/positions-screen.tsx')),
    'PositionsScreen',
  ),
})

const transactionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/transactions',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/transactions/transactions-screen.tsx')),
    'TransactionsScreen',
  ),
})

const watchlistRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/watchlist',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/watchlist/watchlist-screen.tsx')),
    'WatchlistScreen',
  ),
})

const strategiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/strategies',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/strategies/strategies-screen.tsx')),
    'StrategiesScreen',
  ),
})

const targetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/targets',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/targets/targets-screen.tsx')),
    'TargetsScreen',
  ),
})

const benchmarkRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/benchmark',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/benchmarks/benchmark-screen.tsx')),
    'BenchmarkScreen',
  ),
})

const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/events/events-screen.tsx')),
    'EventsScreen',
  ),
})

const incomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events/income',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/income/income-screen.tsx')),
    'IncomeScreen',
  ),
})

const feesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/fees',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/fees/fees-screen.tsx')),
    'FeesScreen',
  ),
})

const sourcesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sources',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/sources/sources-screen.tsx')),
    'SourcesScreen',
  ),
})

const apiReferenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reference',
  component: lazyRouteComponent(
    () => loadChunk(() => import('../features/api-reference/api-reference-screen.tsx')),
    'ApiReferenceScreen',
  ),
})

export const routeTree = rootRoute.addChildren([
  loginLayout.addChildren([
    loginRoute,
    registerRoute,
    invitationRoute,
    passwordResetRoute,
    changeEmailRoute,
    pauseMailRoute,
  ]),
  shellRoute.addChildren([
    indexRoute,
    overviewRoute,
    clientsRoute,
    positionsRoute,
    transactionsRoute,
    watchlistRoute,
    strategiesRoute,
    targetsRoute,
    benchmarkRoute,
    eventsRoute,
    incomeRoute,
    feesRoute,
    sourcesRoute,
    apiReferenceRoute,
  ]),
])
