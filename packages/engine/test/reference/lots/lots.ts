import type { Transaction } from '../../../src/index.ts'
import { type Num, num, ZERO } from '../market.ts'
import type { Lot, ReferencePosition } from '../position.ts'
import { gainsOf, pooledGains } from './carried-gains.ts'

/** What is left of a quantity of this size and is rounding: 1e-9, of less than one unit 1e-9 of it. */
export const dust = (size: Num): Num => num('1e-9').mul(size.abs().lt(1) ? size.abs() : 1)
export const sum = (values: readonly Num[]): Num => values.reduce((total, value) => total.add(value), ZERO)

/** Cost of the open lots of a position; null if it is unknown in the target currency. */
export function openCost(position: ReferencePosition): Num | null {
  if (!position.instrument) return position.cashCost
  return position.lots.some(lot => lot.cost === null) ? null : sum(position.lots.map(lot => lot.cost ?? ZERO))
}

/** Removes units by the account's lot method, named lots first. @returns their cost and the removed lots. */
export function take(
  position: ReferencePosition,
  units: Num,
  takes: Transaction['takes'] = [],
): { cost: Num | null; lots: Lot[] } {
  const method = position.account.lotMethod ?? 'fifo'
  const left: Lot[] = []
  if (method === 'average') {
    const total = sum(position.lots.map(lot => lot.units))
    const share = units.gte(total.sub(dust(total))) ? num(1) : units.div(total)
    const all = openCost(position)
    const worth = sum(position.lots.map(lot => lot.price.mul(lot.units)))
    const gains = pooledGains(position.lots)
    for (const lot of position.lots) {
      if (!total.isZero()) lot.price = worth.div(total)
      left.push({
        ...lot,
        units: lot.units.mul(share),
        cost: all ? all.mul(share).mul(lot.units).div(total) : null,
        ...gainsOf(gains, share.mul(lot.units).div(total)),
      })
      Object.assign(lot, gainsOf(gains, num(1).sub(share).mul(lot.units).div(total)))
      lot.cost = all ? all.mul(num(1).sub(share)).mul(lot.units).div(total) : null
      releaseCollateral(lot, share)
      lot.units = lot.units.mul(num(1).sub(share))
    }
    // A lot without units is only part of the pool's cost and cannot be removed.
    return { cost: all ? all.mul(share) : null, lots: left.filter(lot => !lot.units.isZero()) }
  }
  let wanted = units
  const named = [...takes]
  while (wanted.gt(dust(units)) && position.lots.length > 0) {
    const sorted = position.lots.map((lot, place) => ({ lot, place })).sort((a, b) => compare(method, a, b))
    const first = named.shift()
    // A lot that a trade across zero opened has the id of the trade with a suffix.
    const isNamed = ({ transaction }: Lot): boolean => transaction.replace(/\.2$/, '') === first?.transaction
    const lot = first ? position.lots.find(isNamed) : sorted[0]?.lot
    if (first && !lot) continue
    if (!lot) break
    const asked = first && num(first.quantity).lt(wanted) ? num(first.quantity) : wanted
    const isWhole = asked.gte(lot.units.sub(dust(lot.units)))
    const taken = isWhole ? lot.units : asked
    const part = lot.cost ? lot.cost.mul(taken).div(lot.units) : null
    const share = lot.units.isZero() ? ZERO : taken.div(lot.units)
    left.push({ ...lot, units: taken, cost: part, ...gainsOf(lot, share) })
    Object.assign(lot, gainsOf(lot, num(1).sub(share)))
    lot.cost = lot.cost && part ? lot.cost.sub(part) : null
    releaseCollateral(lot, share)
    lot.units = lot.units.sub(taken)
    if (isWhole) position.lots = position.lots.filter(entry => entry !== lot)
    wanted = wanted.sub(taken)
  }
  return {
    cost: left.some(lot => lot.cost === null) ? null : sum(left.map(lot => lot.cost ?? ZERO)),
    lots: left,
  }
}

function releaseCollateral(lot: Lot, share: Num): void {
  const left = num(1).sub(share)
  if (lot.collateral) lot.collateral = lot.collateral.mul(left)
  if (lot.exposure) lot.exposure = lot.exposure.mul(left)
}

function compare(method: string, a: { lot: Lot; place: number }, b: { lot: Lot; place: number }): number {
  const byDate = a.lot.day - b.lot.day || a.place - b.place
  if (method === 'lifo') return -byDate
  if (method === 'hifo') return b.lot.price.cmp(a.lot.price) || byDate
  return byDate
}
