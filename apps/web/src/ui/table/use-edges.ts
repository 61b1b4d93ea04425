import { type RefObject, useEffect } from 'react'

/** Marks the sides with hidden content, so that sticky columns cast a shadow only there. */
export function useEdges(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const mark = () => {
      const left = element.scrollLeft
      const right = element.scrollWidth - element.clientWidth - left
      element.toggleAttribute('data-under-start', left > 1)
      element.toggleAttribute('data-under-end', right > 1)
    }
    mark()
    const resizing = new ResizeObserver(mark)
    resizing.observe(element)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      resizing.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [scroller])
}
