type Pair = readonly [from: number, to: number]

/**
 * From one range to another in proportion, beyond their ends too. d3-scale does the same with 10 KB of
 * colours, dates and number formats behind it; a test holds this to it.
 */
export function linear([from, to]: Pair, [start, end]: Pair): (value: number) => number {
  const span = to - from
  // A range without length has one point, which is put in the middle.
  if (span === 0) return () => (start + end) / 2
  return value => start + ((value - from) / span) * (end - start)
}
