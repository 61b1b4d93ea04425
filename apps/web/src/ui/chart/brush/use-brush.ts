import {
  type Day,
  drawWindow,
  moveWindow,
  type Span,
  type WindowLimits,
  type WindowPart,
} from '@plumbline/charts'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

interface BrushOptions {
  window: Span
  limits: WindowLimits
  dayAt: (x: number) => Day
  onChange: (window: Span) => void
}

interface Grip {
  part: WindowPart | 'new'
  /** The day under the pointer and the window at the start of the drag. */
  day: Day
  window: Span
}

/** The delay after the last key press, to avoid a request per step. */
const settleMs = 450
const keySteps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -30,
  PageUp: 30,
}

/** Moves a window by pointer and keyboard, with an immediate preview. Reports the change on release. */
export function useBrush({ window: given, limits, dayAt, onChange }: BrushOptions) {
  const [kept, setKept] = useState<{ given: Span; moved: Span } | null>(null)
  const grip = useRef<Grip | null>(null)
  const settling = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  // A new window from outside discards the preview.
  const moved = kept !== null && isSame(kept.given, given) ? kept.moved : null
  const setMoved = (next: Span | null) => setKept(next === null ? null : { given, moved: next })
  const shown = moved ?? given
  useEffect(() => () => clearTimeout(settling.current), [])

  function settle(next: Span): void {
    clearTimeout(settling.current)
    if (isSame(next, given)) setMoved(null)
    else onChange(next)
  }

  const dayUnder = (event: PointerEvent<HTMLElement>) => {
    const track = event.currentTarget.parentElement ?? event.currentTarget
    return dayAt(event.clientX - track.getBoundingClientRect().left)
  }

  function pointerHandlers(part: Grip['part']) {
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        grip.current = { part, day: dayUnder(event), window: shown }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = grip.current
        if (held === null) return
        const day = dayUnder(event)
        setMoved(
          held.part === 'new'
            ? drawWindow(held.day, day, limits)
            : moveWindow(held.window, held.part, day - held.day, limits),
        )
      },
      onPointerUp: () => {
        const held = grip.current
        grip.current = null
        if (held !== null && moved !== null) settle(moved)
      },
      onPointerCancel: () => {
        grip.current = null
        setMoved(null)
      },
    }
  }

  function onKeyDown(part: WindowPart, event: KeyboardEvent<HTMLElement>): void {
    const far = limits.last - limits.first
    const steps: Record<string, number> = { ...keySteps, Home: -far, End: far }
    const by = steps[event.key]
    if (event.key === 'Enter') settle(shown)
    else if (event.key === 'Escape' && moved !== null) {
      clearTimeout(settling.current)
      setMoved(null)
    } else if (by !== undefined) {
      const next = moveWindow(shown, part, by * (event.shiftKey ? 7 : 1), limits)
      setMoved(next)
      clearTimeout(settling.current)
      settling.current = setTimeout(() => settle(next), settleMs)
    } else return
    event.preventDefault()
  }

  return {
    window: shown,
    gripHandlers: (part: WindowPart) => ({
      ...pointerHandlers(part),
      ...(part !== 'whole' && {
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(part, event),
      }),
    }),
    /** Outside the window: a drag draws a new one. */
    surfaceHandlers: pointerHandlers('new'),
  }
}

function isSame(one: Span, other: Span): boolean {
  return one.from === other.from && one.to === other.to
}
