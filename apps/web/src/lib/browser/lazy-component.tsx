import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from './reload-once.ts'

type Loading<Props> =
  | { stage: 'waiting' }
  | { stage: 'loaded'; Component: ComponentType<Props> }
  | { stage: 'failed'; error: unknown }

/**
 * A component that is loaded when first rendered. Unlike React's `lazy`, which caches a failed load, it loads
 * again after 'Try again'. `Placeholder` reserves its space until then.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType = Nothing,
) {
  let loading: Loading<Props> = { stage: 'waiting' }
  return function LazyComponent(props: Props) {
    const [state, setState] = useState(loading)
    useEffect(() => {
      if (loading.stage === 'loaded') return
      let isDrawn = true
      loadChunk(load).then(
        Component => {
          loading = { stage: 'loaded', Component }
          if (isDrawn) setState(loading)
        },
        (error: unknown) => isDrawn && setState({ stage: 'failed', error }),
      )
      return () => {
        isDrawn = false
      }
    }, [])
    if (state.stage === 'failed') throw state.error
    return state.stage === 'loaded' ? <state.Component {...props} /> : <Placeholder />
  }
}

function Nothing() {
  return null
}
