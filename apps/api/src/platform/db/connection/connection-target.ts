import type pg from 'pg'
import { StartupError } from '../../errors/startup-error.ts'
import { type DatabaseHost, splitHosts } from '../../settings/database-url.ts'

export interface ConnectionConfig extends pg.ClientConfig {
  /** All servers of a database that fails over between them; `connectionString` names the first. */
  hosts?: readonly DatabaseHost[]
  /** Connections to a standby are refused, and the next server is tried. */
  needsPrimary?: boolean
}

/** How to connect to a PostgreSQL server, and its name in messages, which never holds the password. */
export interface ConnectionTarget {
  config: ConnectionConfig
  name: string
}

/** As in libpq: with both, a connection must be able to write. */
const primaryAttributes = ['read-write', 'primary']

/** Reads an address with one server or several: postgres://user@first:5432,second:5432/name?target_session_attrs=primary */
export function parseDatabaseUrl(databaseUrl: string): ConnectionTarget {
  const { hosts, firstUrl } = splitHosts(databaseUrl)
  const { pathname, searchParams } = firstUrl
  const attributes = searchParams.get('target_session_attrs') ?? 'any'
  if (!['any', ...primaryAttributes].includes(attributes))
    throw new StartupError(
      `target_session_attrs of DATABASE_URL must be any, read-write or primary, not '${attributes}'.`,
    )
  searchParams.delete('target_session_attrs')
  // With a local socket, the socket's folder takes the place of the host.
  const names = hosts.map(({ host, port }) => `${host}:${port}`).join(',')
  const name = `${names || (searchParams.get('host') ?? 'localhost')}${pathname}`
  return {
    config: {
      connectionString: firstUrl.href,
      ...(hosts.length > 1 ? { hosts } : {}),
      ...(primaryAttributes.includes(attributes) ? { needsPrimary: true } : {}),
    },
    name,
  }
}

/** The same address with another server. */
export function replaceHost(connectionString: string, { host, port }: DatabaseHost): string {
  const url = new URL(connectionString)
  url.hostname = host
  url.port = String(port)
  return url.href
}
