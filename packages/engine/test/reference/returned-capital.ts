import type { Instrument } from '../../src/index.ts'
import { poolFactor } from './interest.ts'
import { openCost, sum } from './lots/lots.ts'
import { type Num, num, ZERO } from './market.ts'
import type { ReferencePosition } from './position.ts'

/** Reduces the cost of the lots by money paid out, each at most to zero. @returns the cost removed. */
export function returnCost(owner: ReferencePosition, money: Num | null): Num {
  const isPool = owner.account.lotMethod === 'average'
  const before = openCost(owner)
  const units = sum(owner.lots.map(lot => lot.units))
  let taken = ZERO
  for (const lot of owner.lots) {
    const own = isPool ? (before?.mul(lot.units).div(units) ?? null) : lot.cost
    const open = own?.mul(owner.side) ?? null
    const due = money?.mul(lot.units).div(units) ?? null
    const part = due && open?.gt(0) ? (due.lt(open) ? due : open) : ZERO
    // A lot without cost has no cost to return, whatever the amount.
    const isUntouched = open !== null && !open.gt(0)
    lot.cost = own && (money || isUntouched) ? own.sub(part.mul(owner.side)) : null
    taken = taken.add(part)
  }
  return taken.mul(owner.side)
}

/** Reduces the price of each unit by money paid out in the instrument's currency, at most to zero. */
export function reduceLotPrices(
  owner: ReferencePosition,
  instrument: Instrument,
  amount: Num,
  day: number,
): void {
  const perPrice = num(instrument.contractSize ?? 1).mul(poolFactor(instrument, day))
  const by = amount.div(owner.quantity).div(perPrice)
  for (const lot of owner.lots)
    if (lot.price.isPos() && !lot.price.isZero()) lot.price = lot.price.lt(by) ? ZERO : lot.price.sub(by)
}
