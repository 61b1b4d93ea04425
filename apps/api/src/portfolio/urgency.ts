import { execFile } from 'node:child_process'

export interface Urgency {
  /** From now on a thread works when nothing else wants its core, and is interrupted the moment something does. */
  yieldToAll(tid: number): void
  /** From now on it has a small part of a core, however busy that is. */
  hurry(tid: number): void
}

/**
 * How urgent single threads are to the operating system. A low priority alone is not enough: a thread that has begun
 * its slice of a few milliseconds finishes it, and a request of somebody else wakes four threads and processes one
 * after the other, each of which would wait for that. Threads of the class for idle times are interrupted at once.
 * Node cannot set it, `chrt` can, on Linux; without it priorities are all there is.
 */
export function createUrgency(): Urgency {
  let isKnown = process.platform === 'linux'
  const set = (policy: '--idle' | '--other', tid: number) => {
    if (!isKnown) return
    execFile('chrt', [policy, '--pid', '0', String(tid)], error => {
      // A thread may be gone by now, which is no reason to stop; a program that is not there is.
      if (error?.code === 'ENOENT') isKnown = false
    })
  }
  return { yieldToAll: tid => set('--idle', tid), hurry: tid => set('--other', tid) }
}
