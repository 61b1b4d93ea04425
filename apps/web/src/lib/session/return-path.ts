export const homePath = '/overview'

/**
 * Where to go after signing in. `r` stands in the address and may come from anyone, so only a path of this
 * site is followed. Browsers read more as another site than one would think (`//host`, `/\host`, tabs in
 * between), so it is judged after it has been read as they read it.
 */
export function safeReturnPath(r: unknown): string {
  const { origin } = window.location
  if (typeof r !== 'string' || !r.startsWith('/') || !URL.canParse(r, origin)) return homePath
  const url = new URL(r, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return homePath
  if (url.pathname === '/' || url.pathname === '/login') return homePath
  return url.pathname + url.search + url.hash
}
