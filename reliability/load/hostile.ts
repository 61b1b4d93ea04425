import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Person } from './fill.ts'
import type { Tenant } from './hostile-tenant.ts'
import type { Traffic } from './traffic.ts'

/** Someone who waits to be let loose on the servers. */
export async function openHostile({ ports, key }: Traffic, person: Person) {
  const tenant: Tenant = { ports, person, key: [...key] }
  const child = fork(new URL('./hostile-tenant.ts', import.meta.url), [JSON.stringify(tenant)])
  await once(child, 'message')
  return {
    begin: () => child.send('begin'),
    /** How often they were answered. */
    async end(): Promise<number> {
      child.send('stop')
      const [answered] = await once(child, 'message')
      return answered
    },
  }
}
