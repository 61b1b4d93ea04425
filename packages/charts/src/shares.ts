export interface Share {
  index: number
  x: number
  width: number
  /** Negative, such as a debt: its width is that of its magnitude, and it is drawn differently. */
  isNegative: boolean
}

/**
 * Lays parts side by side in proportion to their magnitudes, with a gap between them, over the given width. Zero takes
 * no width; a part too small to be seen is `least` wide.
 */
export function shareBar(
  values: readonly (number | null)[],
  width: number,
  { gap = 2, least = 2 }: { gap?: number; least?: number } = {},
): Share[] {
  const parts = values.flatMap((value, index) => (value === null || value === 0 ? [] : [{ value, index }]))
  const amount = parts.reduce((sum, { value }) => sum + Math.abs(value), 0)
  const room = Math.max(0, width - gap * Math.max(0, parts.length - 1))
  const wanted = parts.map(({ value }) => Math.max(least, (Math.abs(value) / amount) * room))
  // All parts shrink to compensate the minimum widths, so that the bar keeps its total width.
  const squeeze = room / wanted.reduce((sum, part) => sum + part, 0)
  let x = 0
  return parts.map(({ value, index }, place) => {
    const part = (wanted[place] ?? 0) * squeeze
    const share = { index, x, width: part, isNegative: value < 0 }
    x += part + gap
    return share
  })
}
