const dayMs = 86_400_000

/**
 * Whole business days (Monday to Friday) after a day and before another. Bank holidays differ by country and count as
 * business days.
 */
export function businessDaysBetween(from: Date, to: Date): number {
  let count = 0
  for (let day = startOfDay(from) + dayMs; day < startOfDay(to); day += dayMs) {
    const weekday = new Date(day).getUTCDay()
    if (weekday !== 0 && weekday !== 6) count += 1
  }
  return count
}

/** Whether a feed that delivered last at `last` has been silent for so many business days. */
export function isQuiet(last: Date, afterDays: number, now: Date): boolean {
  return businessDaysBetween(last, now) >= afterDays
}

function startOfDay(moment: Date): number {
  return Math.floor(moment.getTime() / dayMs) * dayMs
}
