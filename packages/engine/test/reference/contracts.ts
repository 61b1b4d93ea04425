import type { Account, Instrument, Transaction } from '../../src/index.ts'
import type { ReferencePayment } from './claims.ts'
import { ReferenceActions } from './corporate-actions.ts'
import { couponPeriods, nominal, poolFactor } from './interest.ts'
import { gainsOf } from './lots/carried-gains.ts'
import { size, times } from './lots/carried-lots.ts'
import { dust, openCost, sum, take } from './lots/lots.ts'
import { closeOn, type Num, num, rateOn, ZERO } from './market.ts'
import type { ReferencePosition } from './position.ts'
import { reduceLotPrices, returnCost } from './returned-capital.ts'

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

  /** The positions of an account in an instrument that are closed and have a gain to be paid, oldest first. */
  private waitingForMargin(account: Account, instrument: Instrument): ReferencePosition[] {
    return this.positions.filter(
      position =>
        position.account === account &&
        position.instrument === instrument &&
        position.quantity.isZero() &&
        !this.due(position).isZero(),
    )
  }

  /** The gain of closed contracts that is not paid yet. */
  private due(position: ReferencePosition): Num {
    return position.contracts.at(-1)?.due ?? ZERO
  }

  private noteContracts(position: ReferencePosition, due: Num, day: number): void {
    const side = position.quantity.isNeg() ? -1 : 1
    const open = position.quantity.isZero() ? [] : position.lots
    position.contracts.push({
      day,
      open: open.map(lot => ({ units: lot.units.mul(side), paidUpTo: lot.paidUpTo ?? ZERO })),
      due: due.abs().lt('1e-20') ? ZERO : due,
    })
  }

  /** The gain, since it was last paid, of the lots that closing `units` at a price would take. */
  private gainOfClosing(
    position: ReferencePosition,
    units: Num,
    price: Num,
    takes: Transaction['takes'],
  ): Num {
    const copy = { ...position, lots: position.lots.map(lot => ({ ...lot })) }
    const isAll = units.gte(position.quantity.abs().sub(dust(position.quantity)))
    const taken = isAll ? copy.lots : take(copy, units, takes).lots
    const perUnit = num(position.instrument?.contractSize ?? 1).mul(position.quantity.isNeg() ? -1 : 1)
    return sum(taken.map(lot => lot.units.mul(price.sub(lot.paidUpTo ?? ZERO)).mul(perUnit)))
  }

  private tradePrice(transaction: Transaction, instrument: Instrument, day: number): Num {
    const { price, amount, quantity = 0 } = transaction
    const units = num(quantity).abs().mul(size(instrument))
    if (amount !== undefined) return num(amount).abs().div(units)
    return price === undefined ? (closeOn(this.world, instrument, day) ?? ZERO) : num(price)
  }

  /**
   * A contract trade has no cost. The gain of closed contracts is paid at once, or where margin is posted stays due to
   * the position.
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
    const price = this.tradePrice(transaction, instrument, day)
    const isPosted = this.hasMargin(account, instrument)
    const held = this.held(account, instrument)?.quantity ?? ZERO
    const crosses =
      !held.isZero() && held.isPos() !== quantity.isPos() && quantity.abs().gt(held.abs().add(dust(held)))
    let paid = ZERO
    for (const part of crosses ? [held.neg(), quantity.add(held)] : [quantity]) {
      const before = this.held(account, instrument)
      const isClosing = before !== undefined && before.quantity.isPos() !== part.isPos()
      const gain = isClosing ? this.gainOfClosing(before, part.abs(), price, transaction.takes) : ZERO
      const won = isPosted || !cross ? ZERO : gain.mul(cross).toDecimalPlaces(8)
      paid = paid.add(won)
      const share = part.div(quantity)
      this.change(account, instrument, part, {
        day,
        key: crosses && !isClosing ? `${transaction.id}.2` : transaction.id,
        value: times(won.mul(part.isPos() ? -1 : 1), rate),
        result: times(costs.neg().mul(share), rate) ?? ZERO,
        fees: times(num(transaction.fees ?? 0).mul(share), rate) ?? ZERO,
        taxes: times(num(transaction.taxes ?? 0).mul(share), rate) ?? ZERO,
        price,
        isCarry: false,
        lots: null,
        takes: transaction.takes,
      })
      const position = before ?? this.held(account, instrument)
      for (const lot of position?.lots ?? []) lot.paidUpTo ??= price
      if (position) this.noteContracts(position, this.due(position).add(isPosted ? gain : ZERO), day)
    }
    const cash = paid.sub(costs)
    this.cash(account, settle, cash, times(cash, rate), { result: ZERO, fees: ZERO }, day)
    this.offset(account, instrument, day)
  }

  /** Gains and losses of closed positions that cancel are settled without a payment. */
  private offset(account: Account, instrument: Instrument, day: number): void {
    const waiting = this.waitingForMargin(account, instrument)
    const isOpen = this.held(account, instrument) !== undefined
    const net = sum(waiting.map(position => this.due(position)))
    if (isOpen || waiting.length < 2 || !net.abs().lt('1e-20')) return
    this.step += 1
    const rate = this.postingRate(instrument.currency, instrument.currency, null, day)
    for (const position of waiting) this.settleMargin(position, this.due(position), rate, ZERO, day)
  }

  /** Pays a position: first the gain of its closed contracts, then its open lots, all of them up to one price. */
  private settleMargin(
    position: ReferencePosition,
    amount: Num,
    rate: Num | null,
    costs: Num,
    day: number,
  ): void {
    this.enterIfValued(position, day)
    const before = openCost(position)
    const posted = times(amount.neg(), rate) ?? ZERO
    const result = { posted, realized: posted.neg(), result: costs.neg(), fees: costs }
    this.record(position, day, { ...result, isDisposal: true, isPaidOut: true }, before)
    const due = this.due(position)
    if (position.quantity.isZero()) {
      this.noteContracts(position, due.sub(amount), day)
      return
    }
    const units = sum(position.lots.map(lot => lot.units))
    const paid = sum(position.lots.map(lot => lot.units.mul(lot.paidUpTo ?? ZERO)))
    const perUnit = num(position.instrument?.contractSize ?? 1).mul(position.quantity.isNeg() ? -1 : 1)
    const price = paid.add(amount.sub(due).div(perUnit)).div(units)
    if (!amount.isZero()) for (const lot of position.lots) lot.paidUpTo = price
    this.noteContracts(position, amount.isZero() ? due : ZERO, day)
  }

  /** Shares a payment: closed positions first, oldest first, the rest to the open one. */
  private shareMargin(
    account: Account,
    instrument: Instrument,
    amount: Num,
    exDay: number | undefined,
  ): [ReferencePosition, Num][] {
    const owner = this.owner(account, instrument, exDay)
    if (!owner) return []
    const waiting = this.waitingForMargin(account, instrument)
    const open = this.held(account, instrument)
    if (exDay !== undefined || amount.isZero() || waiting.length === 0) return [[owner, amount]]
    const inFull = waiting.map((position): [ReferencePosition, Num] => [position, this.due(position)])
    const beyond = amount.sub(sum(inFull.map(([, due]) => due)))
    if (beyond.abs().lt('1e-20')) return inFull
    if (open) return [...inFull, [open, beyond]]
    const parts: [ReferencePosition, Num][] = []
    let rest = amount
    for (const position of waiting) {
      if (rest.abs().lt('1e-20')) break
      const due = this.due(position)
      const isEnough = rest.isPos() === due.isPos() && rest.abs().lt(due.abs())
      const part = isEnough || position === waiting.at(-1) ? rest : due
      parts.push([position, part])
      rest = rest.sub(part)
      if (isEnough) break
    }
    return parts
  }

  /** @returns false if the account never held the instrument. */
  protected postMargin(
    transaction: Transaction,
    account: Account,
    instrument: Instrument,
    day: number,
  ): boolean {
    const amount = num(transaction.amount ?? 0)
    const parts = this.shareMargin(account, instrument, amount, transaction.exDay)
    if (parts.length === 0) return false
    const settle = transaction.currency ?? instrument.currency
    const market = rateOn(this.world, instrument.currency, settle, day)
    const cross = transaction.rate === undefined ? market : num(transaction.rate)
    const gross = times(amount, cross) ?? ZERO
    const perSettled = gross.isZero() ? null : amount.div(gross)
    const rate = this.postingRate(settle, instrument.currency, perSettled, day)
    const fees = num(transaction.fees ?? 0)
    const perUnit = rate && perSettled ? rate.div(perSettled) : rate
    for (const [place, [position, part]] of parts.entries()) {
      const costs = place === parts.length - 1 ? times(fees, rate) : null
      this.settleMargin(position, part, perUnit, costs ?? ZERO, day)
    }
    const cash = gross.sub(fees)
    this.cash(account, settle, cash, times(cash, rate), { result: ZERO, fees: ZERO }, day)
    return true
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
    const isPart = !stated.isZero() && stated.abs().lt(position.quantity.abs().sub(dust(position.quantity)))
    const average = sum(position.lots.map(lot => lot.units.mul(lot.paidUpTo ?? ZERO))).div(
      position.quantity.abs(),
    )
    const ending = isPart ? stated.abs().mul(position.quantity.isPos() ? -1 : 1) : position.quantity.neg()
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
    // The same share of every lot is settled.
    for (const lot of position.lots) lot.paidUpTo = average
    this.noteContracts(position, this.due(position), day)
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
    this.offset(account, instrument, day)
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
      const perUnit = num(size(instrument)).mul(position.quantity.isNeg() ? -1 : 1)
      const gains = position.lots.map(lot => lot.units.mul(close.sub(lot.paidUpTo ?? ZERO)).mul(perUnit))
      const won = sum(gains).toDecimalPlaces(8)
      if (won.isZero()) continue
      this.step += 1
      const posting = {
        id: '',
        account: account.id,
        type: 'variation_margin',
        day,
        instrument: instrument.id,
      } as const
      this.postMargin({ ...posting, amount: won.toString() }, account, instrument, day)
    }
  }

  /** Reduces the cost of all lots by the share of nominal repaid. @returns the cost removed. */
  private payDown(
    owner: ReferencePosition,
    instrument: Instrument,
    amount: Num,
    day: number,
  ): { cost: Num | null; gain: Num } {
    const left = owner.quantity.abs().mul(nominal(instrument)).mul(poolFactor(instrument, day))
    const share = amount.abs().div(amount.abs().add(left))
    const before = openCost(owner)
    const gain = this.realizeGains(
      owner.lots.map(lot => ({ ...lot, ...gainsOf(lot, share) })),
      day,
    )
    for (const lot of owner.lots) {
      lot.cost = lot.cost?.mul(num(1).sub(share)) ?? null
      Object.assign(lot, gainsOf(lot, num(1).sub(share)))
    }
    return { cost: before?.mul(share) ?? null, gain }
  }

  /** @returns false if the account never held the instrument. */
  protected postReturn(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): boolean {
    if (instrument && isContract(instrument)) return this.postMargin(transaction, account, instrument, day)
    const owner = instrument ? this.owner(account, instrument, transaction.exDay) : undefined
    if (!instrument || !owner) return false
    const rate = this.postingRate(instrument.currency, instrument.currency, num(1), day)
    const amount = num(transaction.amount ?? 0)
    const fees = num(transaction.fees ?? 0)
    this.enterIfValued(owner, day)
    const before = openCost(owner)
    const isOpen = owner === this.held(account, instrument)
    const isPaidDown = isOpen && transaction.type === 'redemption'
    const { cost: removed, gain } = isPaidDown
      ? this.payDown(owner, instrument, amount, day)
      : { cost: returnCost(owner, times(amount.mul(owner.side), rate)), gain: ZERO }
    if (isOpen && !isPaidDown) reduceLotPrices(owner, instrument, amount, day)
    const posted = times(amount.neg(), rate)
    const costs = times(fees, rate) ?? ZERO
    const realized = posted && removed ? posted.neg().sub(removed).sub(gain) : ZERO
    const result = { posted: posted ?? ZERO, realized, result: costs.neg(), fees: costs }
    this.record(owner, day, { ...result, isDisposal: true, isPaidOut: true }, before)
    if (transaction.type !== 'variation_margin') this.notePayment(transaction, owner, 'principal')
    const cash = amount.sub(fees)
    this.cash(account, instrument.currency, cash, times(cash, rate), { result: ZERO, fees: ZERO }, day)
    return true
  }
}
