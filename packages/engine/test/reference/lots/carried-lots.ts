import type { Account, Instrument, Transaction } from '../../../src/index.ts'
import { poolFactor } from '../interest.ts'
import { ReferenceLookups } from '../lookups.ts'
import { closeOn, type Num, num, rateOn, ZERO } from '../market.ts'
import type { Lot, ReferencePosition } from '../position.ts'
import { leaveWithGains } from './carried-gains.ts'
import { sum } from './lots.ts'

/** Both legs of a corporate action. Value and cash are signed, in the taker's currency. */
export interface Legs {
  readonly giver: Transaction
  readonly taker: Transaction
  readonly account: Account
  readonly from: Instrument
  readonly into: Instrument
  readonly quantity: Num
  /** Of the units that arrive, in their currency; 0 if unknown. */
  readonly value: Num
  readonly rate: Num | null
  readonly day: number
}

/** Zero needs no exchange rate. */
export const times = (value: Num, rate: Num | null): Num | null =>
  rate ? value.mul(rate) : value.isZero() ? ZERO : null
export const size = (instrument: Instrument): number => instrument.contractSize ?? 1
/** A value as a quoted price: per unit of outstanding nominal. */
export const pricePerUnit = (value: Num, quantity: Num, instrument: Instrument, day: number): Num =>
  value.div(quantity.abs().mul(size(instrument)).mul(poolFactor(instrument, day)))

/** Lots that move from one instrument to another, and the legs of their posting. */
export class ReferenceCarries extends ReferenceLookups {
  /** Unit cost of shares derived from other units: the cost or proceeds of those, plus the price paid. */
  protected rank({ from, into, day }: Legs, side: number, paid: Num): (price: Num, factor: Num) => Num {
    const cross = rateOn(this.world, from.currency, into.currency, day) ?? num(1)
    const [old, quoted] = [size(from), num(size(into)).mul(poolFactor(into, day))]
    return (price, factor) =>
      price
        .mul(side * old)
        .mul(poolFactor(from, day))
        .mul(cross)
        .div(factor)
        .add(paid)
        .abs()
        .div(quoted)
  }

  /** Converts lots into those of another instrument by units. Lots of unknown cost take a share of the value. */
  protected carryLots(
    lots: readonly Lot[],
    units: Num,
    value: Num | null,
    paid: Num | null,
    rank: (price: Num, factor: Num) => Num,
    day: number | null,
  ): Lot[] {
    const total = sum(lots.map(lot => lot.units))
    const factor = units.abs().div(total)
    return lots.map(lot => {
      const share = lot.units.div(total)
      const cost = lot.cost && paid ? lot.cost.add(paid.mul(share)) : (value?.mul(share) ?? null)
      return {
        transaction: lot.transaction,
        day: day ?? lot.day,
        units: lot.units.mul(factor),
        cost,
        price: rank(lot.price, factor),
        left: lot.left ?? [],
      }
    })
  }

  /** Lots leave a position at a value. */
  protected leave(position: ReferencePosition, lots: readonly Lot[], value: Num | null): Lot[] {
    return leaveWithGains(this.isWaiting(position) ? null : position, lots, value)
  }

  /** An amount without a rate counts as zero if the position itself can be valued. */
  protected withoutRate(instrument: Instrument, day: number): Num | null {
    const close = closeOn(this.world, instrument, day)
    return close && rateOn(this.world, instrument.currency, this.target, day) ? ZERO : null
  }

  protected money(legs: Legs, amount: Num): void {
    const { account, into, rate, day } = legs
    if (amount.isZero()) return
    this.cash(account, into.currency, amount, times(amount, rate), { result: ZERO, fees: ZERO }, day)
  }

  protected put(
    legs: Legs,
    instrument: Instrument,
    quantity: Num,
    /** In the taker's currency, with or without a rate. */
    amount: Num,
    lots: Lot[] | null,
    fees = ZERO,
  ): void {
    const { account, day, rate } = legs
    const key = instrument === legs.from ? legs.giver.id : legs.taker.id
    const cost = times(fees, rate) ?? ZERO
    const worth = times(amount, rate) ?? this.withoutRate(instrument, day)
    this.change(account, instrument, quantity, {
      day,
      key,
      value: worth,
      result: cost.neg(),
      fees: cost,
      price: pricePerUnit(amount.abs(), quantity, instrument, day),
      isCarry: false,
      lots,
    })
  }
}
