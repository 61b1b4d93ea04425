import type { Cadence } from '@plumbline/contract'
import { addMonths, type Day, dayFromParts, type Period, partsOf, weekdayOf } from '@plumbline/engine'

const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 } as const

/** The first day of the stretch that `day` lies in: its week from Monday on, its month, quarter or year. */
function begin(cadence: Cadence, day: Day): Day {
  if (cadence === 'daily') return day
  if (cadence === 'weekly') return day - weekdayOf(day) + 1
  const { year, month } = partsOf(day)
  const months = monthsOf[cadence]
  return dayFromParts(year, month - ((month - 1) % months), 1)
}

/** The last stretch that is over on `today`. */
export function lastComplete(cadence: Cadence, today: Day): Period {
  const to = begin(cadence, today) - 1
  return { from: begin(cadence, to), to }
}

/** The day after the stretch that `today` lies in: when the next one is over. */
export function nextDue(cadence: Cadence, today: Day): Day {
  if (cadence === 'daily') return today + 1
  if (cadence === 'weekly') return begin(cadence, today) + 7
  return addMonths(begin(cadence, today), monthsOf[cadence])
}
