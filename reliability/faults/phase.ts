import { setTimeout as sleep } from 'node:timers/promises'

export interface PhaseOptions {
  seed: number
  runs: number
  /** Plants a defect: the phase must then fail. */
  plant: boolean
  /** A temporary folder for this phase. */
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
/** Every request gets a reply within this time, if only an error. */
export const answerWithinMs = 12_000

/** Polls `isHealthy` and returns the elapsed milliseconds, or null after the timeout. */
export async function waitUntilHealthy(
  isHealthy: () => Promise<boolean>,
  timeoutMs: number,
): Promise<number | null> {
  const started = performance.now()
  while (performance.now() - started < timeoutMs) {
    if (await isHealthy().catch(() => false)) return Math.round(performance.now() - started)
    await sleep(50)
  }
  return null
}
