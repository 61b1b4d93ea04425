import type { Day } from '@plumbline/engine'

/** The number of days up to one of them: few come after it, so the search begins at the end. */
export function countUntil(days: Int32Array, last: Day): number {
  let count = days.length
  while (count > 0 && (days[count - 1] as number) > last) count -= 1
  return count
}
