import type { DateFormat } from '../../lib/format/format.ts'

export const dateFormats: readonly DateFormat[] = ['d MMM yyyy', 'MMM d, yyyy', 'dd.MM.yyyy', 'yyyy-MM-dd']
/** A day that tells the formats apart: it is no month. */
export const exampleDate = '2026-11-13'

/** Every zone the browser knows, and the chosen one where it goes by another name. */
export function timeZonesWith(chosen: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])].sort()
}

export function pageSizes(chosen: number): string[] {
  return [...new Set([25, 50, 100, 200, chosen])].sort((one, other) => one - other).map(String)
}
