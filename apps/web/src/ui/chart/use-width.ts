import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useIsPrinting } from '../../lib/browser/printing.ts'

/** Used until measured, and where layout is unavailable. */
const assumedWidth = 640
/** A card on A4: elements are not measured again for print layout. */
const paperWidth = 668

/** The width of an element, updated when it resizes. */
export function useWidth<E extends HTMLElement>(): [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(assumedWidth)
  const isPrinting = useIsPrinting()
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isPrinting ? Math.min(width, paperWidth) : width]
}
