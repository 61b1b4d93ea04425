/**
 * npm run check:load: two servers on one PostgreSQL with a million transactions, and clients that send at a fixed rate
 * whether or not the servers keep up. Then the same beside one hostile tenant that sends as much as it can.
 *
 *     npm run check:load
 *     FAMILIES=10 USERS=50 TRANSACTIONS=20000 RATE=30 SECONDS=20 npm run check:load     a small trial run
 *     P95=150 SHIFT=0.2 npm run check:load      the promise: p95 in milliseconds, and how far the tenant may shift it
 *     PLANT=1 npm run check:load                puts a slow connection before one of the servers: must fail
 */
import { cpus } from 'node:os'
import { openProxy } from '../apps/api/src/testing/tcp-proxy.ts'
import { createReport } from './check-report.ts'
import type { Person } from './load/fill.ts'
import { startHostileTenant } from './load/hostile.ts'
import { openLoadSite } from './load/site.ts'
import { computeP95, printLatencies, runTraffic, type Traffic } from './load/traffic.ts'
import { createRandom, readNumber } from './running-server.ts'

const seed = readNumber('SEED', 1)
const size = {
  families: readNumber('FAMILIES', 200),
  users: readNumber('USERS', 2_000),
  transactions: readNumber('TRANSACTIONS', 1_000_000),
}
const rate = readNumber('RATE', 300)
const seconds = readNumber('SECONDS', 300)
const maxP95 = readNumber('P95', 150)
const maxShift = readNumber('SHIFT', 0.2)
const plant = process.env.PLANT === '1'

const { check, print } = createReport()

console.log(`${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}, seed ${seed}`)
const site = await openLoadSite(size, 2, { PLUMBLINE_SNAPSHOT_MB: process.env.SNAPSHOT_MB ?? '2048' })
const slow = plant ? await openProxy({ host: '127.0.0.1', port: findPort(0) }) : null
slow?.set({ kind: 'delay', ms: 400 })
try {
  const traffic: Traffic = {
    ports: slow ? [slow.port, findPort(1)] : [findPort(0), findPort(1)],
    people: site.people,
    key: site.key,
    random: createRandom(seed),
  }
  console.log(`memory of both servers at rest ${site.memoryMb()} MB`)
  printLatencies('warming up', await runTraffic(traffic, rate, Math.max(5, seconds / 5)))
  const warm = site.memoryMb()
  const alone = await runTraffic(traffic, rate, seconds)
  const p95 = printLatencies(`${rate} a second for ${seconds} s`, alone)
  console.log(`memory of both servers ${warm} MB before and ${site.memoryMb()} MB after`)
  check('no request fails', alone.failures.size === 0)
  check(`p95 of ${p95} ms is at most ${maxP95} ms`, p95 <= maxP95)

  // Compare with the same requests just before and just after: the speed of a machine changes from minute to minute,
  // and the p95 with the number of transactions that happen to coincide.
  const periodSeconds = Math.max(5, seconds / 5)
  const others = () => ({ ...traffic, people: traffic.people.slice(1), random: createRandom(seed + 1) })
  const hostile = await startHostileTenant(traffic, traffic.people[0] as Person)
  const before = await runTraffic(others(), rate, periodSeconds)
  printLatencies('just before', before)
  hostile.start()
  const concurrent = await runTraffic(others(), rate, periodSeconds)
  const during = printLatencies('beside a hostile tenant', concurrent)
  console.log(`the hostile tenant got ${await hostile.stop()} replies`)
  const after = await runTraffic(others(), rate, periodSeconds)
  printLatencies('just after', after)
  const without = computeP95(before, after)
  const shift = during / without - 1
  check('no request of other tenants fails', concurrent.failures.size === 0)
  check(`p95 of other tenants shifts by ${(shift * 100).toFixed(0)} %`, shift <= maxShift)
} finally {
  await slow?.close()
  await site.close()
}
print(seed)

function findPort(place: number): number {
  return Number(new URL(site.servers[place]?.base ?? '').port)
}
