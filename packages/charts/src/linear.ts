type Pair = readonly [from: number, to: number]

/**
 * Maps one range to another linearly, also beyond their ends. d3-scale does the same but brings 10 KB of colors, dates
 * and number formats; a test compares both.
 */
export function linear([from, to]: Pair, [start, end]: Pair): (value: number) => number {
  const span = to - from
  // A range of length zero maps to the middle.
  if (span === 0) return () => (start + end) / 2
  return value => start + ((value - from) / span) * (end - start)
}
