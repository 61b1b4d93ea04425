import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Person } from './fill.ts'
import type { Tenant } from './hostile-tenant.ts'
import type { Traffic } from './traffic.ts'

/** Starts the process of a hostile tenant, which sends nothing before `start`. */
export async function startHostileTenant({ ports, key }: Traffic, person: Person) {
  const tenant: Tenant = { ports, person, key: [...key] }
  const child = fork(new URL('./hostile-tenant.ts', import.meta.url), [JSON.stringify(tenant)])
  await once(child, 'message')
  return {
    start: () => child.send('start'),
    /** Returns the number of its successful requests. */
    async stop(): Promise<number> {
      child.send('stop')
      const [succeeded] = await once(child, 'message')
      return succeeded
    },
  }
}
