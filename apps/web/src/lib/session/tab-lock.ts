import { forget, recall, remember } from '../browser/storage.ts'

const leaseMs = 10_000
const settleMs = 40
const pollMs = 80

/**
 * Runs work that only one tab of this browser may do at a time. Web Locks exist only in secure contexts;
 * elsewhere a short lease in local storage replaces them. The lease of a closed tab expires.
 */
export function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (navigator.locks) return navigator.locks.request(name, work)
  return withLease(`${name}_lease`, work)
}

async function withLease<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const owner = Math.random().toString(36).slice(2)
  const giveUpAt = Date.now() + 2 * leaseMs
  while (Date.now() < giveUpAt) {
    if (isFree(key)) {
      remember(key, `${owner} ${Date.now() + leaseMs}`)
      // Two tabs may take a free lease at once. The last writer still finds its own id after the pause.
      await pause(settleMs)
      if (recall(key)?.startsWith(`${owner} `) !== false) break
    }
    await pause(pollMs)
  }
  try {
    return await work()
  } finally {
    if (recall(key)?.startsWith(`${owner} `)) forget(key)
  }
}

function isFree(key: string): boolean {
  const until = Number(recall(key)?.split(' ')[1] ?? 0)
  return !(until > Date.now())
}

function pause(durationMs: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, durationMs))
}
