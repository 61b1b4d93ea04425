import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunningEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { createRandom, startServer } from '../running-server.ts'
import { type Call, createChecker, newReport } from './consistency-checker.ts'
import { findCorruption } from './corruption.ts'
import { answerWithinMs, healthyWithinMs, type Phase, waitUntilHealthy } from './phase.ts'

/** The fields of the settings reply used here. */
interface SettingsReply {
  data: { lists: { families: { id: string }[] } }
}

const megabytes = 600
const fullForMs = 2_000

/**
 * Fills the disk under the database and frees it again. In every other round the existing WAL segments still have room:
 * small writes succeed, and writes that extend a table wait or fail.
 */
export const fullDisk: Phase = async ({ seed, runs, plant, folder }) => {
  const volume = path.join(folder, 'volume')
  mkdirSync(volume)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', volume])
  if (mounted.status !== 0) return { skipped: 'a small volume can only be mounted by root' }
  const data = path.join(volume, 'data')
  const filler = path.join(volume, 'filler')
  const failures: string[] = []
  let refused = 0
  let slowestMs = 0
  let acknowledged = 0
  try {
    const server = await startServer({ PLUMBLINE_DATA: data })
    try {
      const call: Call = async (...args) => {
        const reply = await server.call(...args)
        if (reply.status === 503) refused += 1
        return reply
      }
      // The checker may spend the whole time waiting for a report, so the adviser writes as well.
      const adviser = await server.signIn('adviser')
      const save = async (name: string) => {
        const reply = await call('PATCH', '/api/settings/', { name }, adviser)
        await reply.arrayBuffer()
        return reply
      }
      const report = await addReport(call, adviser)
      const random = createRandom(seed)
      const checker = createChecker({ call, random, username: 'investor', timeoutMs: answerWithinMs })
      for (let round = 1; round <= runs; round += 1) {
        const refusedBefore = refused
        const stop = new AbortController()
        const working = checker.work(stop.signal)
        await sleep(500)
        const config = (await findRunningEmbedded(data))?.config ?? {}
        fill(volume, filler)
        const isWalFull = round % 2 === 1
        if (isWalFull) await fillWal({ ...config, user: 'postgres' })
        const printed = call('POST', `/api/reports/${report}/pdf/`, { format: 'pdf' }, adviser)
        await repeatFor(fullForMs, () => save(`Full ${round}`))
        if (!plant) rmSync(filler)
        const isHealthy = async () => (await save(`Healthy ${round}`)).ok
        const tookMs = await waitUntilHealthy(isHealthy, healthyWithinMs)
        stop.abort()
        await working
        const { status } = await printed
        if (![200, 202, 503].includes(status)) failures.push(`${round}: a report replied ${status}`)
        if (tookMs === null) failures.push(`${round}: not healthy 10 s after the disk had room again`)
        else if (isWalFull && refused === refusedBefore)
          failures.push(`${round}: the disk was full but no request was refused`)
        slowestMs = Math.max(slowestMs, tookMs ?? healthyWithinMs)
        if (tookMs !== null) {
          const found = [...(await checker.violations(config)), ...(await findCorruption(config))]
          failures.push(...found.map(text => `${round}: ${text}`))
        }
        acknowledged = checker.acknowledged()
        if (failures.length > 0) break
      }
    } finally {
      rmSync(filler, { force: true })
      await server.stop()
    }
  } finally {
    spawnSync('umount', ['-l', volume])
  }
  const figure = `${acknowledged} writes acknowledged, ${refused} refused with 503, slowest recovery ${slowestMs} ms`
  return { rounds: runs, failures, figure }
}

/** Adds a report of the adviser's first family and returns its id. */
async function addReport(call: Call, access: string): Promise<string> {
  const settings = await call('GET', '/api/settings/', undefined, access)
  const { lists } = ((await settings.json()) as SettingsReply).data
  const body = newReport('adviser', lists.families[0]?.id ?? '')
  const added = await call('POST', '/api/reports/', body, access)
  return ((await added.json()) as { data: { id: string } }).data.id
}

async function repeatFor(durationMs: number, action: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + durationMs
  while (performance.now() < until) {
    await action()
    await sleep(50)
  }
}

/** Fills the volume completely. */
function fill(volume: string, file: string): void {
  const piece = Buffer.alloc(1_000_000)
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(volume)
      const room = Math.min(bavail * bsize, piece.length)
      if (room === 0) return
      writeFileSync(file, piece.subarray(0, room), { flag: 'a' })
    }
  } catch {
    // The volume is full.
  }
}

/** Uses up the preallocated WAL segments: before that, PostgreSQL does not notice a full disk. */
async function fillWal(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (let file = 0; file < 100; file += 1) {
      // Writes to the WAL only: a table that cannot grow would fail before the WAL is full.
      await client.query("select pg_logical_emit_message(false, 'filler', 'x')")
      await client.query('select pg_switch_wal()')
    }
  } catch {
    // The WAL is full, as intended.
  }
  await client.end().catch(() => undefined)
}
