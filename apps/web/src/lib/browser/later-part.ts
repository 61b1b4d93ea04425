import { useEffect } from 'react'
import { createStore, type Store, useStore } from './store.ts'

/** Idle or not, what comes later is asked for by then. */
const latestMs = 1_500
/** Where the browser does not tell when it is idle. */
const pauseMs = 300

/** Code that the first look does without: it is fetched when the page has a moment, or when it is wanted. */
export interface LaterPart<Module> {
  /** Fetches it now. After a failure the next call tries again. */
  load: () => Promise<void>
  loaded: Store<Module | null>
}

export function laterPart<Module extends object>(fetchCode: () => Promise<Module>): LaterPart<Module> {
  const loaded = createStore<Module | null>(null)
  let loading: Promise<void> | null = null
  const load = () => {
    loading ??= fetchCode().then(loaded.set, () => {
      // What is there goes on without it; a page of an older version is reloaded by whoever watches for that.
      loading = null
    })
    return loading
  }
  return { load, loaded }
}

/** The code, or null while it is not there; whoever is drawn with this has it fetched. */
export function useLater<Module>({ load, loaded }: LaterPart<Module>): Module | null {
  useEffect(() => whenIdle(() => void load()), [load])
  return useStore(loaded)
}

/** @returns what calls it off. */
function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, pauseMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(task, { timeout: latestMs })
  return () => cancelIdleCallback(request)
}
