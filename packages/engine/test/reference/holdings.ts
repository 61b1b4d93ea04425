import type { Account, Instrument, Transaction } from '../../src/index.ts'
import { pooledGains, setGains } from './lots/carried-gains.ts'
import { dust, openCost, sum, take } from './lots/lots.ts'
import { closeOn, type Num, num, rateOn, ZERO } from './market.ts'
import {
  type Lot,
  NO_PARTS,
  type OpenLot,
  type ReferenceEvent,
  type ReferencePosition,
  type ResultParts,
} from './position.ts'
import { ReferenceValues } from './values.ts'

/**
 * The holdings of the reference implementation, simple instead of fast: one object per position, plain lists, decimals of 40
 * digits, computed from scratch for one currency. It shares only the ledger's types with the engine.
 */
export class ReferenceHoldings extends ReferenceValues {
  protected open(
    key: string,
    account: Account,
    instrument: Instrument | null,
    currency: string,
    day: number,
    side: number,
  ): ReferencePosition {
    const position: ReferencePosition = {
      key,
      account,
      instrument,
      currency,
      openDay: day,
      closeDay: Number.POSITIVE_INFINITY,
      side,
      quantity: ZERO,
      lots: [],
      cashCost: ZERO,
      cashGain: ZERO,
      events: [],
      history: [],
      contracts: [],
      splitBy: num(1),
      splits: [],
      collateral: ZERO,
      entryDay: null,
    }
    this.positions.push(position)
    const valued = this.unitValue(position, day)
    if (!valued) {
      let first = day
      while (first <= this.world.lastDay && !this.unitValue(position, first)) first += 1
      position.entryDay = first <= this.world.lastDay ? first : Number.POSITIVE_INFINITY
      this.waiting.add(position)
    }
    return position
  }

  /** Enters a position at its first valued close: a known cost stays, an unknown cost becomes the value. */
  protected enter(position: ReferencePosition): void {
    this.waiting.delete(position)
    const day = position.entryDay ?? 0
    const quantity = Number.isFinite(day) ? this.quantityOn(position, day) : ZERO
    if (!Number.isFinite(day) || (position.instrument && quantity.isZero())) {
      position.entryDay = Number.POSITIVE_INFINITY
      this.waiting.add(position)
      return
    }
    const value = this.computeValue(position, day)
    if (openCost(position) === null) {
      const units = sum(position.lots.map(lot => lot.units))
      for (const lot of position.lots) lot.cost = value.mul(lot.units).div(units)
      if (!position.instrument) position.cashCost = value
    }
    const cost = openCost(position) ?? value
    setGains(position.lots, value)
    if (!position.instrument) position.cashGain = value.sub(cost)
    const rate = rateOn(this.world, position.currency, this.target, day) ?? ZERO
    for (const lot of position.lots) if (lot.exposure) lot.collateral = lot.exposure.mul(rate)
    const collateral = this.changeCollateral(position, ZERO, cost)
    position.events.push({
      day,
      step: -1 - this.positions.indexOf(position),
      posted: value,
      realized: ZERO,
      result: ZERO,
      fees: ZERO,
      ...NO_PARTS,
      collateral,
      costBefore: ZERO,
      costAfter: cost,
      isArrival: true,
      isDisposal: false,
      isPaidOut: false,
      open: this.openLots(position),
    })
  }

  /** Lots are gone: the positions that passed them on realize their gains. @returns the gain they came with. */
  protected realizeGains(lots: readonly Lot[], day: number): Num {
    const { gain, left } = pooledGains(lots)
    for (const { position, gain: realized } of left)
      this.record(position, day, { realized }, openCost(position))
    return gain
  }

  private openLots(position: ReferencePosition): OpenLot[] {
    return position.lots.map(lot => [lot, lot.units.div(position.splitBy), lot.cost])
  }

  protected record(
    position: ReferencePosition,
    day: number,
    event: Partial<ReferenceEvent>,
    before: Num | null,
  ): void {
    if (this.isWaiting(position)) return
    const after = openCost(position)
    const collateral =
      before && after
        ? this.changeCollateral(position, before, after)
        : this.changeCollateral(position, ZERO, ZERO)
    position.events.push({
      day,
      step: this.step,
      posted: ZERO,
      realized: ZERO,
      result: ZERO,
      fees: ZERO,
      ...NO_PARTS,
      collateral,
      costBefore: before,
      costAfter: after,
      isArrival: false,
      isDisposal: false,
      isPaidOut: false,
      open: this.openLots(position),
      ...event,
    })
  }

  /** Change of collateral plus withheld proceeds: for short shares twice the proceeds. */
  private changeCollateral(position: ReferencePosition, before: Num, after: Num): Num {
    if (!position.instrument) return ZERO
    const brought = (cost: Num): Num => (position.side < 0 && cost.isNeg() ? cost.neg().mul(2) : ZERO)
    if (!this.needsCollateral(position)) return brought(after).sub(brought(before))
    const proceeds = position.side < 0 ? before.sub(after) : ZERO
    const collateral = sum(position.lots.map(lot => lot.collateral ?? ZERO))
    const change = collateral.sub(position.collateral)
    position.collateral = collateral
    return proceeds.add(change)
  }

  private needsCollateral({ instrument, side }: ReferencePosition): boolean {
    if (instrument?.type === 'option') return side < 0 && instrument.right != null
    return instrument?.type === 'future' || instrument?.type === 'fx_forward'
  }

  /** The exposure of a new lot of a contract or a short option, which is its collateral. */
  private entryExposure(position: ReferencePosition, units: Num, price: Num, day: number): Num | null {
    const { instrument } = position
    if (!instrument || !this.needsCollateral(position)) return null
    const share = this.world.ledger.instruments.find(({ id }) => id === instrument.underlying)
    const close = share?.currency === instrument.currency && share ? closeOn(this.world, share, day) : null
    const per = instrument.type === 'option' ? (close ?? num(instrument.strike ?? 0)) : price
    return units
      .mul(instrument.contractSize ?? 1)
      .mul(per)
      .abs()
  }

  protected enterIfValued(position: ReferencePosition, day: number): void {
    if (this.isWaiting(position) && position.entryDay !== null && day > position.entryDay)
      this.enter(position)
  }

  protected setQuantity(position: ReferencePosition, quantity: Num, day: number): void {
    const moved = quantity.sub(position.quantity).abs()
    const larger = moved.gt(position.quantity.abs()) ? moved : position.quantity
    position.quantity = quantity.abs().lt(dust(larger)) && position.instrument ? ZERO : quantity
    position.history.push({ day, quantity: position.quantity })
    if (position.instrument && position.quantity.isZero()) {
      position.closeDay = day
      position.lots = []
      this.current.delete(`${position.account.id}/${position.instrument.id}`)
    }
  }

  /** Splits every holding, or those of one account. */
  protected split(instrument: Instrument, ratio: Num, day: number, account: Account | null = null): void {
    for (const position of this.positions) {
      if (position.instrument !== instrument || position.quantity.isZero()) continue
      if (account && position.account !== account) continue
      position.splitBy = position.splitBy.mul(ratio)
      position.splits.push({ day, ratio })
      for (const lot of position.lots) {
        lot.units = lot.units.mul(ratio)
        lot.price = lot.price.div(ratio)
      }
      this.setQuantity(position, position.quantity.mul(ratio), day)
    }
  }

  /** Posts cash of an account at its moving average in the target currency. */
  protected cash(
    account: Account,
    currency: string,
    amount: Num,
    posted: Num | null,
    own: { result: Num | null; fees: Num | null; parts?: ResultParts },
    day: number,
  ): void {
    const isTracked = account.cash !== 'none'
    const hasOwn =
      own.result !== null &&
      (own.parts !== undefined || !(own.result.isZero() && (own.fees ?? ZERO).isZero()))
    if (!isTracked && !hasOwn && own.result !== null) return
    const key = `cash:${account.id}:${currency}`
    let position = this.current.get(key)
    if (!position) {
      position = this.open(key, account, null, currency, day, 1)
      this.current.set(key, position)
    }
    this.enterIfValued(position, day)
    let realized = ZERO
    const value = isTracked ? posted : ZERO
    if (isTracked && !amount.isZero()) {
      const before = position.quantity
      const after = before.add(amount)
      const open = position.cashCost
      const isTurned = !before.isZero() && !after.isZero() && before.isPos() !== after.isPos()
      if (value !== null && open === null && isTurned) position.cashCost = value.mul(after).div(amount)
      else if (
        value === null &&
        open !== null &&
        !before.isZero() &&
        before.isPos() !== amount.isPos() &&
        !isTurned
      )
        position.cashCost = open.add(open.mul(amount).div(before))
      else if (value === null || open === null) position.cashCost = after.isZero() ? ZERO : null
      else if (before.isZero() || before.isPos() === amount.isPos()) position.cashCost = open.add(value)
      else if (after.isZero() || after.isPos() === before.isPos()) {
        const part = open.mul(amount.neg()).div(before)
        realized = value.neg().sub(part)
        position.cashCost = after.isZero() ? ZERO : open.sub(part)
      } else {
        const rest = value.mul(after).div(amount)
        realized = rest.sub(value).sub(open)
        position.cashCost = rest
      }
      if (!before.isZero() && before.isPos() !== amount.isPos()) {
        const spent = isTurned ? num(1) : amount.neg().div(before)
        realized = realized.sub(position.cashGain.mul(spent))
        position.cashGain = position.cashGain.mul(num(1).sub(spent))
      }
      this.setQuantity(position, after, day)
    }
    this.record(
      position,
      day,
      {
        posted: value ?? ZERO,
        realized,
        result: own.result ?? ZERO,
        fees: own.fees ?? ZERO,
        ...own.parts,
      },
      null,
    )
  }

  /** Changes a holding at a value. A change across zero becomes two events. */
  protected change(
    account: Account,
    instrument: Instrument,
    quantity: Num,
    facts: {
      day: number
      key: string
      value: Num | null
      result: Num
      fees: Num
      taxes?: Num
      interest?: Num
      price: Num
      isCarry: boolean
      lots: Lot[] | null
      takes?: Transaction['takes']
    },
  ): void {
    const { day } = facts
    const held = this.current.get(`${account.id}/${instrument.id}`)?.quantity ?? ZERO
    const isReducing = !held.isZero() && held.isPos() !== quantity.isPos()
    const parts =
      isReducing && quantity.abs().gt(held.abs().add(dust(held)))
        ? [held.neg(), quantity.add(held)]
        : [quantity]
    parts.forEach((part, index) => {
      const share = parts.length === 1 ? num(1) : part.div(quantity)
      const value = facts.value?.mul(share).mul(part.isPos() ? 1 : -1) ?? null
      const event = {
        result: facts.result.mul(share),
        fees: facts.fees.mul(share),
        taxes: (facts.taxes ?? ZERO).mul(share),
        interest: (facts.interest ?? ZERO).mul(share),
        posted: value ?? ZERO,
      }
      let position = this.current.get(`${account.id}/${instrument.id}`)
      if (position && position.quantity.isPos() !== part.isPos()) {
        this.enterIfValued(position, day)
        const before = openCost(position)
        const { cost, lots: gone } = take(position, part.abs(), facts.takes)
        this.setQuantity(position, position.quantity.add(part), day)
        const isClosed = position.quantity.isZero()
        const removed = isClosed ? before : cost
        const gain = facts.isCarry ? ZERO : this.realizeGains(gone, day)
        const realized = facts.isCarry || !value || !removed ? ZERO : value.neg().sub(removed).sub(gain)
        this.record(position, day, { ...event, realized, isDisposal: !facts.isCarry }, before)
        return
      }
      if (!position) {
        position = this.open(
          index === 0 ? facts.key : `${facts.key}.2`,
          account,
          instrument,
          instrument.currency,
          day,
          part.isPos() ? 1 : -1,
        )
        this.current.set(`${account.id}/${instrument.id}`, position)
      }
      this.enterIfValued(position, day)
      const before = openCost(position)
      const exposure = this.entryExposure(position, part, facts.price, day)
      const rate = rateOn(this.world, position.currency, this.target, day)
      const margin = exposure && { exposure, collateral: rate ? exposure.mul(rate) : ZERO }
      const lots = facts.lots ?? [
        { transaction: facts.key, day, units: part.abs(), cost: value, price: facts.price, ...margin },
      ]
      if (facts.lots) setGains(lots, value)
      position.lots = [...position.lots, ...lots]
      this.setQuantity(position, position.quantity.add(part), day)
      this.record(position, day, { ...event, isArrival: facts.lots !== null }, before)
    })
  }
}
