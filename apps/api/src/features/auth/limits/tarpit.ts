import { setTimeout as sleep } from 'node:timers/promises'
import type { AppError } from '../../../platform/errors/app-error.ts'

/** Refusals sent at once, and then per second; no caller waits longer than `maxDelayMs`. */
const burst = 50
const perSecond = 40
const maxDelayMs = 5_000

let nextAt = 0

/**
 * Delays a refusal. All refusals of this server share one rate, so that clients which retry at once cannot keep it
 * busy with refusing them; an honest client hardly notices.
 */
export async function rejectSlowly(error: AppError): Promise<never> {
  const present = performance.now()
  const gap = 1000 / perSecond
  nextAt = Math.min(Math.max(nextAt + gap, present - burst * gap), present + maxDelayMs)
  if (nextAt > present) await sleep(nextAt - present)
  throw error
}
