/**
 * One tenant the caller for as much as they can get: whole series, whole lists, many at once, from when they are told to
 * begin until they are told to stop. A process of its own, so that what they get keeps only them busy.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './fill.ts'
import { type Ask, send, tokens } from './traffic.ts'

export interface Tenant {
  ports: readonly number[]
  person: Person
  key: readonly number[]
}

const heavy: readonly Ask[] = [
  { method: 'POST', path: '/api/performance/?series=cumulative', body: {} },
  { method: 'POST', path: '/api/transactions/list/?limit=500&order_by=-calculated_amount', body: {} },
  { method: 'POST', path: '/api/positions/list/?limit=500', body: {} },
  { method: 'GET', path: '/api/positions/search/?q=a' },
]
const atOnce = 32

const tenant: Tenant = JSON.parse(process.argv[2] ?? '')
const token = tokens(Uint8Array.from(tenant.key))
const agent = new Agent({ keepAlive: true, maxSockets: 2 * atOnce })
let isOver = false
let answered = 0

process.on('message', message => {
  if (message === 'begin') void askAll()
  else isOver = true
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function askAll(): Promise<void> {
  await Promise.all(Array.from({ length: atOnce }, (_, place) => askOn(place)))
  process.send?.(answered, () => process.exit())
}

async function askOn(place: number): Promise<void> {
  for (let turn = place; !isOver; turn += 1) {
    const port = tenant.ports[place % tenant.ports.length] ?? 0
    const status = await send(
      agent,
      port,
      heavy[turn % heavy.length] as Ask,
      await token(tenant.person),
    ).catch(() => sleep(20))
    if (status === 200) answered += 1
  }
}
