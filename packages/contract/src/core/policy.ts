/** The roles of the platform. `demo` is a public, shared, read-only sign-in. */
export const roles = ['admin', 'adviser', 'investor', 'demo'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call an endpoint: `anyone` needs no sign-in, a list needs a sign-in with one of its roles.
 * Row-level security decides which data a caller sees.
 */
export type Policy = 'anyone' | readonly Role[]

export const anyone: Policy = 'anyone'
export const everyone: Policy = roles
export const everyoneButDemo: Policy = ['admin', 'adviser', 'investor']
export const staff: Policy = ['admin', 'adviser']
export const adminOnly: Policy = ['admin']

/** The role check of server and client. */
export function hasRole(role: Role, wanted: Role | readonly Role[]): boolean {
  return typeof wanted === 'string' ? role === wanted : wanted.includes(role)
}

/** Routes beside the declared calls, with their policy. The built web app is public as well. */
export const plainRoutes: Readonly<Record<string, Policy>> = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /api/notifications/pause/:id/:token/': anyone,
  'GET /calendar/:file': anyone,
  'GET /api/docs': anyone,
  'GET /api/docs/': anyone,
  'GET /api/docs/style.css': anyone,
  'GET /api/docs/openapi.json': anyone,
}
