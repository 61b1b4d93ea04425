import { useEffect } from 'react'
import { createStore, type Store, useStore } from './store.ts'

/** The latest start of the download, even when the browser is never idle. */
const idleTimeoutMs = 1_500
/** The delay in browsers without `requestIdleCallback`. */
const fallbackDelayMs = 300

/** A chunk that the first paint does not need: loaded when the browser is idle, or on demand. */
export interface LazyChunk<Module> {
  /** Loads the chunk now. After a failure the next call tries again. */
  load: () => Promise<void>
  loaded: Store<Module | null>
}

export function lazyChunk<Module extends object>(fetchCode: () => Promise<Module>): LazyChunk<Module> {
  const loaded = createStore<Module | null>(null)
  let loading: Promise<void> | null = null
  const load = () => {
    loading ??= fetchCode().then(loaded.set, () => {
      // The page works without the chunk. `reload-once.ts` reloads pages of an outdated version.
      loading = null
    })
    return loading
  }
  return { load, loaded }
}

/** The module, or null until it is loaded. Schedules the download on mount. */
export function useLazyChunk<Module>({ load, loaded }: LazyChunk<Module>): Module | null {
  useEffect(() => whenIdle(() => void load()), [load])
  return useStore(loaded)
}

/** @returns a function that cancels the task. */
function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, fallbackDelayMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(task, { timeout: idleTimeoutMs })
  return () => cancelIdleCallback(request)
}
