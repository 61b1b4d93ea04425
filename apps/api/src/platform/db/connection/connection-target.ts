import type pg from 'pg'

/** How to connect to a PostgreSQL server, and its name in messages, which never holds the password. */
export interface ConnectionTarget {
  config: pg.ClientConfig
  name: string
}

export function parseDatabaseUrl(databaseUrl: string): ConnectionTarget {
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl)
  // With a local socket, the socket's folder takes the place of the host.
  const host = hostname ? `${hostname}:${port || 5432}` : (searchParams.get('host') ?? 'localhost')
  return { config: { connectionString: databaseUrl }, name: `${host}${pathname}` }
}
