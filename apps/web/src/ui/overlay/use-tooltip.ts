import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { popups } from './popup/popups.ts'

/** How long the pointer rests before the tooltip opens. */
const restMs = 400
/** How long the pointer may take from the element to its tooltip. */
const crossMs = 100

type Shown = { stage: 'none' } | { stage: 'open' | 'closing'; anchor: Element }

/** The open state of a tooltip: on hover after a delay, on keyboard focus immediately. */
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
        // Touch has no hover.
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
