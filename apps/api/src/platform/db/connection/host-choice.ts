import type { DatabaseHost } from '../../settings/database-url.ts'

/** The server that new connections of this process try, per list of servers. */
const chosen = new Map<string, number>()

const joinNames = (hosts: readonly DatabaseHost[]) => hosts.map(({ host, port }) => `${host}:${port}`).join()

export function chooseHost(hosts: readonly DatabaseHost[]): DatabaseHost {
  const host = hosts[(chosen.get(joinNames(hosts)) ?? 0) % hosts.length]
  if (!host) throw new Error('a database has at least one server')
  return host
}

/** Turns to the next server, unless another connection already has: many connections fail at the same time. */
export function leaveHost(hosts: readonly DatabaseHost[], failed: DatabaseHost): void {
  if (chooseHost(hosts) !== failed) return
  chosen.set(joinNames(hosts), ((chosen.get(joinNames(hosts)) ?? 0) + 1) % hosts.length)
}
