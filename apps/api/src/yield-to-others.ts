import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Makes the thread that calls this less urgent than the others of the process: where all want the same core, it gets
 * about `share` of what another one gets. Linux knows how urgent each thread is, by its number; elsewhere all stay alike.
 */
export function yieldToOthers(share: number): void {
  // A step of urgency is a factor of 1.25; the least urgent is 19 steps away.
  const steps = Math.min(19, Math.round(Math.log(1 / share) / Math.log(1.25)))
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), steps)
  } catch {
    // Not Linux, or not allowed: the work is done all the same.
  }
}
