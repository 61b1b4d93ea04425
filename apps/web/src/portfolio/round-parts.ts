/**
 * Rounds parts for printing so that they add up to the printed total (largest remainder, as the engine
 * rounds the parts of an answer): each is rounded down, and the units that are missing go to those that
 * lost most. The web rounds no figure otherwise than by this and by its formatters.
 *
 * @returns the parts in their order, in whole units of `decimals`; what is null stays null.
 */
export function roundParts(
  parts: readonly (number | null)[],
  total: number,
  decimals = 2,
): (number | null)[] {
  const scale = 10 ** decimals
  // Sums of doubles carry dust in their last digits: 0.1 + 0.2 is not to be one unit short.
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
  // Less than nothing by nothing is nothing.
  return units.map(unit => (unit === null ? null : unit === 0 ? 0 : unit / scale))
}
