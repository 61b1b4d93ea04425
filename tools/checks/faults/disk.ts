import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunningEmbedded } from '../../../apps/api/src/db/embedded/embedded-server.ts'
import { randomOf, startServer } from '../running-server.ts'
import { answerWithinMs, healthyWithinMs, type Phase, untilWell } from './phase.ts'
import { createWitness } from './witness.ts'

const megabytes = 600

/** A disk that fills up under the database, and has room again. */
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
      const witness = createWitness({
        async call(...args) {
          const reply = await server.call(...args)
          if (reply.status === 503) refused += 1
          return reply
        },
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
        await useUpLog({ ...config, user: 'postgres' })
        await sleep(2_000)
        if (!plant) rmSync(filler)
        const isWell = async () => {
          const access = await server.signIn('adviser')
          return (await server.call('PATCH', '/api/settings/', { name: 'Well again' }, access)).ok
        }
        const tookMs = await untilWell(isWell, healthyWithinMs)
        stop.abort()
        await working
        if (tookMs === null) failures.push(`${round}: not well 10 s after there was room again`)
        else if (refused === refusedBefore)
          failures.push(`${round}: the disk was full and nobody was refused`)
        slowestMs = Math.max(slowestMs, tookMs ?? healthyWithinMs)
        if (tookMs !== null)
          failures.push(...(await witness.complaints(config)).map(text => `${round}: ${text}`))
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
    for (let file = 0; file < 40; file += 1) {
      await client.query('create table if not exists filler (x text)')
      await client.query("insert into filler select repeat('x', 1000) from generate_series(1, 2000)")
      await client.query('select pg_switch_wal()')
    }
  } catch {
    // No room: that is what was wanted.
  }
  await client.end().catch(() => undefined)
}
