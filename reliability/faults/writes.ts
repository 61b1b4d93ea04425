import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { findRunningEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { postmasterOf, startServer } from '../running-server.ts'
import { corruptionIn } from './corruption.ts'
import { answerWithinMs, healthyWithinMs, type Phase, untilWell } from './phase.ts'
import { createWitnesses, isAtWork } from './witness.ts'

const failing = 'pwrite64,pwritev,fsync,fdatasync'
/** How many writes of a process come before the one that fails: more than that few of them do in a moment. */
const mostBefore = 12
const brokenForMs = 3_000
/** Looking through the whole database takes longer than a round. */
const roundsPerLook = 20

/**
 * Single writes of PostgreSQL that fail, as on a disk about to die or without room: one after the other of those that
 * its processes make, by turns with both errors. It gives up and recovers, or refuses what it was asked.
 */
export const failedWrites: Phase = async ({ seed, runs, plant, folder }) => {
  if (spawnSync('strace', ['--version']).status !== 0) return { skipped: 'strace is not installed' }
  const data = path.join(folder, 'data')
  const failures: string[] = []
  let slowestMs = 0
  let failed = 0
  let looks = 0
  const server = await startServer({ PLUMBLINE_DATA: data })
  const witnesses = createWitnesses(server.call, seed, answerWithinMs)
  try {
    for (let round = 1; round <= runs; round += 1) {
      const stop = new AbortController()
      const working = witnesses.map(witness => witness.work(stop.signal))
      if (round === 1) await untilWell(async () => witnesses.every(isAtWork), 30_000)
      failed += await failWrites(postmasterOf(data), round % 2 === 0 ? 'EIO' : 'ENOSPC', round)
      const isWell = async () => (await server.call('GET', '/readyz')).ok
      const tookMs = await untilWell(isWell, healthyWithinMs)
      stop.abort()
      await Promise.all(working)
      slowestMs = Math.max(slowestMs, tookMs ?? healthyWithinMs)
      if (tookMs === null) {
        failures.push(`${round}: not well 10 s after writes worked again`)
        break
      }
      const config = (await findRunningEmbedded(data))?.config ?? {}
      if (plant && round === runs) await witnesses[0]?.plantLoss(config)
      for (const witness of witnesses)
        failures.push(...(await witness.complaints(config)).map(text => `${round}: ${text}`))
      if (round % roundsPerLook === 0 || round === runs) {
        failures.push(...(await corruptionIn(config)).map(text => `${round}: ${text}`))
        looks += 1
      }
      if (failures.length > 0) break
    }
  } finally {
    await server.stop()
  }
  if (failed < runs) failures.push(`${runs}: only ${failed} writes failed`)
  const writes = witnesses.reduce((sum, witness) => sum + witness.acknowledged(), 0)
  const figure = `${failed} writes of PostgreSQL failed, ${writes} writes acknowledged, looked through for damage ${looks} times, longest time to be well again ${slowestMs} ms`
  return { rounds: runs, failures, figure }
}

/**
 * Lets one write of the postmaster and of each process it has or starts fail, until one has. Tells how many did.
 */
async function failWrites(postmaster: number, error: 'EIO' | 'ENOSPC', round: number): Promise<number> {
  const processes = [postmaster, ...childrenOf(postmaster)].flatMap(pid => ['-p', String(pid)])
  const inject = `inject=${failing}:error=${error}:when=${1 + (round % mostBefore)}`
  const tracer = spawn('strace', ['-f', '-qq', '-e', `trace=${failing}`, '-e', inject, ...processes], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  tracer.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const failed = () => said.split('(INJECTED)').length - 1
  await untilWell(async () => failed() > 0, brokenForMs)
  await end(tracer)
  return failed()
}

function childrenOf(postmaster: number): string[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  return stdout.split('\n').flatMap(line => line.trim() || [])
}

/** Told to leave, it lets go of whom it follows. */
async function end(tracer: ChildProcess): Promise<void> {
  if (tracer.exitCode !== null || tracer.signalCode !== null) return
  const ended = once(tracer, 'exit')
  tracer.kill('SIGINT')
  await ended
}
