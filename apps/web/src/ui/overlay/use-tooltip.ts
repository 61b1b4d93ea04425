import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { popups } from './popups.ts'

/** So long the pointer rests on something before it is explained. */
const restMs = 400
/** So long it may take from the element to the words about it. */
const crossMs = 100

type Shown = { stage: 'none' } | { stage: 'open' | 'closing'; anchor: Element }

/** When a tooltip shows: under a resting pointer, and at once under the focus of a keyboard. */
export function useTooltip() {
  const [shown, setShown] = useState<Shown>({ stage: 'none' })
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const after = (ms: number, act: () => void) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(act, ms)
  }
  const open = (anchor: Element) => {
    clearTimeout(timer.current)
    setShown({ stage: 'open', anchor })
  }
  const close = () => {
    clearTimeout(timer.current)
    setShown(now => (now.stage === 'open' ? { ...now, stage: 'closing' } : now))
  }
  const leave = () => after(crossMs, close)
  return {
    handlers: {
      onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => {
        void popups.load()
        // A finger presses, it does not point.
        if (pointerType !== 'touch') after(restMs, () => open(currentTarget))
      },
      onPointerLeave: leave,
      onPointerDown: close,
      onFocus: ({ currentTarget }: FocusEvent) => {
        void popups.load()
        if (currentTarget.matches(':focus-visible')) open(currentTarget)
      },
      onBlur: close,
    },
    shown:
      shown.stage === 'none'
        ? null
        : {
            anchor: shown.anchor,
            isOpen: shown.stage === 'open',
            onClose: close,
            onClosed: () => setShown(now => (now.stage === 'closing' ? { stage: 'none' } : now)),
            onPointerEnter: () => clearTimeout(timer.current),
            onPointerLeave: leave,
          },
  }
}
