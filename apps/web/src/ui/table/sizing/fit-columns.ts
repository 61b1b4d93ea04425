/** What the fitting knows about a column. Widths are in pixels and include the padding of the cells. */
export interface ColumnNeed {
  id: string
  /** The width of the widest cell, header and total included. */
  natural: number
  /** Text may be truncated down to this width; absent, the column is never narrower than its content. */
  shrinksTo?: number | undefined
  /** Text grows up to this width, by default that of names. */
  growsTo?: number | undefined
  /** Columns leave in descending order of this number; absent or 0, the column always stays. */
  priority?: number | undefined
  /** The width set by the user. */
  chosen?: number | undefined
}

export interface FittedColumns {
  /** By column id, without the hidden ones. */
  widths: Readonly<Record<string, number>>
  /** The ids of columns that have no room. */
  hidden: readonly string[]
}

/** Text stops growing here, so that a wide window does not separate a name from its figures. */
const maxTextWidth = 320

/**
 * Fits columns into a width. Figures keep the width of their content. Text gives way first, then columns leave by
 * priority. Spare width is shared by all columns. Columns that must stay may exceed the width, and the table scrolls.
 */
export function fitColumns(needs: readonly ColumnNeed[], available: number): FittedColumns {
  const kept = keepByPriority(needs, available)
  const widths = new Map(kept.map(need => [need.id, getMinimum(need)]))
  const isText = ({ shrinksTo, chosen }: ColumnNeed) => shrinksTo !== undefined && chosen === undefined
  const measureSpare = () => available - sum([...widths.values()])
  // Text first gets back what it gave, the first column before the others.
  for (const need of kept.filter(isText)) {
    const wanted = getWanted(need) - (widths.get(need.id) ?? 0)
    const given = Math.max(0, Math.min(wanted, measureSpare()))
    widths.set(need.id, (widths.get(need.id) ?? 0) + given)
  }
  shareEqually(kept, widths, measureSpare())
  return {
    widths: Object.fromEntries(widths),
    hidden: needs.filter(({ id }) => !widths.has(id)).map(({ id }) => id),
  }
}

function getWanted({ natural, shrinksTo, growsTo = maxTextWidth }: ColumnNeed): number {
  return shrinksTo === undefined ? natural : Math.min(natural, growsTo)
}

function getMinimum(need: ColumnNeed): number {
  const { natural, shrinksTo, chosen } = need
  if (chosen !== undefined) return shrinksTo === undefined ? Math.max(natural, chosen) : chosen
  return shrinksTo === undefined ? natural : Math.min(natural, shrinksTo)
}

function keepByPriority(needs: readonly ColumnNeed[], available: number): readonly ColumnNeed[] {
  let kept = needs
  while (sum(kept.map(getMinimum)) > available) {
    const lowest = Math.max(...kept.map(({ priority = 0 }) => priority))
    if (lowest === 0) return kept
    const leaving = kept.findLastIndex(({ priority = 0 }) => priority === lowest)
    kept = kept.filter((_, index) => index !== leaving)
  }
  return kept
}

/** Shares the spare width equally; a text column takes no more than its maximum and leaves the rest to the others. */
function shareEqually(kept: readonly ColumnNeed[], widths: Map<string, number>, spare: number): void {
  if (spare <= 0 || kept.length === 0) return
  const isCapped = ({ id, shrinksTo, growsTo = maxTextWidth, chosen }: ColumnNeed, share: number) =>
    chosen !== undefined || (shrinksTo !== undefined && (widths.get(id) ?? 0) + share > growsTo)
  let growing = kept
  let share = spare / growing.length
  for (;;) {
    const still = growing.filter(need => !isCapped(need, share))
    if (still.length === growing.length) break
    growing = still
    if (growing.length === 0) {
      // Only text and chosen widths: the last column takes the rest.
      growing = kept.slice(-1)
      share = spare
      break
    }
    share = spare / growing.length
  }
  for (const { id } of growing) widths.set(id, (widths.get(id) ?? 0) + share)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
