import { firstIndex } from './time-scale.ts'

/** The place of the value nearest to the wanted one, of values in rising order; the earlier where two are as near. */
export function nearestIndex(values: readonly number[], wanted: number): number {
  const after = firstIndex(values.length, place => (values[place] ?? 0) >= wanted)
  if (after === 0) return 0
  if (after === values.length) return values.length - 1
  const before = values[after - 1] ?? 0
  return wanted - before <= (values[after] ?? 0) - wanted ? after - 1 : after
}
