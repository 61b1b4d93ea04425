import { setTimeout as sleep } from 'node:timers/promises'

export interface PhaseOptions {
  seed: number
  runs: number
  /** Breaks the promise of the phase on purpose: the phase must then fail. */
  plant: boolean
  /** A folder of its own that is gone afterwards. */
  folder: string
}

export interface PhaseResult {
  rounds: number
  /** Each begins with the number of its round. */
  failures: string[]
  figure: string
}

export type Phase = (options: PhaseOptions) => Promise<PhaseResult | { skipped: string }>

/** Healthy again within this time, without a restart. */
export const healthyWithinMs = 10_000
/** The caller has an answer, if only that it does not work, within this time. */
export const answerWithinMs = 12_000

/** How long until `isWell`, looked at again and again; null when it is not in time. */
export async function untilWell(isWell: () => Promise<boolean>, patienceMs: number): Promise<number | null> {
  const started = performance.now()
  while (performance.now() - started < patienceMs) {
    if (await isWell().catch(() => false)) return Math.round(performance.now() - started)
    await sleep(50)
  }
  return null
}
