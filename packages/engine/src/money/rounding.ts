/**
 * Rounds half away from zero at `decimals`, in the decimal the number stands for: 1.005 becomes 1.01 although its binary
 * form lies below. Infinity and NaN stay as they are; -0 becomes 0.
 */
export function roundTo(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value
  const scale = 10 ** decimals
  const shifted = Math.abs(value) * scale
  const nudged = Math.round(shifted * (1 + Number.EPSILON))
  return nudged === 0 ? 0 : (Math.sign(value) * nudged) / scale
}

/**
 * Rounds parts so that the printed parts add up to the printed total (largest remainder, Hamilton's method).
 *
 *     units(total) = round(total x 10^decimals); each part is rounded down to whole units,
 *     then the missing units go one by one to the parts with the largest remainders
 *
 * `total` defaults to the sum of the parts. Equal remainders favour the earlier part, so the result is deterministic.
 * A null part stays null and receives no unit. If the given total differs from the sum by more units than there are
 * parts, the difference is spread evenly in rounds.
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
  const ranked = parts
    .map((part, index) => ({
      index,
      remainder: part === null ? -1 : roundTo(part * scale, 6) - (units[index] ?? 0),
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
