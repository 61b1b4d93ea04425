/**
 * npm run check:load: two servers on one PostgreSQL with a million transactions, and people who ask at a fixed rate
 * whether or not the servers keep up. Then the same beside one tenant the caller for as much as they can get.
 *
 *     npm run check:load
 *     FAMILIES=10 USERS=50 TRANSACTIONS=20000 RATE=30 SECONDS=20 npm run check:load     small, to see that it works
 *     P95=150 SHIFT=0.2 npm run check:load      what is promised: milliseconds, and how far others are moved
 *     PLANT=1 npm run check:load                puts a slow line before one of the servers: must fail
 */
import { cpus } from 'node:os'
import { openProxy } from '../apps/api/src/testing/tcp-proxy.ts'
import type { Person } from './load/fill.ts'
import { openHostile } from './load/hostile.ts'
import { openLoadSite } from './load/site.ts'
import { describe, openTraffic, p95Of, type Traffic } from './load/traffic.ts'
import { numberOf, randomOf } from './running-server.ts'
import { openVerdict } from './verdict.ts'

const seed = numberOf('SEED', 1)
const size = {
  families: numberOf('FAMILIES', 200),
  users: numberOf('USERS', 2_000),
  transactions: numberOf('TRANSACTIONS', 1_000_000),
}
const rate = numberOf('RATE', 300)
const seconds = numberOf('SECONDS', 300)
const mostP95 = numberOf('P95', 150)
const mostShift = numberOf('SHIFT', 0.2)
const plant = process.env.PLANT === '1'

const { judge, tell } = openVerdict()

console.log(`${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}, seed ${seed}`)
const site = await openLoadSite(size, 2, { PLUMBLINE_SNAPSHOT_MB: process.env.SNAPSHOT_MB ?? '2048' })
const slow = plant ? await openProxy({ host: '127.0.0.1', port: portOf(0) }) : null
slow?.set({ kind: 'delay', ms: 400 })
try {
  const traffic: Traffic = {
    ports: slow ? [slow.port, portOf(1)] : [portOf(0), portOf(1)],
    people: site.people,
    key: site.key,
    random: randomOf(seed),
  }
  console.log(`memory of both servers at rest ${site.memoryMb()} MB`)
  describe('warming up', await openTraffic(traffic, rate, Math.max(5, seconds / 5)))
  const warm = site.memoryMb()
  const alone = await openTraffic(traffic, rate, seconds)
  const p95 = describe(`${rate} a second for ${seconds} s`, alone)
  console.log(`memory of both servers ${warm} MB before and ${site.memoryMb()} MB after`)
  judge(`no request fails`, alone.failures.size === 0)
  judge(`p95 of ${p95} ms is at most ${mostP95} ms`, p95 <= mostP95)

  // Compared with the same questions just before and just after: how fast a machine is changes from minute to minute,
  // and so does a p95 with how many transactions happen to meet.
  const stretch = Math.max(5, seconds / 5)
  const others = () => ({ ...traffic, people: traffic.people.slice(1), random: randomOf(seed + 1) })
  const hostile = await openHostile(traffic, traffic.people[0] as Person)
  const before = await openTraffic(others(), rate, stretch)
  describe('just before', before)
  hostile.begin()
  const beside = await openTraffic(others(), rate, stretch)
  const during = describe('beside a hostile tenant', beside)
  console.log(`the hostile tenant was answered ${await hostile.end()} times`)
  const after = await openTraffic(others(), rate, stretch)
  describe('just after', after)
  const without = p95Of(before, after)
  const shift = during / without - 1
  judge(`nobody else's request fails`, beside.failures.size === 0)
  judge(`p95 of the others moves by ${(shift * 100).toFixed(0)} %`, shift <= mostShift)
} finally {
  await slow?.close()
  await site.close()
}
tell(seed)

function portOf(place: number): number {
  return Number(new URL(site.servers[place]?.base ?? '').port)
}
