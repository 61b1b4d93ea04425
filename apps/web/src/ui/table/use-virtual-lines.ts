import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'
import { useIsPrinting } from '../../lib/browser/printing.ts'
import type { Line } from './table-model.ts'
import type { Density } from './table-props.ts'

/** Longer tables are virtualised. */
const virtualFrom = 100
/** Must match table.module.css. */
const rowHeights: Record<Density, number> = { compact: 28, regular: 34, roomy: 44 }
const groupHeight = 30
/** Lines rendered beyond the visible area, so that fast scrolling shows no gaps. */
const overscan = 24

interface VirtualLines {
  isLong: boolean
  /** The indexes of the rendered lines. */
  indexes: readonly number[]
  /** The height in pixels of the lines before and after them. */
  above: number
  below: number
  scrollTo: (index: number) => void
}

/** The rendered lines of a table: all of a short one, the visible ones of a long one, and all in print. */
export function useVirtualLines<Row>(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly Line<Row>[],
  density: Density,
): VirtualLines {
  const isPrinting = useIsPrinting()
  const isLong = lines.length > virtualFrom && !isPrinting
  // Heights are fixed; new keys make the virtualiser recompute them.
  const lineKey = useCallback((index: number) => `${density} ${lines[index]?.key}`, [lines, density])
  const virtualizer = useVirtualizer({
    getItemKey: lineKey,
    count: lines.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: index => (lines[index]?.kind === 'group' ? groupHeight : rowHeights[density]),
    overscan,
    // Header and totals overlap the first and last line.
    scrollPaddingStart: 32,
    scrollPaddingEnd: 36,
    // The height before measuring: a first render without rows would flicker.
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
