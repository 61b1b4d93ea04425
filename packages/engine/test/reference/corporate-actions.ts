import type { Account, Instrument, Transaction } from '../../src/index.ts'
import { entitlementDay, exDayOf, holderBefore } from './entitlements.ts'
import { gainsOf, pooledGains } from './lots/carried-gains.ts'
import { type Legs, ReferenceCarries, size, times } from './lots/carried-lots.ts'
import { dust, openCost, sum, take } from './lots/lots.ts'
import { closeOn, type Num, num, rateOn, restate, ZERO } from './market.ts'
import type { Lot, ReferencePosition } from './position.ts'
import { reduceLotPrices, returnCost } from './returned-capital.ts'

const isExercise = ({ type }: Transaction): boolean => ['exercise', 'assignment', 'rights'].includes(type)

/** Posts corporate actions and exercises, which are two linked transactions. */
export class ReferenceActions extends ReferenceCarries {
  /** Deliveries whose units were posted from the ex-date on. */
  private readonly entitled = new Set<Transaction>()

  protected isEntitled(transaction: Transaction): boolean {
    return this.entitled.has(transaction)
  }

  /** Deliveries with an earlier ex-date, by the day from which their units count. */
  protected listEntitlements(
    transactions: readonly Transaction[],
  ): { transaction: Transaction; day: number }[] {
    return transactions
      .flatMap(transaction => {
        const giver = this.partner(transaction)
        const day = entitlementDay(this.world, transaction, giver, this.findInstrument(transaction))
        return day === null ? [] : [{ transaction, day }]
      })
      .sort((a, b) => (a.transaction.id < b.transaction.id ? -1 : 1))
  }

  /** Posts units that are due, if the account held what gives them. */
  protected postEntitlement(taker: Transaction, account: Account, day: number): void {
    const giver = this.partner(taker)
    const into = this.findInstrument(taker)
    const from = giver ? this.findInstrument(giver) : into
    if (!into || !from) return
    const stated = num(taker.quantity ?? 0)
    const quantity = restate(this.world, into, account.id, stated, [taker.day, day])
    const holders = this.positions.filter(
      position => position.account === account && position.instrument === from,
    )
    const held = this.held(account, from)?.quantity ?? ZERO
    const given = num(giver?.quantity ?? 0).abs()
    const isDue =
      taker.type === 'merger'
        ? held.gte(given.sub(dust(given)))
        : taker.type === 'rights' || holderBefore(holders, stated, exDayOf(taker, giver)) !== undefined
    if (!isDue) return
    this.entitled.add(taker)
    this.step += 1
    if (giver) this.postAction(taker, account, day, quantity)
    else {
      // Zero needs no exchange rate.
      const facts = { value: ZERO, result: ZERO, fees: ZERO, price: ZERO, isCarry: false, lots: null }
      this.change(account, into, quantity, { ...facts, day, key: taker.id })
    }
  }

  /** Whether a transaction is the side that is posted together with its partner. */
  protected isGiver(transaction: Transaction): boolean {
    const { type } = transaction
    if (!this.partner(transaction)) return false
    if (type === 'transfer_out') return true
    if (type === 'spin_off') return num(transaction.quantity ?? 0).isZero()
    if (type === 'merger') return num(transaction.quantity ?? 0).isNeg()
    if (type === 'rights') return num(transaction.quantity ?? 0).isNeg()
    return isExercise(transaction) && num(transaction.price ?? 0).isZero()
  }

  /** @param due the units of a delivery that is still to come: they are worth their close. */
  protected postAction(taker: Transaction, account: Account, day: number, due: Num | null = null): void {
    const giver = this.partner(taker)
    const from = giver && this.findInstrument(giver)
    const into = this.findInstrument(taker)
    if (!giver || !from || !into) return
    const quantity = due ?? num(taker.quantity ?? 0)
    const value = this.statedValue(due ? { ...taker, price: undefined } : taker, into, quantity, day)
    const legs = { giver, taker, account, from, into, quantity, value, day }
    const isFree = !isExercise(taker) && value.isZero()
    const rate = this.postingRate(into.currency, into.currency, isFree ? null : num(1), day)
    if (taker.type === 'spin_off') this.spinOff({ ...legs, rate })
    else if (taker.type === 'merger') this.merge({ ...legs, rate })
    else this.exercise({ ...legs, rate })
  }

  private statedValue(
    { price: stated }: { readonly price?: Transaction['price'] | undefined },
    into: Instrument,
    quantity: Num,
    day: number,
  ): Num {
    const price = num(stated ?? 0).isZero() ? closeOn(this.world, into, day) : num(stated ?? 0)
    return quantity
      .abs()
      .mul(size(into))
      .mul(price ?? ZERO)
  }

  private spinOff(legs: Legs): void {
    const { account, from, into, quantity, value, rate, day } = legs
    const parent = this.held(account, from)
    const child = this.held(account, into)
    const isGiving = parent && parent.quantity.isPos() === quantity.isPos()
    if (!isGiving) {
      this.giveAfterSale(legs)
      this.put(legs, into, quantity, value, null)
      return
    }
    const canCarry = !child || child.quantity.isPos() === quantity.isPos()
    const share = this.givenShare(legs, parent)
    this.enterIfValued(parent, day)
    const before = openCost(parent)
    const units = sum(parent.lots.map(lot => lot.units))
    const isPool = account.lotMethod === 'average'
    const pooled = pooledGains(parent.lots)
    const given = parent.lots.map((lot): Lot => {
      const cost = isPool ? (before?.mul(lot.units).div(units) ?? null) : lot.cost
      const gains = isPool ? gainsOf(pooled, lot.units.div(units).mul(share)) : gainsOf(lot, share)
      return { ...lot, cost: cost?.mul(share) ?? null, price: lot.price.mul(share), ...gains }
    })
    for (const lot of parent.lots) {
      Object.assign(lot, gainsOf(lot, num(1).sub(share)))
      lot.cost = lot.cost?.mul(num(1).sub(share)) ?? null
      lot.price = lot.price.mul(num(1).sub(share))
    }
    const signed = value.mul(quantity.isPos() ? 1 : -1)
    const worth = times(signed, rate)
    // A child held on the other side cannot take the lots: their cost is realized.
    const gain = canCarry ? ZERO : this.realizeGains(given, day)
    const proceeds = canCarry ? null : (worth ?? this.withoutRate(from, day))
    const realized = proceeds && before ? proceeds.sub(before.mul(share)).sub(gain) : ZERO
    const event = { posted: worth?.neg() ?? ZERO, realized, isPaidOut: true, isDisposal: !canCarry }
    this.record(parent, day, event, before)
    const leaving = canCarry ? this.leave(parent, given, worth) : given
    const lots = this.carryLots(leaving, quantity, worth, ZERO, this.rank(legs, parent.side, ZERO), null)
    this.put(legs, into, quantity, value, canCarry ? lots : null)
  }

  /** The share of a parent's cost that goes to the child. */
  private givenShare({ taker, from, into, value, day }: Legs, parent: ReferencePosition): Num {
    if (taker.basisShare !== undefined) return num(taker.basisShare)
    const close = closeOn(this.world, from, day)
    const cross = rateOn(this.world, from.currency, into.currency, day)
    const worth = close && cross ? parent.quantity.abs().mul(size(from)).mul(close).mul(cross) : null
    return worth && !worth.add(value).isZero() ? value.div(worth.add(value)) : ZERO
  }

  /** A child that arrives after its parent was sold is a result of the sold position. */
  private giveAfterSale({ account, from, quantity, value, rate, day, taker, giver }: Legs): void {
    const all = this.positions.filter(
      position => position.account === account && position.instrument === from && position.quantity.isZero(),
    )
    const own = all.filter(position => position.side > 0 === quantity.isPos())
    const owner = holderBefore(all, quantity, exDayOf(taker, giver)) ?? own.at(-1)
    if (!owner) return
    this.enterIfValued(owner, day)
    const worth = times(value.mul(quantity.isPos() ? 1 : -1), rate) ?? ZERO
    const event = { posted: worth.neg(), realized: worth, isPaidOut: true, isDisposal: true }
    this.record(owner, day, event, openCost(owner))
  }

  private merge(legs: Legs): void {
    const { account, from, into, quantity, rate, day, taker, giver } = legs
    const old = num(giver.quantity ?? 0).abs()
    const source = this.held(account, from)
    const money = num(taker.net ?? 0)
    const due = taker.numerator === undefined ? ZERO : old.mul(taker.numerator).div(taker.denominator ?? 1)
    const rest = due.sub(quantity)
    const fraction = money.gt(0) && rest.gte(dust(num(1))) && rest.lt(1) ? rest : ZERO
    const arriving = quantity.add(fraction)
    const isPriced = !legs.value.isZero()
    const value = isPriced ? legs.value.mul(arriving).div(quantity) : this.valueOfOld(legs, old, money)
    const gross = isPriced ? legs.value : value
    const canCarry = source?.quantity.gte(old.sub(dust(old))) && !this.held(account, into)?.quantity.isNeg()
    if (source && canCarry) {
      const boot = fraction.isZero() ? money : ZERO
      const sold = boot.isZero() || !isPriced ? ZERO : old.mul(boot).div(boot.add(value))
      // What part of the old shares the cash is paid for is unknown: it reduces their cost.
      if (!boot.isZero() && !isPriced) this.returnCapital(legs, source, boot)
      if (!sold.isZero()) this.put(legs, from, sold.neg(), boot, null)
      this.enterIfValued(source, day)
      const before = openCost(source)
      const taken = take(source, old.sub(sold)).lots
      const lots = this.leave(source, taken, times(value, rate))
      this.setQuantity(source, source.quantity.sub(old.sub(sold)), day)
      this.record(source, day, { posted: times(value.neg(), rate) ?? ZERO }, before)
      this.put(
        legs,
        into,
        arriving,
        value,
        this.carryLots(lots, arriving, times(value, rate), ZERO, this.rank(legs, source.side, ZERO), null),
      )
      if (!fraction.isZero()) this.put(legs, into, fraction.neg(), money, null)
    } else {
      this.put(legs, from, old.neg(), gross.add(money), null)
      this.put(legs, into, quantity, gross, null)
    }
    this.money(legs, money)
  }

  /** Cash paid out of the old shares of a merger, in the currency of the new ones. */
  private returnCapital({ from, into, rate, day }: Legs, source: ReferencePosition, money: Num): void {
    this.enterIfValued(source, day)
    const before = openCost(source)
    const paid = times(money, rate) ?? this.withoutRate(from, day)
    const removed = returnCost(source, paid)
    const cross = rateOn(this.world, into.currency, from.currency, day) ?? num(1)
    reduceLotPrices(source, from, money.mul(cross), day)
    const event = { posted: paid?.neg() ?? ZERO, realized: paid?.sub(removed) ?? ZERO }
    this.record(source, day, { ...event, isDisposal: true, isPaidOut: true }, before)
  }

  /** What old shares are worth beyond the cash, in the currency of the new ones; 0 if unknown. */
  private valueOfOld({ from, into, day }: Legs, old: Num, money: Num): Num {
    const close = closeOn(this.world, from, day)
    const cross = rateOn(this.world, from.currency, into.currency, day)
    const worth = close && cross ? old.mul(size(from)).mul(close).mul(cross).sub(money) : ZERO
    return worth.isNeg() ? ZERO : worth
  }

  private exercise(legs: Legs): void {
    const { account, from, into, quantity, rate, day, taker, giver } = legs
    const paid = quantity.mul(taker.price ?? 0).mul(size(into))
    const close = closeOn(this.world, into, day)
    const market = close ? quantity.mul(size(into)).mul(close) : paid
    const value = market.sub(paid)
    const fees = num(taker.fees ?? 0)
    const change = num(giver.quantity ?? 0)
    const option = this.held(account, from)
    const shares = this.held(account, into)
    const reduces = (position: ReferencePosition | undefined, by: Num): boolean =>
      position !== undefined &&
      position.quantity.isPos() !== by.isPos() &&
      by.abs().lte(position.quantity.abs().add(dust(position.quantity)))
    const isOpening = !shares || shares.quantity.isPos() === quantity.isPos()
    if (option && reduces(option, change) && (isOpening || reduces(shares, quantity))) {
      this.enterIfValued(option, day)
      const before = openCost(option)
      const lots = this.leave(option, take(option, change.abs()).lots, times(value, rate))
      this.setQuantity(option, option.quantity.add(change), day)
      this.record(option, day, { posted: times(value.neg(), rate) ?? ZERO }, before)
      const rank = this.rank(legs, option.side, paid.div(quantity.abs()))
      if (isOpening) {
        const arrived = this.carryLots(lots, quantity, times(market, rate), times(paid, rate), rank, day)
        this.put(legs, into, quantity, market.abs(), arrived, fees)
      } else if (shares) this.closeShares(legs, shares, lots, value, paid, fees)
    } else {
      this.put(legs, from, change, value.mul(change.isPos() ? -1 : 1), null)
      this.put(legs, into, quantity, market.abs(), null, fees)
    }
    this.money(legs, paid.neg().sub(fees))
  }

  /** Closes shares by an exercise: the option's cost is added first and removed with them. */
  private closeShares(
    legs: Legs,
    shares: ReferencePosition,
    lots: readonly Lot[],
    value: Num,
    paid: Num,
    fees: Num,
  ): void {
    const { account, quantity, rate, day } = legs
    this.enterIfValued(shares, day)
    const first = openCost(shares)
    // Lots of unknown cost take their share of the value.
    const worth = times(value, rate)?.div(lots.length) ?? null
    const premium = lots.reduce<Num | null>((all, { cost }) => {
      const part = cost ?? worth
      return all && part ? all.add(part) : null
    }, ZERO)
    const loose: Lot = {
      transaction: legs.taker.id,
      day,
      units: ZERO,
      cost: premium,
      price: ZERO,
      gain: this.isWaiting(shares) || !premium ? ZERO : (times(value, rate) ?? ZERO).sub(premium),
      left: lots.flatMap(lot => lot.left ?? []),
    }
    shares.lots = [...shares.lots, loose]
    this.record(shares, day, { posted: times(value, rate) ?? ZERO, isArrival: true }, first)
    const before = openCost(shares)
    const isPool = account.lotMethod === 'average'
    if (!isPool) shares.lots = shares.lots.filter(lot => lot !== loose)
    const { cost, lots: gone } = take(shares, quantity.abs())
    const gain = this.realizeGains(isPool ? gone : [...gone, loose], day)
    this.setQuantity(shares, shares.quantity.add(quantity), day)
    const removed = shares.quantity.isZero() ? before : isPool ? cost : cost && premium && cost.add(premium)
    const posted = times(paid, rate)
    const costs = times(fees, rate) ?? ZERO
    const realized = posted && removed ? posted.neg().sub(removed).sub(gain) : ZERO
    const result = { posted: posted ?? ZERO, realized, result: costs.neg(), fees: costs, isDisposal: true }
    this.record(shares, day, result, before)
  }
}
