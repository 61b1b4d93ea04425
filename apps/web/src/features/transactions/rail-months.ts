/** An entry of the rail: a month of the open year, or another year. */
export interface RailEntry {
  /** 2026-11 or 2026. */
  key: string
  kind: 'month' | 'year'
  /** The date at which the list opens: the last of the entry, or the first where the oldest come first. */
  date: string
}

interface RailInput {
  first: string
  last: string
  /** The date of the first row, whose year is open. */
  current: string
  isNewestFirst: boolean
}

/** The months of the year in view and the other years of a list, in its order. */
export function railEntries({ first, last, current, isNewestFirst }: RailInput): RailEntry[] {
  const entries: RailEntry[] = []
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year += 1) {
    const key = String(year)
    if (key !== current.slice(0, 4)) {
      entries.push({ key, kind: 'year', date: isNewestFirst ? `${key}-12-31` : `${key}-01-01` })
      continue
    }
    const months = Array.from({ length: 12 }, (_, index) => `${key}-${String(index + 1).padStart(2, '0')}`)
    const shown = months.filter(month => month >= first.slice(0, 7) && month <= last.slice(0, 7))
    entries.push(
      ...shown.map(month => ({
        key: month,
        kind: 'month' as const,
        date: isNewestFirst ? lastOfMonth(month) : `${month}-01`,
      })),
    )
  }
  return isNewestFirst ? entries.reverse() : entries
}

function lastOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
