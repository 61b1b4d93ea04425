import { createStore, useStore } from './store.ts'

const probeEveryMs = 5_000
/** Answers without a sign-in and without work: that it does tells that the server is there. */
const probePath = '/healthz'

const online = createStore(true)
let probing: ReturnType<typeof setTimeout> | undefined

/** Called by whoever talks to the server: what a call finds out is more reliable than the browser's guess. */
export function noteReachable(): void {
  clearTimeout(probing)
  probing = undefined
  online.set(true)
  // This may have been on its way when the connection went, and be the last that is heard: as long as the browser
  // takes itself for offline, the server is asked again.
  if (!navigator.onLine) probeLater()
}

export function noteUnreachable(): void {
  online.set(false)
  probeLater()
}

function probeLater(): void {
  probing ??= setTimeout(probe, probeEveryMs)
}

async function probe(): Promise<void> {
  clearTimeout(probing)
  probing = undefined
  try {
    await fetch(probePath, { cache: 'no-store' })
    noteReachable()
  } catch {
    noteUnreachable()
  }
}

export function watchConnection(): () => void {
  const back = () => void probe()
  window.addEventListener('online', back)
  window.addEventListener('offline', noteUnreachable)
  if (!navigator.onLine) noteUnreachable()
  return () => {
    window.removeEventListener('online', back)
    window.removeEventListener('offline', noteUnreachable)
    clearTimeout(probing)
    probing = undefined
  }
}

export const isOnline = online.get
export const subscribeToOnline = online.subscribe

export function useOnline(): boolean {
  return useStore(online)
}
