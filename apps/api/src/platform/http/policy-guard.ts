import { allEndpoints, plainRoutes } from '@plumbline/contract'
import type { FastifyInstance } from 'fastify'
import { invariant } from '../errors/app-error.ts'

export interface PolicyGuard {
  /** Every route that was registered, as `GET /path`. */
  routes: ReadonlySet<string>
  /** What is registered from now on is the built web app, which is anyone's. */
  leave(): void
}

/** No route without a row that says who may call it: a server that has one does not start. */
export function guardPolicy(app: FastifyInstance): PolicyGuard {
  const rows = new Set([
    ...allEndpoints().map(([, { method, path }]) => `${method} ${path}`),
    ...Object.keys(plainRoutes),
  ])
  const routes = new Set<string>()
  let isOver = false
  app.addHook('onRoute', ({ method, url }) => {
    if (isOver) return
    for (const each of [method].flat()) {
      // The framework answers HEAD wherever it answers GET, by the same handler.
      const route = `${each === 'HEAD' ? 'GET' : each} ${url}`
      invariant(rows.has(route), `${route} has a row in the policy`)
      routes.add(route)
    }
  })
  return {
    routes,
    leave() {
      isOver = true
    },
  }
}
