import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { createRandom, findPostmaster, freePort, startServer, waitForReplacement } from '../running-server.ts'
import { createCheckers, hasStarted } from './consistency-checker.ts'
import { findCorruption } from './corruption.ts'
import { answerWithinMs, healthyWithinMs, type Phase, waitUntilHealthy } from './phase.ts'

/** Kills the server during edits and prints with SIGKILL, then starts it again as a supervisor would. */
export const killServer: Phase = options => killRepeatedly('server', options)

/** Kills PostgreSQL under load with SIGKILL. The server survives, replies 503 meanwhile, and recovers by itself. */
export const killPostgres: Phase = options => killRepeatedly('postgres', options)

async function killRepeatedly(
  victim: 'server' | 'postgres',
  { seed, runs, plant, folder }: Parameters<Phase>[0],
): ReturnType<Phase> {
  const random = createRandom(seed)
  const data = path.join(folder, 'data')
  const port = await freePort()
  const start = () => startServer({ PLUMBLINE_DATA: data }, port)
  const failures: string[] = []
  let slowestMs = 0
  let server = await start()
  const checkers = createCheckers((...args) => server.call(...args), seed, answerWithinMs)
  try {
    for (let round = 1; round <= runs; round += 1) {
      const stop = new AbortController()
      const working = checkers.map(checker => checker.work(stop.signal))
      if (round === 1) await waitUntilHealthy(async () => checkers.every(hasStarted), 30_000)
      await sleep(400 + random() * 1_200)
      const killed = performance.now()
      if (victim === 'server') {
        await server.stop('SIGKILL')
        server = await start()
      } else {
        const postmaster = findPostmaster(data)
        process.kill(postmaster, 'SIGKILL')
        await waitForReplacement(postmaster, data)
        await server.ready()
      }
      const tookMs = Math.round(performance.now() - killed)
      slowestMs = Math.max(slowestMs, tookMs)
      stop.abort()
      await Promise.all(working)
      const config = (await findRunningEmbedded(data))?.config ?? {}
      if (plant && round === runs) await checkers[0]?.plantLoss(config)
      if (victim === 'postgres' && tookMs > healthyWithinMs)
        failures.push(`${round}: healthy again after ${tookMs} ms`)
      for (const checker of checkers)
        failures.push(...(await checker.violations(config)).map(text => `${round}: ${text}`))
      if (round === runs) failures.push(...(await findCorruption(config)).map(text => `${round}: ${text}`))
      if (failures.length > 0) break
    }
  } finally {
    await server.stop()
  }
  const writes = checkers.reduce((sum, checker) => sum + checker.acknowledged(), 0)
  const figure = `${writes} writes acknowledged, slowest recovery after a kill ${slowestMs} ms`
  return { rounds: runs, failures, figure }
}
