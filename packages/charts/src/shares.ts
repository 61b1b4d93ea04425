export interface Share {
  index: number
  x: number
  width: number
  /** Less than zero, such as a debt: its width is that of its amount, and it should look different. */
  isNegative: boolean
}

/**
 * Parts side by side in proportion to their amounts, with a gap between them, over the given width. Parts
 * of nothing take no room; a part too small to be seen is drawn `least` wide.
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
  // What the smallest were given beyond their share is taken from all, so that the bar stays in its width.
  const squeeze = room / wanted.reduce((sum, part) => sum + part, 0)
  let x = 0
  return parts.map(({ value, index }, place) => {
    const part = (wanted[place] ?? 0) * squeeze
    const share = { index, x, width: part, isNegative: value < 0 }
    x += part + gap
    return share
  })
}
