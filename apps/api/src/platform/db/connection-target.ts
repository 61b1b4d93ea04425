import type pg from 'pg'

/** Which PostgreSQL to talk to, and what to call it in a message: never with its password. */
export interface ConnectionTarget {
  config: pg.ClientConfig
  name: string
}

export function targetOfUrl(databaseUrl: string): ConnectionTarget {
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl)
  // A server on a local socket has the socket's folder where others have their host.
  const host = hostname ? `${hostname}:${port || 5432}` : (searchParams.get('host') ?? 'localhost')
  return { config: { connectionString: databaseUrl }, name: `${host}${pathname}` }
}
