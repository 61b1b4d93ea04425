/**
 * A tenant that sends as many heavy requests as it can: whole series and whole lists, many at once. It runs in a separate
 * process, so that reading its replies does not slow down the measuring client.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './fill.ts'
import { type ApiRequest, createTokenSource, send } from './traffic.ts'

export interface Tenant {
  ports: readonly number[]
  person: Person
  key: readonly number[]
}

const heavyRequests: readonly ApiRequest[] = [
  { method: 'POST', path: '/api/performance/?series=cumulative', body: {} },
  { method: 'POST', path: '/api/transactions/list/?limit=500&order_by=-calculated_amount', body: {} },
  { method: 'POST', path: '/api/positions/list/?limit=500', body: {} },
  { method: 'GET', path: '/api/positions/search/?q=a' },
]
const concurrency = 32

const tenant: Tenant = JSON.parse(process.argv[2] ?? '')
const token = createTokenSource(Uint8Array.from(tenant.key))
const agent = new Agent({ keepAlive: true, maxSockets: 2 * concurrency })
let isStopped = false
let succeeded = 0

process.on('message', message => {
  if (message === 'start') void sendAll()
  else isStopped = true
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function sendAll(): Promise<void> {
  await Promise.all(Array.from({ length: concurrency }, (_, place) => sendContinuously(place)))
  process.send?.(succeeded, () => process.exit())
}

async function sendContinuously(place: number): Promise<void> {
  for (let turn = place; !isStopped; turn += 1) {
    const port = tenant.ports[place % tenant.ports.length] ?? 0
    const status = await send(
      agent,
      port,
      heavyRequests[turn % heavyRequests.length] as ApiRequest,
      await token(tenant.person),
    ).catch(() => sleep(20))
    if (status === 200) succeeded += 1
  }
}
