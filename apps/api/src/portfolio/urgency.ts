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

/** How long a patient thread works on one question before it hurries. */
const patienceMs = 1_000

/** The urgency of one patient thread. */
export interface Patience {
  /** What the operating system calls it, as soon as that is known; null where it has no name. */
  isOf(tid: number | null): void
  /** It has begun to work on a question, and has finished it. */
  begin(): void
  end(): void
  /** It is gone, and its name may be another's soon. */
  leave(): void
}

/** Yields to all others, but hurries with a question that takes long: on a machine that is never idle it would never end. */
export function createPatience(urgency: Urgency): Patience {
  let tid: number | null = null
  let timer: NodeJS.Timeout | undefined
  let isHurrying = false
  const hurry = () => {
    if (tid === null) return
    isHurrying = true
    urgency.hurry(tid)
  }
  return {
    isOf(name) {
      tid = name
      if (tid !== null) urgency.yieldToAll(tid)
    },
    begin() {
      timer = setTimeout(hurry, patienceMs)
    },
    end() {
      clearTimeout(timer)
      if (isHurrying && tid !== null) urgency.yieldToAll(tid)
      isHurrying = false
    },
    leave() {
      clearTimeout(timer)
      tid = null
    },
  }
}
