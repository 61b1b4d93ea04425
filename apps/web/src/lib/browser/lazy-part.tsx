import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from './reload-once.ts'

type Loading<Props> =
  | { stage: 'waiting' }
  | { stage: 'loaded'; Component: ComponentType<Props> }
  | { stage: 'failed'; error: unknown }

/**
 * A component whose code is loaded when it is first drawn. React's own `lazy` remembers a failed load for
 * ever; this one is loaded anew after 'Try again'. What stands in for it until then keeps its room.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Nothing,
) {
  let loading: Loading<Props> = { stage: 'waiting' }
  return function Part(props: Props) {
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
    return state.stage === 'loaded' ? <state.Component {...props} /> : <Waiting />
  }
}

function Nothing() {
  return null
}
