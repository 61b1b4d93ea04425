import { type Num, ZERO } from '../market.ts'
import type { LeftGain, Lot, ReferencePosition } from '../position.ts'

const add = (a: Num, b: Num): Num => a.add(b)
const totalUnits = (lots: readonly Lot[]): Num => lots.map(lot => lot.units).reduce(add, ZERO)

/** A share of the gains that move with a lot. */
export function gainsOf({ gain = ZERO, left = [] }: Pick<Lot, 'gain' | 'left'>, share: Num) {
  return { gain: gain.mul(share), left: left.map(entry => ({ ...entry, gain: entry.gain.mul(share) })) }
}

/** The gains of all lots together, as a pool has them. */
export function pooledGains(lots: readonly Lot[]): { gain: Num; left: LeftGain[] } {
  return {
    gain: lots.map(lot => lot.gain ?? ZERO).reduce(add, ZERO),
    left: lots.flatMap(lot => lot.left ?? []),
  }
}

/** Sets the gains with which lots arrive: their parts of the value less their costs. */
export function setGains(lots: readonly Lot[], value: Num | null): void {
  const units = totalUnits(lots)
  for (const lot of lots) {
    const entry = units.isZero() ? ZERO : (value ?? ZERO).mul(lot.units).div(units)
    lot.gain = lot.cost ? entry.sub(lot.cost) : ZERO
  }
}

/** Lots that leave a position at a value. It keeps the gain it made on them, not realized yet; null is outside. */
export function leaveWithGains(
  position: ReferencePosition | null,
  lots: readonly Lot[],
  value: Num | null,
): Lot[] {
  const units = totalUnits(lots)
  return lots.map(lot => {
    const worth = (value ?? ZERO).mul(lot.units).div(units)
    const gain = worth.sub(lot.cost ?? ZERO).sub(lot.gain ?? ZERO)
    return { ...lot, gain: ZERO, left: [...(lot.left ?? []), ...(position ? [{ position, gain }] : [])] }
  })
}
