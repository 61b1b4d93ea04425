/** How to reach one of the servers of a database. */
export interface DatabaseHost {
  host: string
  port: number
}

const defaultPort = 5432

/** Whether the text is an address of a database, with one server or several. */
export function isDatabaseUrl(text: string): boolean {
  try {
    splitHosts(text)
    return true
  } catch {
    return false
  }
}

/** Its servers, none if it is reached by a local socket, and the address with the first of them. */
export function splitHosts(databaseUrl: string): { hosts: DatabaseHost[]; firstUrl: URL } {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)([^/?]*)(.*)$/.exec(databaseUrl)
  if (!parts) throw new TypeError('not the address of a database')
  const [, start = '', authority = '', rest = ''] = parts
  const urls = authority.split(',').map(host => new URL(`${start}${host}${rest}`))
  const [firstUrl] = urls
  if (!firstUrl) throw new TypeError('not the address of a database')
  const hosts = urls
    .filter(url => url.hostname !== '')
    .map(url => ({ host: url.hostname, port: Number(url.port || defaultPort) }))
  return { hosts, firstUrl }
}
