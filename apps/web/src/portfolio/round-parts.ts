/**
 * Rounds parts so that they add up to the rounded total, by the largest remainder method like the engine:
 * each part is rounded down, and the missing units go to the largest remainders. The web app rounds figures
 * only here and in its formatters.
 *
 * @returns the parts in their order, rounded to `decimals`; null stays null.
 */
export function roundParts(
  parts: readonly (number | null)[],
  total: number,
  decimals = 2,
): (number | null)[] {
  const scale = 10 ** decimals
  // Remove floating-point error, so that 0.1 + 0.2 does not come out one unit short.
  const exact = (value: number) => Number((value * scale).toFixed(4))
  const units = parts.map(part => (part === null ? null : Math.floor(exact(part))))
  const byLoss = parts
    .flatMap((part, index) => (part === null ? [] : [{ index, loss: exact(part) - Math.floor(exact(part)) }]))
    .sort((one, other) => other.loss - one.loss || one.index - other.index)
  const given = units.reduce<number>((sum, unit) => sum + (unit ?? 0), 0)
  let missing = Math.round(exact(total)) - given
  const step = Math.sign(missing)
  const order = step < 0 ? byLoss.toReversed() : byLoss
  for (let turn = 0; missing !== 0 && order.length > 0; turn += 1, missing -= step) {
    const next = order[turn % order.length]
    if (next !== undefined) units[next.index] = (units[next.index] ?? 0) + step
  }
  // Avoid negative zero.
  return units.map(unit => (unit === null ? null : unit === 0 ? 0 : unit / scale))
}
