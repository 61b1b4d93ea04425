import type { Bar } from './fold.ts'
import type { BandScale } from './time-scale.ts'
import type { ValueScale } from './value-scale.ts'

export interface BarPlace {
  index: number
  x: number
  y: number
  width: number
  height: number
  isNegative: boolean
}

const widest = 26

/** Places bars above and below the zero line. Zero and missing values have no bar. */
export function placeBars(bars: readonly Bar[], across: BandScale, up: ValueScale): BarPlace[] {
  // Four fifths bar, one fifth gap; a bar below one pixel would fade.
  const width = Math.max(1, Math.min(widest, across.step * 0.8))
  const zeroY = up.y(0)
  return bars.flatMap(({ value }, index) => {
    if (value === null || value === 0) return []
    const y = up.y(value)
    const isNegative = value < 0
    // Small amounts stay visible.
    const height = Math.max(1, Math.abs(y - zeroY))
    return [
      {
        index,
        x: across.centre(index) - width / 2,
        y: isNegative ? zeroY : zeroY - height,
        width,
        height,
        isNegative,
      },
    ]
  })
}
