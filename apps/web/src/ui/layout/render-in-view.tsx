import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from '../../lib/browser/printing.ts'

/** Rendered slightly before it is visible, so that scrolling rarely shows the placeholder. */
const margin = '100px'

interface RenderInViewProps {
  className?: string | undefined
  /** The reserved height in pixels, so that the page can scroll before the content is rendered. */
  height: number
  children: ReactNode
}

/** Renders its content once it comes into view, and from then on. Prints in full. */
export function RenderInView({ className, height, children }: RenderInViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const [wasSeen, setWasSeen] = useState(!('IntersectionObserver' in window))
  const isShown = useIsPrinting() || wasSeen
  useEffect(() => {
    if (isShown || place.current === null) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasSeen(true)
      },
      { rootMargin: margin },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isShown])
  return isShown ? (
    children
  ) : (
    <div ref={place} aria-busy={true} className={className} style={{ minHeight: height }} />
  )
}
