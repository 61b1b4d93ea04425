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

/** Bars from the height of zero up and down. What is zero or not known has none. */
export function barPlaces(bars: readonly Bar[], across: BandScale, up: ValueScale): BarPlace[] {
  // Four fifths bar, one fifth gap; what is narrower than a pixel would fade away.
  const width = Math.max(1, Math.min(widest, across.step * 0.8))
  const zeroY = up.y(0)
  return bars.flatMap(({ value }, index) => {
    if (value === null || value === 0) return []
    const y = up.y(value)
    const isNegative = value < 0
    // A small amount is still something: it stays visible.
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
