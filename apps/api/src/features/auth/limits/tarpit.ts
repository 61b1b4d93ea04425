import { setTimeout as sleep } from 'node:timers/promises'
import type { AppError } from '../../../platform/errors/app-error.ts'

/** A few are told at once, then so many a second, and nobody waits longer than this. */
const atOnce = 50
const perSecond = 40
const longestMs = 5_000

let nextAt = 0

/**
 * Whoever tries again as soon as they are refused would keep a server busy with refusing. So refusals leave at a
 * measured pace, all together: who means it hardly notices, and who does not gets few of them.
 */
export async function refuse(error: AppError): Promise<never> {
  const present = performance.now()
  const gap = 1000 / perSecond
  nextAt = Math.min(Math.max(nextAt + gap, present - atOnce * gap), present + longestMs)
  if (nextAt > present) await sleep(nextAt - present)
  throw error
}
