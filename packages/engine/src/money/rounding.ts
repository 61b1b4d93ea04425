/**
 * Rounds half away from zero at `decimals`, in the decimal the number stands for: 1.005 becomes 1.01 although its binary
 * form lies below. Infinity and NaN stay as they are; -0 becomes 0.
 */
export function roundTo(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value
  const scale = 10 ** decimals
  const shifted = Math.abs(value) * scale
  // The nudge itself is more than half a unit where a whole number of units is beyond 2 ** 51.
  const nudged = Number.isInteger(shifted) ? shifted : Math.round(shifted * (1 + Number.EPSILON))
  return nudged === 0 ? 0 : (Math.sign(value) * nudged) / scale
}

/**
 * Rounds parts so that the printed parts add up to the printed total (largest remainder, Hamilton's method).
 *
 *     units(total) = round(total x 10^decimals); each part is rounded down to whole units,
 *     then the missing units go one by one to the parts with the largest remainders
 *
 * `total` defaults to the sum of the parts. Equal remainders favour the earlier part, so the result is deterministic.
 * A null part stays null and receives no unit, nor does one that is 0, unless all are. If the given total differs from
 * the sum by more units than there are parts, the difference is spread evenly in rounds.
 *
 * @returns the rounded parts in their order; their exact decimal sum is the rounded total.
 */
export function roundParts(
  parts: readonly (number | null)[],
  decimals: number,
  total: number = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0),
): (number | null)[] {
  const scale = 10 ** decimals
  const units = parts.map(part => (part === null ? null : Math.floor(roundTo(part * scale, 6))))
  const isZero = (part: number | null): boolean => part !== null && roundTo(part * scale, 6) === 0
  const areZero = parts.every(part => part === null || isZero(part))
  const ranked = parts
    .map((part, index) => ({
      index,
      remainder:
        part === null || (isZero(part) && !areZero) ? -1 : roundTo(part * scale, 6) - (units[index] ?? 0),
    }))
    .filter(entry => entry.remainder >= 0)
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  let missing =
    Math.round(roundTo(total, decimals) * scale) - units.reduce<number>((sum, unit) => sum + (unit ?? 0), 0)
  const step = Math.sign(missing)
  // A surplus is taken from the smallest remainders first, mirroring how missing units are given.
  const order = step < 0 ? ranked.toReversed() : ranked
  for (let turn = 0; missing !== 0 && order.length > 0; turn += 1, missing -= step) {
    const entry = order[turn % order.length]
    if (entry) units[entry.index] = (units[entry.index] ?? 0) + step
  }
  return units.map(unit => (unit === null ? null : unit === 0 ? 0 : unit / scale))
}

/** Larger differences, as a share of the parts, are not rounding: a part is missing. */
const ROUNDING_SHARE = 1e-9

/** Whether the parts make up the total, which may have received units of rounding itself. */
function makeUp(parts: readonly (number | null)[], total: number | null, decimals: number): total is number {
  if (total === null) return false
  const known = parts.filter(part => part !== null)
  const sum = known.reduce((all, part) => all + part, 0)
  const gross = known.reduce((all, part) => all + Math.abs(part), 0)
  return Math.abs(sum - total) <= 1.51 / 10 ** decimals + gross * ROUNDING_SHARE
}

/**
 * Rounds parts to a displayed total by `roundParts`. Where they do not make up the total, since one is missing, each is
 * rounded on its own.
 */
export function roundToTotal(
  parts: readonly (number | null)[],
  total: number | null,
  decimals: number,
): (number | null)[] {
  if (makeUp(parts, total, decimals)) return roundParts(parts, decimals, total)
  return parts.map(part => (part === null ? null : roundTo(part, decimals)))
}

/**
 * Rounds parts to a displayed total so that they have the digits they have wherever they stand alone.
 *
 *     part = round(part), except the rest = displayed total - the other displayed parts
 *
 * The rest is the last part that is not 0. Where the parts do not make up the total, since one is missing, each is
 * rounded on its own.
 *
 * @returns the rounded parts in their order; their exact decimal sum is the rounded total.
 */
export function roundWithRest(
  parts: readonly (number | null)[],
  total: number | null,
  decimals: number,
): (number | null)[] {
  const rounded = parts.map(part => (part === null ? null : roundTo(part, decimals)))
  if (!makeUp(parts, total, decimals)) return rounded
  const scale = 10 ** decimals
  const units = rounded.map(part => Math.round((part ?? 0) * scale))
  const missing = Math.round(roundTo(total, decimals) * scale) - units.reduce((sum, unit) => sum + unit, 0)
  const rest = parts.findLastIndex(part => part !== null && roundTo(part * scale, 6) !== 0)
  return rounded.map((part, index) => (index === rest ? ((units[index] ?? 0) + missing) / scale : part))
}

/** ISO 4217 currencies whose amounts do not have two decimals. */
const DECIMALS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(code => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(code => [code, 3]),
  ...'CLF UYW'.split(' ').map(code => [code, 4]),
])

/** The decimals in which amounts of a currency are shown: 0 for JPY, 3 for KWD, 2 for most and for unknown codes. */
export function currencyDecimals(currency: string | null): number {
  return DECIMALS[currency ?? ''] ?? 2
}

type Row = readonly (number | null)[]

/**
 * Rounds a table whose cells add up in both directions: rows to their totals, columns to theirs.
 *
 *     each row is rounded to its total by `roundParts`; then single units move within rows, from columns that are too
 *     high to columns that are too low, where they fit best
 *
 * The totals have to be rounded already, and those of the rows and of the columns have to have the same sum: otherwise
 * the rows add up and the columns come as close as they can. Cells that are null or 0 stay.
 *
 * @returns the rounded cells.
 */
export function roundTable(rows: readonly Row[], rowTotals: Row, columnTotals: Row, decimals: number): Row[] {
  const scale = 10 ** decimals
  const toUnits = (value: number | null): number => Math.round((value ?? 0) * scale)
  const cells = rows.map((row, index) => {
    const total = rowTotals[index] ?? null
    return roundParts(row, decimals, total ?? undefined).map(cell => (cell === null ? null : toUnits(cell)))
  })
  const missing = columnTotals.map(
    (total, column) => toUnits(total) - cells.reduce((sum, row) => sum + (row[column] ?? 0), 0),
  )
  // How well a unit fits a cell: by how much it is below its exact value.
  const lack = (row: number, column: number): number =>
    (rows[row]?.[column] ?? 0) * scale - (cells[row]?.[column] ?? 0)
  const findMove = (): { row: number; low: number; high: number } | null => {
    let best: { row: number; low: number; high: number; fit: number } | null = null
    for (const [low, units] of missing.entries())
      for (const [high, others] of missing.entries())
        for (let row = 0; units > 0 && others < 0 && row < rows.length; row += 1) {
          const fit = lack(row, low) - lack(row, high)
          if (rows[row]?.[low] && rows[row]?.[high] && (best === null || fit > best.fit))
            best = { row, low, high, fit }
        }
    return best
  }
  for (let move = findMove(); move !== null; move = findMove()) {
    const row = cells[move.row] ?? []
    row[move.low] = (row[move.low] ?? 0) + 1
    row[move.high] = (row[move.high] ?? 0) - 1
    missing[move.low] = (missing[move.low] ?? 0) - 1
    missing[move.high] = (missing[move.high] ?? 0) + 1
  }
  return cells.map(row => row.map(units => (units === null ? null : units === 0 ? 0 : units / scale)))
}
