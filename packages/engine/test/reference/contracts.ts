import type { Account, Instrument, Transaction } from '../../src/index.ts'
import type { ReferencePayment } from './claims.ts'
import { ReferenceActions, size, times } from './corporate-actions.ts'
import { couponPeriods, nominal, poolFactor } from './interest.ts'
import { DUST, openCost, sum } from './lots.ts'
import { closeOn, type Num, num, rateOn, ZERO } from './market.ts'
import type { ReferencePosition } from './position.ts'

const isContract = ({ type }: Instrument): boolean => type === 'future' || type === 'fx_forward'

/** Posts futures, forwards, and cash returned from positions. */
export class ReferenceContracts extends ReferenceActions {
  /** Posted interest and repayments, which settle claims. */
  readonly payments: ReferencePayment[] = []

  protected notePayment(
    transaction: Transaction,
    position: ReferencePosition,
    kind: ReferencePayment['kind'],
  ): void {
    const { account, instrument = '', day, exDay, id } = transaction
    const amount = num(transaction.amount ?? 0)
    this.payments.push({ account, instrument, kind, day, exDay, position, id, amount })
  }

  /** The ex-day of a coupon without one is that of the last coupon due by then. */
  protected findExDay({ type, day, exDay }: Transaction, instrument: Instrument | null): number | undefined {
    if (exDay !== undefined || !instrument?.coupons || (type !== 'coupon' && type !== 'interest'))
      return exDay
    return couponPeriods(instrument.coupons, day - 800).findLast(period => period.to <= day + 10)?.ex
  }

  private hasMargin(account: Account, instrument: Instrument): boolean {
    return this.world.ledger.transactions.some(
      entry =>
        entry.type === 'variation_margin' &&
        entry.account === account.id &&
        entry.instrument === instrument.id &&
        Number(entry.amount) !== 0,
    )
  }

  private amountOwed(position: ReferencePosition | undefined): Num {
    return position?.owed.at(-1)?.amount ?? ZERO
  }

  private setOwed(position: ReferencePosition, amount: Num, day: number): void {
    position.owed.push({ day, amount })
  }

  /**
   * A contract trade has no cost: its entry notional is owed. Closed contracts pay their gain at once if no
   * margin is posted.
   */
  protected postContract(
    transaction: Transaction,
    account: Account,
    instrument: Instrument,
    day: number,
  ): void {
    const quantity = num(transaction.quantity ?? 0)
    const settle = transaction.currency ?? instrument.currency
    const costs = num(transaction.fees ?? 0).add(transaction.taxes ?? 0)
    const rate = this.postingRate(settle, instrument.currency, null, day)
    const cross = rateOn(this.world, instrument.currency, settle, day)
    const held = this.held(account, instrument)?.quantity ?? ZERO
    const crosses =
      !held.isZero() && held.isPos() !== quantity.isPos() && quantity.abs().gt(held.abs().add(DUST))
    let paid = ZERO
    for (const part of crosses ? [held.neg(), quantity.add(held)] : [quantity]) {
      const position = this.held(account, instrument)
      const isClosing = position !== undefined && position.quantity.isPos() !== part.isPos()
      const isPaid = isClosing && !this.hasMargin(account, instrument)
      const notional = part.mul(transaction.price ?? 0).mul(size(instrument))
      const owed = this.amountOwed(position)
      const leaving = isPaid ? owed.mul(part.neg()).div(position.quantity) : ZERO
      const won = isPaid && cross ? notional.neg().sub(leaving).mul(cross) : ZERO
      paid = paid.add(won)
      const share = part.div(quantity)
      this.change(account, instrument, part, {
        day,
        key: crosses && !isClosing ? `${transaction.id}.2` : transaction.id,
        value: times(won.mul(part.isPos() ? -1 : 1), rate),
        result: times(costs.neg().mul(share), rate) ?? ZERO,
        fees: times(num(transaction.fees ?? 0).mul(share), rate) ?? ZERO,
        taxes: times(num(transaction.taxes ?? 0).mul(share), rate) ?? ZERO,
        price: num(transaction.price ?? 0),
        isCarry: false,
        lots: null,
      })
      const after = this.held(account, instrument)
      if (after) this.setOwed(after, isPaid ? owed.sub(leaving) : owed.add(notional), day)
    }
    const cash = paid.sub(costs)
    this.cash(account, settle, cash, times(cash, rate), { result: ZERO, fees: ZERO }, day)
  }

  protected postConversion(transaction: Transaction, account: Account, day: number): void {
    const currency = transaction.currency ?? ''
    const other = transaction.counterCurrency ?? ''
    const paid = num(transaction.net ?? 0)
    const fees = num(transaction.fees ?? 0)
    const gross = paid.sub(fees)
    const received = num(transaction.counterAmount ?? 0)
    const rate = this.postingRate(currency, other, gross.isZero() ? null : received.div(gross), day)
    const costs = times(fees, rate)
    this.cash(
      account,
      currency,
      paid.neg(),
      times(paid.neg(), rate),
      { result: costs?.neg() ?? null, fees: costs },
      day,
    )
    this.cash(account, other, received, times(gross, rate), { result: ZERO, fees: ZERO }, day)
  }

  /** @returns false if no forward is held: the transaction is then a conversion. */
  protected postSettlement(
    transaction: Transaction,
    account: Account,
    instrument: Instrument,
    day: number,
  ): boolean {
    const position = this.held(account, instrument)
    if (!position || instrument.type !== 'fx_forward') return false
    const paidIn = transaction.currency ?? ''
    const other = transaction.counterCurrency ?? ''
    const fees = num(transaction.fees ?? 0)
    const net = num(transaction.net ?? 0)
    const gross = net.sub(fees)
    const received = num(transaction.counterAmount ?? 0)
    const paidRate = rateOn(this.world, paidIn, instrument.currency, day)
    const receivedRate = rateOn(this.world, other, instrument.currency, day)
    const isValued = paidRate !== null && receivedRate !== null
    const value = isValued ? received.mul(receivedRate).sub(gross.mul(paidRate)) : ZERO
    const rate = isValued
      ? this.postingRate(instrument.currency, instrument.currency, null, day)
      : this.postingRate(paidIn, other, received.div(gross), day)
    const stated = num(transaction.quantity ?? 0)
    const isPart = !stated.isZero() && stated.abs().lt(position.quantity.abs().sub(DUST))
    const ending = isPart ? stated.abs().mul(position.quantity.isPos() ? -1 : 1) : position.quantity.neg()
    const share = ending.div(position.quantity).neg()
    const owed = this.amountOwed(position)
    this.change(account, instrument, ending, {
      day,
      key: transaction.id,
      value: times(value.mul(ending.isPos() ? -1 : 1), rate),
      result: ZERO,
      fees: ZERO,
      price: ZERO,
      isCarry: false,
      lots: null,
    })
    if (this.held(account, instrument)) this.setOwed(position, owed.mul(num(1).sub(share)), day)
    const legRate = isValued && paidRate ? paidRate : num(1)
    const costs = times(fees.mul(legRate), rate)
    this.cash(
      account,
      paidIn,
      net.neg(),
      times(net.neg().mul(legRate), rate),
      { result: costs?.neg() ?? null, fees: costs },
      day,
    )
    const worth = isValued && receivedRate ? received.mul(receivedRate) : gross
    this.cash(account, other, received, times(worth, rate), { result: ZERO, fees: ZERO }, day)
    return true
  }

  /** Pays the gain of futures at every close if the account derives its margin and none is posted. */
  protected payMargins(seen: readonly string[], day: number): void {
    for (const key of seen) {
      const position = this.current.get(key)
      const { instrument, account } = position ?? {}
      if (!position || !account || instrument?.type !== 'future') continue
      if (account.variationMargin !== 'derived' || this.hasMargin(account, instrument)) continue
      const close = closeOn(this.world, instrument, day)
      if (!close) continue
      const won = position.quantity
        .mul(size(instrument))
        .mul(close)
        .sub(this.amountOwed(position))
        .toDecimalPlaces(8)
      if (won.isZero()) continue
      this.step += 1
      const posting = {
        id: '',
        account: account.id,
        type: 'variation_margin',
        day,
        instrument: instrument.id,
      } as const
      this.postReturn({ ...posting, amount: won.toString() }, account, instrument, day)
    }
  }

  /** Reduces the cost of all lots by the share of nominal repaid. @returns the cost removed. */
  private payDown(owner: ReferencePosition, instrument: Instrument, amount: Num, day: number): Num | null {
    const left = owner.quantity.abs().mul(nominal(instrument)).mul(poolFactor(instrument, day))
    const share = amount.abs().div(amount.abs().add(left))
    const before = openCost(owner)
    for (const lot of owner.lots) lot.cost = lot.cost?.mul(num(1).sub(share)) ?? null
    return before?.mul(share) ?? null
  }

  private returnCost(owner: ReferencePosition, isPool: boolean, money: Num | null): Num {
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

  /** A return of capital reduces the price of each unit, at most to zero. */
  private reduceLotPrices(owner: ReferencePosition, instrument: Instrument, amount: Num, day: number): void {
    const by = amount.div(owner.quantity).div(num(size(instrument)).mul(poolFactor(instrument, day)))
    for (const lot of owner.lots)
      if (lot.price.isPos() && !lot.price.isZero()) lot.price = lot.price.lt(by) ? ZERO : lot.price.sub(by)
  }

  /** @returns false if the account never held the instrument. */
  protected postReturn(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): boolean {
    const owner = instrument ? this.owner(account, instrument, transaction.exDay) : undefined
    if (!instrument || !owner) return false
    const rate = this.postingRate(instrument.currency, instrument.currency, num(1), day)
    const amount = num(transaction.amount ?? 0)
    const fees = num(transaction.fees ?? 0)
    this.enterIfValued(owner, day)
    const before = openCost(owner)
    const isOpen = owner === this.held(account, instrument)
    const isPaidDown = isOpen && transaction.type === 'redemption'
    const isPool = account.lotMethod === 'average'
    const removed = isPaidDown
      ? this.payDown(owner, instrument, amount, day)
      : this.returnCost(owner, isPool, times(amount.mul(owner.side), rate))
    if (isOpen && !isPaidDown && !isContract(instrument)) this.reduceLotPrices(owner, instrument, amount, day)
    const posted = times(amount.neg(), rate)
    const costs = times(fees, rate) ?? ZERO
    const realized = posted && removed ? posted.neg().sub(removed) : ZERO
    const result = { posted: posted ?? ZERO, realized, result: costs.neg(), fees: costs }
    this.record(owner, day, { ...result, isDisposal: true, isPaidOut: true }, before)
    if (isContract(instrument) && isOpen) this.setOwed(owner, this.amountOwed(owner).add(amount), day)
    if (transaction.type !== 'variation_margin') this.notePayment(transaction, owner, 'principal')
    const cash = amount.sub(fees)
    this.cash(account, instrument.currency, cash, times(cash, rate), { result: ZERO, fees: ZERO }, day)
    return true
  }
}
