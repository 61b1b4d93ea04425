import { useEffect } from 'react'
import { createStore, type Store, useStore } from './store.ts'

/** Events that show that a user is about to use something. */
const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const
let isInUse = false

/** A chunk that no figure needs: loaded when the user starts to use the page, or on demand. */
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

/** The module, or null until it is loaded. The download starts with the first use of the page. */
export function useLazyChunk<Module>({ load, loaded }: LazyChunk<Module>): Module | null {
  useEffect(() => whenInUse(() => void load()), [load])
  return useStore(loaded)
}

/** @returns a function that cancels the task. */
function whenInUse(task: () => void): () => void {
  if (isInUse) {
    task()
    return () => undefined
  }
  const stop = () => {
    for (const sign of signsOfUse) window.removeEventListener(sign, start)
  }
  const start = () => {
    isInUse = true
    stop()
    task()
  }
  for (const sign of signsOfUse) window.addEventListener(sign, start, { passive: true })
  return stop
}
