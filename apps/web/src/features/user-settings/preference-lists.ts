import type { DateFormat } from '../../lib/format/format.ts'

export const dateFormats: readonly DateFormat[] = ['d MMM yyyy', 'MMM d, yyyy', 'dd.MM.yyyy', 'yyyy-MM-dd']
/** An unambiguous example: 13 cannot be a month. */
export const exampleDate = '2026-11-13'

/** The time zones of the browser, plus the chosen one if it is missing. */
export function listTimeZones(chosen: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])].sort()
}

export function pageSizes(chosen: number): string[] {
  return [...new Set([25, 50, 100, 200, chosen])].sort((one, other) => one - other).map(String)
}
