export const homePath = '/overview'

/**
 * Where to go after signing in. `r` comes from the URL and is untrusted, so only a path of this site is
 * accepted. Browsers treat many forms as another site (`//host`, `/\host`, embedded tabs), so it is checked
 * after URL parsing.
 */
export function safeReturnPath(r: unknown): string {
  const { origin } = window.location
  if (typeof r !== 'string' || !r.startsWith('/') || !URL.canParse(r, origin)) return homePath
  const url = new URL(r, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return homePath
  if (url.pathname === '/' || url.pathname === '/login') return homePath
  // After signing in again, nobody wants to sign out.
  if (url.searchParams.get('modal') === 'sign-out') url.searchParams.delete('modal')
  return url.pathname + url.search + url.hash
}
