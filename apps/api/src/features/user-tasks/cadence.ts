import type { Cadence } from '@plumbline/contract'
import { addMonths, type Day, dateParts, dayFromParts, isoWeekday, type Period } from '@plumbline/engine'

const monthsPer = { monthly: 1, quarterly: 3, yearly: 12 } as const

/** The first day of the week (from Monday), month, quarter or year of `day`. */
function startOfPeriod(cadence: Cadence, day: Day): Day {
  if (cadence === 'daily') return day
  if (cadence === 'weekly') return day - isoWeekday(day) + 1
  const { year, month } = dateParts(day)
  const months = monthsPer[cadence]
  return dayFromParts(year, month - ((month - 1) % months), 1)
}

/** The last period that ended before `today`. */
export function lastComplete(cadence: Cadence, today: Day): Period {
  const to = startOfPeriod(cadence, today) - 1
  return { from: startOfPeriod(cadence, to), to }
}

/** The day after the current period ends. */
export function nextDue(cadence: Cadence, today: Day): Day {
  if (cadence === 'daily') return today + 1
  if (cadence === 'weekly') return startOfPeriod(cadence, today) + 7
  return addMonths(startOfPeriod(cadence, today), monthsPer[cadence])
}
