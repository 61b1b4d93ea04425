import { findFirstIndex } from './time-scale.ts'

/** The index of the nearest value in an ascending list; the earlier one if two are equally near. */
export function nearestIndex(values: readonly number[], wanted: number): number {
  const after = findFirstIndex(values.length, place => (values[place] ?? 0) >= wanted)
  if (after === 0) return 0
  if (after === values.length) return values.length - 1
  const before = values[after - 1] ?? 0
  return wanted - before <= (values[after] ?? 0) - wanted ? after - 1 : after
}
