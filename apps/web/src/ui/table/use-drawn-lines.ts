import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'
import { useIsPrinting } from '../../lib/browser/print.ts'
import type { Line } from './table-model.ts'
import type { Density } from './table-props.ts'

/** Rows beyond this number are drawn only where they are seen. */
const longFrom = 100
/** As the style sheet draws them: see table.module.css. */
const rowHeights: Record<Density, number> = { compact: 28, regular: 34, roomy: 44 }
const groupHeight = 30
/** Drawn above and below what is seen, so that a quick turn of the wheel meets no empty place. */
const overscan = 24

interface DrawnLines {
  isLong: boolean
  /** Those that are drawn. */
  indexes: readonly number[]
  /** Pixels that the lines before and after them would take. */
  above: number
  below: number
  scrollTo: (index: number) => void
}

/** Which lines of a table are drawn: all of a short one, those in view of a long one, and all on paper. */
export function useDrawnLines<Row>(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly Line<Row>[],
  density: Density,
): DrawnLines {
  const isPrinting = useIsPrinting()
  const isLong = lines.length > longFrom && !isPrinting
  // Heights are known beforehand: they are counted anew whenever lines or density give new keys.
  const keyOf = useCallback((index: number) => `${density} ${lines[index]?.key}`, [lines, density])
  const virtualizer = useVirtualizer({
    getItemKey: keyOf,
    count: lines.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: index => (lines[index]?.kind === 'group' ? groupHeight : rowHeights[density]),
    overscan,
    // Header and totals lie over the first and the last line.
    scrollPaddingStart: 32,
    scrollPaddingEnd: 36,
    // Until it is measured: a first drawing without rows would flash.
    initialRect: { width: 0, height: window.innerHeight },
  })
  if (!isLong) {
    return { isLong, indexes: lines.map((_, index) => index), above: 0, below: 0, scrollTo: () => undefined }
  }
  const items = virtualizer.getVirtualItems()
  return {
    isLong,
    indexes: items.map(item => item.index),
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollTo: index => virtualizer.scrollToIndex(index),
  }
}
