import { forget, recall, remember } from '../browser/storage.ts'

const leaseMs = 10_000
const settleMs = 40
const pollMs = 80

/**
 * Runs work that only one tab of this browser may do at a time. Web Locks do this properly but exist only
 * on pages served over TLS or from this machine; elsewhere a short lease in the shared storage stands in.
 * A lease that was never given back (its tab was closed) runs out by itself.
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
      // Two tabs may have found it free at once. The one that wrote last finds its own name later on.
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
