import { nearestIndex } from '@plumbline/charts'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** The first and last stop, both included, in ascending order. */
export interface Range {
  from: number
  to: number
}

interface CursorState {
  /** The stop under the crosshair, or null. */
  at: number | null
  /** The start of an unfinished selection. */
  anchor: number | null
  /** The finished selection, whose actions are open. */
  chosen: Range | null
}

interface CursorOptions {
  /** The x of each stop, relative to the element that receives pointer events. */
  xs: readonly number[]
  /** Whether ranges can be selected. */
  canSelect: boolean
}

const resting: CursorState = { at: null, anchor: null, chosen: null }
const pageOfStops = 10
/** A shorter drag counts as a click. */
const leastDragPx = 6

/**
 * The crosshair and range selection of a chart, by pointer, touch and keyboard. Dragging selects with a mouse
 * and moves the crosshair on touch screens.
 */
export function useCursor({ xs, canSelect }: CursorOptions) {
  const [kept, setKept] = useState({ xs, state: resting })
  // New data has other stops, so the old state is discarded.
  const state = kept.xs === xs ? kept.state : resting
  const setState = (next: CursorState | ((current: CursorState) => CursorState)) =>
    setKept(before => {
      const current = before.xs === xs ? before.state : resting
      const changed = typeof next === 'function' ? next(current) : next
      return changed === current && before.xs === xs ? before : { xs, state: changed }
    })

  const last = xs.length - 1
  const indexAt = (event: PointerEvent<HTMLElement>) =>
    nearestIndex(xs, event.clientX - event.currentTarget.getBoundingClientRect().left)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const at = indexAt(event)
    const isTouch = event.pointerType === 'touch'
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setState({ at, anchor: canSelect && !isTouch ? at : null, chosen: null })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const at = indexAt(event)
    setState(current => (current.at === at ? current : { ...current, at }))
  }
  const onPointerUp = () => {
    setState(current => {
      const range = toRange(current)
      const isDrag = range !== null && Math.abs((xs[range.to] ?? 0) - (xs[range.from] ?? 0)) >= leastDragPx
      // A click selects one day.
      const day = current.at === null ? null : { from: current.at, to: current.at }
      return { ...current, anchor: null, chosen: range === null ? null : isDrag ? range : day }
    })
  }
  const onPointerLeave = (event: PointerEvent<HTMLElement>) => {
    // Lifting a finger is not leaving: the crosshair stays readable.
    if (event.pointerType === 'touch') return
    setState(current => (current.anchor === null ? { ...current, at: null } : current))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = state.at ?? last
    const moves: Record<string, number> = {
      ArrowLeft: state.at === null ? last : at - 1,
      ArrowRight: state.at === null ? last : at + 1,
      PageUp: at - pageOfStops,
      PageDown: at + pageOfStops,
      Home: 0,
      End: last,
    }
    const target = moves[event.key]
    if (target !== undefined) {
      const next = Math.max(0, Math.min(last, target))
      setState({ at: next, anchor: canSelect && event.shiftKey ? (state.anchor ?? at) : null, chosen: null })
    } else if (event.key === 'Enter' && canSelect) {
      setState({ at, anchor: null, chosen: toRange({ ...state, at, anchor: state.anchor ?? at }) })
    } else if (event.key === 'Escape' && (state.anchor !== null || state.chosen !== null)) {
      setState({ at, anchor: null, chosen: null })
    } else return
    event.preventDefault()
  }

  return {
    at: state.at,
    range: state.chosen ?? toRange(state),
    chosen: state.chosen,
    clear: () => setState(current => ({ ...current, anchor: null, chosen: null })),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerLeave,
      onPointerCancel: onPointerLeave,
      onKeyDown,
      onFocus: (event: { currentTarget: HTMLElement }) => {
        if (event.currentTarget.matches(':focus-visible'))
          setState(current => ({ ...current, at: current.at ?? last }))
      },
      onBlur: () => setState(current => ({ ...current, at: null, anchor: null })),
    },
  }
}

function toRange({ at, anchor }: Pick<CursorState, 'at' | 'anchor'>): Range | null {
  if (at === null || anchor === null) return null
  return { from: Math.min(at, anchor), to: Math.max(at, anchor) }
}
