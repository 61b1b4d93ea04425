/**
 * Selects the points of a series to draw when it has too many: the first, the last, and the lowest and highest of every
 * bucket in between, in their order. No peak or trough is lost, so the chart keeps the outline of the whole series.
 *
 * @param points how many to keep, at least 2, which are the first and the last; a shorter series is kept whole.
 * @returns ascending indexes, at most `points` of them.
 */
export function decimate(values: Float64Array | readonly number[], points: number): Int32Array {
  const count = values.length
  const wanted = Math.max(2, Math.floor(points))
  if (count <= wanted) return Int32Array.from({ length: count }, (_, index) => index)
  const buckets = Math.floor((wanted - 2) / 2)
  const kept: number[] = [0]
  const inner = count - 2
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = 1 + Math.floor((bucket * inner) / buckets)
    const to = 1 + Math.floor(((bucket + 1) * inner) / buckets)
    let low = from
    let high = from
    for (let index = from; index < to; index += 1) {
      if ((values[index] ?? 0) < (values[low] ?? 0)) low = index
      if ((values[index] ?? 0) > (values[high] ?? 0)) high = index
    }
    kept.push(Math.min(low, high))
    if (low !== high) kept.push(Math.max(low, high))
  }
  kept.push(count - 1)
  return Int32Array.from(kept)
}
