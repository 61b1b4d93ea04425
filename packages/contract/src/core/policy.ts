/** The roles of the platform. `demo` is a public, shared sign-in that may look and change nothing. */
export const roles = ['admin', 'adviser', 'investor', 'demo'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call an endpoint: `anyone` needs no sign-in, a list needs a sign-in with one of its roles.
 * What a caller may see within a call is decided by row-level security, not here.
 */
export type Policy = 'anyone' | readonly Role[]

export const anyone: Policy = 'anyone'
export const everyone: Policy = roles
export const everyoneButDemo: Policy = ['admin', 'adviser', 'investor']
export const staff: Policy = ['admin', 'adviser']
export const adminOnly: Policy = ['admin']

/** The one role check, on both sides of the wire. */
export function hasRole(role: Role, wanted: Role | readonly Role[]): boolean {
  return typeof wanted === 'string' ? role === wanted : wanted.includes(role)
}

/** What is served beside the declared calls, with who may ask for it. The built web app is anyone's as well. */
export const plainRoutes: Readonly<Record<string, Policy>> = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /api/docs': anyone,
  'GET /api/docs/': anyone,
  'GET /api/docs/style.css': anyone,
  'GET /api/docs/openapi.json': anyone,
}
