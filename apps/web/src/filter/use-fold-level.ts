import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** What gives way in a narrow bar, in this order. Each step includes those before it. */
export const foldSteps = ['none', 'periods', 'unused', 'values', 'template', 'all'] as const
const lastLevel = foldSteps.length - 1

/**
 * The number of folding steps that a bar needs so that nothing overflows. A change of its width or content starts over
 * with everything unfolded; the browser paints only the result. A bar that scrolls, as on phones, does not fold.
 */
export function useFoldLevel(bar: RefObject<HTMLElement | null>, content: string, canFold: boolean): number {
  // A new object makes the bar measure again, even at the same level.
  const [fold, setFold] = useState({ level: 0 })
  const { level } = fold
  const width = useRef(0)
  const [measuredContent, setMeasuredContent] = useState(content)
  if (measuredContent !== content) {
    setMeasuredContent(content)
    setFold({ level: 0 })
  }
  useLayoutEffect(() => {
    const element = bar.current
    if (!canFold || element === null) return
    // What was measured here needs no second measurement from the observer below.
    width.current = element.clientWidth
    if (fold.level < lastLevel && element.scrollWidth > width.current) setFold({ level: fold.level + 1 })
    // Not on other renders: reading a width lays out the whole page.
  }, [bar, fold, canFold])
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return
    const start = () => flushSync(() => setFold({ level: 0 }))
    const sizes = new ResizeObserver(() => {
      if (width.current === element.clientWidth) return
      width.current = element.clientWidth
      start()
    })
    sizes.observe(element)
    // Labels are wider or narrower in the font that loads late.
    document.fonts?.addEventListener('loadingdone', start)
    return () => {
      sizes.disconnect()
      document.fonts?.removeEventListener('loadingdone', start)
    }
  }, [bar])
  return level
}
