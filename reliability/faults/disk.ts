import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunningEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { randomOf, startServer } from '../running-server.ts'
import { corruptionIn } from './corruption.ts'
import { answerWithinMs, healthyWithinMs, type Phase, untilWell } from './phase.ts'
import { type Call, createWitness, reportOf } from './witness.ts'

/** What is read of the settings. */
interface SettingsReply {
  data: { lists: { families: { id: string }[] } }
}

const megabytes = 600
const fullForMs = 2_000

/**
 * A disk that fills up under the database, and has room again. In every other round PostgreSQL's log still has room
 * in the files that it has: small changes work, and whatever needs a larger table waits or is refused.
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
      // The witness may be waiting for a report all the while; somebody tries to write.
      const adviser = await server.signIn('adviser')
      const save = async (name: string) => {
        const reply = await call('PATCH', '/api/settings/', { name }, adviser)
        await reply.arrayBuffer()
        return reply
      }
      const settings = await call('GET', '/api/settings/', undefined, adviser)
      const { lists } = ((await settings.json()) as SettingsReply).data
      const added = await call(
        'POST',
        '/api/reports/',
        reportOf('adviser', lists.families[0]?.id ?? ''),
        adviser,
      )
      const report = ((await added.json()) as { data: { id: string } }).data.id
      const witness = createWitness({
        call,
        random: randomOf(seed),
        username: 'investor',
        patienceMs: answerWithinMs,
      })
      for (let round = 1; round <= runs; round += 1) {
        const refusedBefore = refused
        const stop = new AbortController()
        const working = witness.work(stop.signal)
        await sleep(500)
        const config = (await findRunningEmbedded(data))?.config ?? {}
        fill(volume, filler)
        const isLogFull = round % 2 === 1
        if (isLogFull) await useUpLog({ ...config, user: 'postgres' })
        const printed = call('POST', `/api/reports/${report}/pdf/`, { format: 'pdf' }, adviser)
        const fullUntil = performance.now() + fullForMs
        while (performance.now() < fullUntil) {
          await save(`Full ${round}`)
          await sleep(50)
        }
        if (!plant) rmSync(filler)
        const isWell = async () => (await save(`Well ${round}`)).ok
        const tookMs = await untilWell(isWell, healthyWithinMs)
        stop.abort()
        await working
        const { status } = await printed
        if (![200, 202, 503].includes(status)) failures.push(`${round}: a report was answered with ${status}`)
        if (tookMs === null) failures.push(`${round}: not well 10 s after there was room again`)
        else if (isLogFull && refused === refusedBefore)
          failures.push(`${round}: the disk was full and nobody was refused`)
        slowestMs = Math.max(slowestMs, tookMs ?? healthyWithinMs)
        if (tookMs !== null)
          failures.push(...(await witness.complaints(config)).map(text => `${round}: ${text}`))
        if (tookMs !== null) failures.push(...(await corruptionIn(config)).map(text => `${round}: ${text}`))
        acknowledged = witness.acknowledged()
        if (failures.length > 0) break
      }
    } finally {
      rmSync(filler, { force: true })
      await server.stop()
    }
  } finally {
    spawnSync('umount', ['-l', volume])
  }
  const figure = `${acknowledged} writes acknowledged, ${refused} refused with 503, longest time to be well again ${slowestMs} ms`
  return { rounds: runs, failures, figure }
}

/** Takes all the room there is. */
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
    // That was the last of it.
  }
}

/** PostgreSQL writes its log into files of a fixed size: until one is used up it does not notice that there is no room. */
async function useUpLog(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (let file = 0; file < 100; file += 1) {
      // Into the log alone: a table that cannot grow would end this before the log is full.
      await client.query("select pg_logical_emit_message(false, 'filler', 'x')")
      await client.query('select pg_switch_wal()')
    }
  } catch {
    // No room: that is what was wanted.
  }
  await client.end().catch(() => undefined)
}
