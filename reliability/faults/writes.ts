import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { findRunningEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { findPostmaster, startServer } from '../running-server.ts'
import { createCheckers, hasStarted } from './consistency-checker.ts'
import { findCorruption } from './corruption.ts'
import { answerWithinMs, healthyWithinMs, type Phase, waitUntilHealthy } from './phase.ts'

const failingCalls = 'pwrite64,pwritev,fsync,fdatasync'
/** Upper limit for the number of successful writes before the injected failure; few processes write more per round. */
const maxWritesBefore = 12
const brokenForMs = 3_000
/** A corruption check of the whole database takes longer than a round. */
const roundsPerCheck = 20

/**
 * Fails single writes of PostgreSQL with EIO and ENOSPC alternately, as a dying or full disk does. PostgreSQL restarts
 * and recovers, or refuses the query.
 */
export const failedWrites: Phase = async ({ seed, runs, plant, folder }) => {
  if (spawnSync('strace', ['--version']).status !== 0) return { skipped: 'strace is not installed' }
  const data = path.join(folder, 'data')
  const failures: string[] = []
  let slowestMs = 0
  let failed = 0
  let checks = 0
  const server = await startServer({ PLUMBLINE_DATA: data })
  const checkers = createCheckers(server.call, seed, answerWithinMs)
  try {
    for (let round = 1; round <= runs; round += 1) {
      const stop = new AbortController()
      const working = checkers.map(checker => checker.work(stop.signal))
      if (round === 1) await waitUntilHealthy(async () => checkers.every(hasStarted), 30_000)
      failed += await failWrites(findPostmaster(data), round % 2 === 0 ? 'EIO' : 'ENOSPC', round)
      const isHealthy = async () => (await server.call('GET', '/readyz')).ok
      const tookMs = await waitUntilHealthy(isHealthy, healthyWithinMs)
      stop.abort()
      await Promise.all(working)
      slowestMs = Math.max(slowestMs, tookMs ?? healthyWithinMs)
      if (tookMs === null) {
        failures.push(`${round}: not healthy 10 s after writes worked again`)
        break
      }
      const config = (await findRunningEmbedded(data))?.config ?? {}
      if (plant && round === runs) await checkers[0]?.plantLoss(config)
      for (const checker of checkers)
        failures.push(...(await checker.violations(config)).map(text => `${round}: ${text}`))
      if (round % roundsPerCheck === 0 || round === runs) {
        failures.push(...(await findCorruption(config)).map(text => `${round}: ${text}`))
        checks += 1
      }
      if (failures.length > 0) break
    }
  } finally {
    await server.stop()
  }
  if (failed < runs) failures.push(`${runs}: only ${failed} writes failed`)
  const writes = checkers.reduce((sum, checker) => sum + checker.acknowledged(), 0)
  const figure = `${failed} writes of PostgreSQL failed, ${writes} writes acknowledged, ${checks} corruption checks, slowest recovery ${slowestMs} ms`
  return { rounds: runs, failures, figure }
}

/**
 * Fails one write of the postmaster and of each of its processes, until at least one has failed. Returns the number of
 * failed writes.
 */
async function failWrites(postmaster: number, error: 'EIO' | 'ENOSPC', round: number): Promise<number> {
  const processes = [postmaster, ...listChildren(postmaster)].flatMap(pid => ['-p', String(pid)])
  const inject = `inject=${failingCalls}:error=${error}:when=${1 + (round % maxWritesBefore)}`
  const tracer = spawn('strace', ['-f', '-qq', '-e', `trace=${failingCalls}`, '-e', inject, ...processes], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  tracer.stderr.setEncoding('utf8').on('data', text => {
    output += text
  })
  const failed = () => output.split('(INJECTED)').length - 1
  await waitUntilHealthy(async () => failed() > 0, brokenForMs)
  await stopTracer(tracer)
  return failed()
}

function listChildren(postmaster: number): string[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  return stdout.split('\n').flatMap(line => line.trim() || [])
}

/** SIGINT makes strace detach from the traced processes. */
async function stopTracer(tracer: ChildProcess): Promise<void> {
  if (tracer.exitCode !== null || tracer.signalCode !== null) return
  const ended = once(tracer, 'exit')
  tracer.kill('SIGINT')
  await ended
}
