import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { freePort, postmasterOf, randomOf, startServer, untilReplaced } from '../running-server.ts'
import { corruptionIn } from './corruption.ts'
import { answerWithinMs, healthyWithinMs, type Phase, untilWell } from './phase.ts'
import { createWitnesses, isAtWork } from './witness.ts'

/** kill -9 of the server in the middle of edits and prints. It is started again, as whoever runs it would. */
export const killServer: Phase = options => killAgainAndAgain('server', options)

/** kill -9 of PostgreSQL under load. The server lives, answers 503 meanwhile, and needs no help. */
export const killPostgres: Phase = options => killAgainAndAgain('postgres', options)

async function killAgainAndAgain(
  victim: 'server' | 'postgres',
  { seed, runs, plant, folder }: Parameters<Phase>[0],
): ReturnType<Phase> {
  const random = randomOf(seed)
  const data = path.join(folder, 'data')
  const port = await freePort()
  const start = () => startServer({ PLUMBLINE_DATA: data }, port)
  const failures: string[] = []
  let slowestMs = 0
  let server = await start()
  const witnesses = createWitnesses((...args) => server.call(...args), seed, answerWithinMs)
  try {
    for (let round = 1; round <= runs; round += 1) {
      const stop = new AbortController()
      const working = witnesses.map(witness => witness.work(stop.signal))
      if (round === 1) await untilWell(async () => witnesses.every(isAtWork), 30_000)
      await sleep(400 + random() * 1_200)
      const killed = performance.now()
      if (victim === 'server') {
        await server.stop('SIGKILL')
        server = await start()
      } else {
        const postmaster = postmasterOf(data)
        process.kill(postmaster, 'SIGKILL')
        await untilReplaced(postmaster, data)
        await server.ready()
      }
      const tookMs = Math.round(performance.now() - killed)
      slowestMs = Math.max(slowestMs, tookMs)
      stop.abort()
      await Promise.all(working)
      const config = (await findRunningEmbedded(data))?.config ?? {}
      if (plant && round === runs) await witnesses[0]?.plantLoss(config)
      if (victim === 'postgres' && tookMs > healthyWithinMs)
        failures.push(`${round}: healthy again after ${tookMs} ms`)
      for (const witness of witnesses)
        failures.push(...(await witness.complaints(config)).map(text => `${round}: ${text}`))
      if (round === runs) failures.push(...(await corruptionIn(config)).map(text => `${round}: ${text}`))
      if (failures.length > 0) break
    }
  } finally {
    await server.stop()
  }
  const writes = witnesses.reduce((sum, witness) => sum + witness.acknowledged(), 0)
  const figure = `${writes} writes acknowledged, longest time from a kill to answering again ${slowestMs} ms`
  return { rounds: runs, failures, figure }
}
