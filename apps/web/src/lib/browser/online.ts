import { createStore, useStore } from './store.ts'

const probeEveryMs = 5_000
/** A cheap public endpoint: a reply means that the server is reachable. */
const probePath = '/healthz'

const online = createStore(true)
let probing: ReturnType<typeof setTimeout> | undefined

/** Called with the outcome of requests, which is more reliable than `navigator.onLine`. */
export function reportReachable(): void {
  clearTimeout(probing)
  probing = undefined
  online.set(true)
  // The reply may have been in flight when the connection was lost: keep probing while the browser reports
  // being offline.
  if (!navigator.onLine) scheduleProbe()
}

export function reportUnreachable(): void {
  online.set(false)
  scheduleProbe()
}

function scheduleProbe(): void {
  probing ??= setTimeout(probe, probeEveryMs)
}

/** Checks at once whether the server can be reached. */
export async function probe(): Promise<void> {
  clearTimeout(probing)
  probing = undefined
  try {
    await fetch(probePath, { cache: 'no-store' })
    reportReachable()
  } catch {
    reportUnreachable()
  }
}

export function watchConnection(): () => void {
  const back = () => void probe()
  window.addEventListener('online', back)
  window.addEventListener('offline', reportUnreachable)
  if (!navigator.onLine) reportUnreachable()
  return () => {
    window.removeEventListener('online', back)
    window.removeEventListener('offline', reportUnreachable)
    clearTimeout(probing)
    probing = undefined
  }
}

export const isOnline = online.get
export const subscribeToOnline = online.subscribe

export function useOnline(): boolean {
  return useStore(online)
}
