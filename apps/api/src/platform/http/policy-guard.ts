import { allEndpoints, plainRoutes } from '@plumbline/contract'
import type { FastifyInstance } from 'fastify'
import { invariant } from '../errors/app-error.ts'

export interface PolicyGuard {
  /** Every registered route, as `GET /path`. */
  routes: ReadonlySet<string>
  /** Stops checking: the routes that follow are the public files of the web app. */
  stop(): void
}

/** Throws when a route is registered that the access policy does not list, so that the server does not start. */
export function guardPolicy(app: FastifyInstance): PolicyGuard {
  const rows = new Set([
    ...allEndpoints().map(([, { method, path }]) => `${method} ${path}`),
    ...Object.keys(plainRoutes),
  ])
  const routes = new Set<string>()
  let isStopped = false
  app.addHook('onRoute', ({ method, url }) => {
    if (isStopped) return
    for (const each of [method].flat()) {
      // Fastify serves HEAD with the handler of GET.
      const route = `${each === 'HEAD' ? 'GET' : each} ${url}`
      invariant(rows.has(route), `${route} has a row in the policy`)
      routes.add(route)
    }
  })
  return {
    routes,
    stop() {
      isStopped = true
    },
  }
}
