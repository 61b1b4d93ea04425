import type { Account, Instrument, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random-ledger.ts'
import { closeOn, type Num, num, rateOn, ZERO } from './market.ts'

/**
 * A second engine, written to be obvious instead of fast: one object per position, plain lists, decimals of 40
 * digits, everything from scratch for one currency. It shares no code with the engine but the ledger's types.
 */
interface Lot {
  readonly transaction: string
  readonly day: number
  units: Num
  /** Null when it cannot be stated in the currency. */
  cost: Num | null
  /** Per unit in the instrument's currency: ranks lots for HIFO. */
  price: Num
}

export interface TwinEvent {
  readonly day: number
  readonly step: number
  booked: Num
  realized: Num
  result: Num
  fees: Num
  /** Change of what a short ties up. */
  collateral: Num
}

export interface TwinPosition {
  readonly key: string
  readonly account: Account
  readonly instrument: Instrument | null
  readonly currency: string
  readonly openDay: number
  closeDay: number
  side: number
  quantity: Num
  lots: Lot[]
  /** Cost of cash under moving average; lots are for securities. */
  cashCost: Num | null
  readonly events: TwinEvent[]
  readonly history: { readonly day: number; readonly quantity: Num }[]
  /** The close at which it enters late; null when it was valued from the start, infinite when it never is. */
  entryDay: number | null
}

const DUST = num('1e-9')
const sum = (values: readonly Num[]): Num => values.reduce((total, value) => total.add(value), ZERO)

export class Twin {
  readonly positions: TwinPosition[] = []
  private readonly current = new Map<string, TwinPosition>()
  private step = 0
  private readonly world: GeneratedWorld
  private readonly target: string

  constructor(world: GeneratedWorld, target: string) {
    this.world = world
    this.target = target
    const arrivals = this.arrivalDays()
    const order = world.ledger.transactions
      .filter(transaction => !(transaction.type === 'transfer_out' && this.partner(transaction)))
      .map(transaction => ({ transaction, day: arrivals.get(transaction.link ?? '') ?? transaction.day }))
      .sort((a, b) => a.day - b.day || (a.transaction.timeMs ?? 0) - (b.transaction.timeMs ?? 0))
    const splits = world.ledger.instruments
      .flatMap(instrument => (instrument.splits ?? []).map(split => ({ instrument, split })))
      .sort((a, b) => a.split.day - b.split.day)
    for (let day = world.firstDay - 100; day <= world.lastDay; day += 1) {
      for (const { instrument, split } of splits)
        if (split.day === day) this.split(instrument, num(split.numerator).div(split.denominator), day)
      for (const item of order) if (item.day === day) this.book(item.transaction, day)
    }
    for (const position of this.positions)
      if (position.entryDay !== null && this.isWaiting(position)) this.enter(position)
  }

  private readonly waiting = new Set<TwinPosition>()

  private isWaiting(position: TwinPosition): boolean {
    return this.waiting.has(position)
  }

  private partner(transaction: Transaction): Transaction | undefined {
    if (transaction.link === undefined) return undefined
    return this.world.ledger.transactions.find(
      other => other.link === transaction.link && other !== transaction,
    )
  }

  private arrivalDays(): Map<string, number> {
    const days = new Map<string, number>()
    for (const { link, day } of this.world.ledger.transactions)
      if (link !== undefined) days.set(link, Math.max(days.get(link) ?? day, day))
    return days
  }

  private account(id: string): Account {
    const account = this.world.ledger.accounts.find(entry => entry.id === id)
    if (!account) throw new Error(`no account ${id}`)
    return account
  }

  private instrumentOf(transaction: Transaction): Instrument | null {
    return this.world.ledger.instruments.find(entry => entry.id === transaction.instrument) ?? null
  }

  /** Value of one unit of a position at a close, in the target currency. */
  unitValue(position: TwinPosition, day: number): Num | null {
    const rate = rateOn(this.world, position.currency, this.target, day)
    const price = position.instrument ? closeOn(this.world, position.instrument, day) : num(1)
    return rate && price ? price.mul(position.instrument?.contractSize ?? 1).mul(rate) : null
  }

  quantityOn(position: TwinPosition, day: number): Num {
    return position.history.findLast(entry => entry.day <= day)?.quantity ?? ZERO
  }

  /** What a position adds to the value of a scope at a close: nothing while it is outside. */
  valueOn(position: TwinPosition, day: number): Num {
    const quantity = this.quantityOn(position, day)
    if (quantity.isZero() || (position.entryDay !== null && day < position.entryDay)) return ZERO
    return quantity.mul(this.unitValue(position, day) ?? ZERO)
  }

  private open(
    key: string,
    account: Account,
    instrument: Instrument | null,
    currency: string,
    day: number,
    side: number,
  ): TwinPosition {
    const position: TwinPosition = {
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
      events: [],
      history: [],
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

  private cost(position: TwinPosition): Num | null {
    if (!position.instrument) return position.cashCost
    return position.lots.some(lot => lot.cost === null)
      ? null
      : sum(position.lots.map(lot => lot.cost ?? ZERO))
  }

  /** At the first valued close: cost stays what it was, or becomes the value where it cannot be stated. */
  private enter(position: TwinPosition): void {
    this.waiting.delete(position)
    const day = position.entryDay ?? 0
    const quantity = Number.isFinite(day) ? this.quantityOn(position, day) : ZERO
    if (!Number.isFinite(day) || (position.instrument && quantity.isZero())) {
      position.entryDay = Number.POSITIVE_INFINITY
      this.waiting.add(position)
      return
    }
    const value = quantity.mul(this.unitValue(position, day) ?? ZERO)
    if (this.cost(position) === null) {
      const units = sum(position.lots.map(lot => lot.units))
      for (const lot of position.lots) lot.cost = value.mul(lot.units).div(units)
      if (!position.instrument) position.cashCost = value
    }
    const cost = this.cost(position) ?? value
    const collateral = position.instrument && position.side < 0 ? cost.mul(-2) : ZERO
    position.events.push({
      day,
      step: -1 - this.positions.indexOf(position),
      booked: value,
      realized: ZERO,
      result: ZERO,
      fees: ZERO,
      collateral,
    })
  }

  private record(position: TwinPosition, day: number, event: Partial<TwinEvent>, before: Num | null): void {
    if (this.isWaiting(position)) return
    const after = this.cost(position)
    const isShort = position.instrument !== null && position.side < 0
    const collateral = isShort && before && after ? after.sub(before).mul(-2) : ZERO
    position.events.push({
      day,
      step: this.step,
      booked: ZERO,
      realized: ZERO,
      result: ZERO,
      fees: ZERO,
      collateral,
      ...event,
    })
  }

  private arrive(position: TwinPosition, day: number): void {
    if (this.isWaiting(position) && position.entryDay !== null && day > position.entryDay)
      this.enter(position)
  }

  private setQuantity(position: TwinPosition, quantity: Num, day: number): void {
    position.quantity = quantity.abs().lt(DUST) && position.instrument ? ZERO : quantity
    position.history.push({ day, quantity: position.quantity })
    if (position.instrument && position.quantity.isZero()) {
      position.closeDay = day
      position.lots = []
      this.current.delete(`${position.account.id}/${position.instrument.id}`)
    }
  }

  /** Takes units out by the account's method: what they cost, and the lots as they leave. */
  private take(position: TwinPosition, units: Num): { cost: Num | null; lots: Lot[] } {
    const method = position.account.lotMethod ?? 'fifo'
    const left: Lot[] = []
    if (method === 'average') {
      const total = sum(position.lots.map(lot => lot.units))
      const share = units.gte(total.sub(DUST)) ? num(1) : units.div(total)
      const all = this.cost(position)
      for (const lot of position.lots) {
        left.push({
          ...lot,
          units: lot.units.mul(share),
          cost: all ? all.mul(share).mul(lot.units).div(total) : null,
        })
        lot.cost = all ? all.mul(num(1).sub(share)).mul(lot.units).div(total) : null
        lot.units = lot.units.mul(num(1).sub(share))
      }
      return { cost: all ? all.mul(share) : null, lots: left }
    }
    let wanted = units
    while (wanted.gt(DUST) && position.lots.length > 0) {
      const sorted = position.lots
        .map((lot, place) => ({ lot, place }))
        .sort((a, b) => this.compare(method, a, b))
      const lot = sorted[0]?.lot
      if (!lot) break
      const isWhole = wanted.gte(lot.units.sub(DUST))
      const taken = isWhole ? lot.units : wanted
      const part = lot.cost ? lot.cost.mul(taken).div(lot.units) : null
      left.push({ ...lot, units: taken, cost: part })
      lot.cost = lot.cost && part ? lot.cost.sub(part) : null
      lot.units = lot.units.sub(taken)
      if (isWhole) position.lots = position.lots.filter(entry => entry !== lot)
      wanted = wanted.sub(taken)
    }
    return {
      cost: left.some(lot => lot.cost === null) ? null : sum(left.map(lot => lot.cost ?? ZERO)),
      lots: left,
    }
  }

  private compare(method: string, a: { lot: Lot; place: number }, b: { lot: Lot; place: number }): number {
    const byDate = a.lot.day - b.lot.day || a.place - b.place
    if (method === 'lifo') return -byDate
    if (method === 'hifo') return b.lot.price.cmp(a.lot.price) || byDate
    return byDate
  }

  private split(instrument: Instrument, ratio: Num, day: number): void {
    for (const position of this.positions) {
      if (position.instrument !== instrument || position.quantity.isZero()) continue
      for (const lot of position.lots) {
        lot.units = lot.units.mul(ratio)
        lot.price = lot.price.div(ratio)
      }
      this.setQuantity(position, position.quantity.mul(ratio), day)
    }
  }

  /** Money of an account: moving average in the target currency. */
  private cash(
    account: Account,
    currency: string,
    amount: Num,
    booked: Num | null,
    own: { result: Num | null; fees: Num | null },
    day: number,
  ): void {
    const isTracked = account.cash !== 'none'
    const hasOwn = own.result !== null && !(own.result.isZero() && (own.fees ?? ZERO).isZero())
    if (!isTracked && !hasOwn && own.result !== null) return
    const key = `cash:${account.id}:${currency}`
    let position = this.current.get(key)
    if (!position) {
      position = this.open(key, account, null, currency, day, 1)
      this.current.set(key, position)
    }
    this.arrive(position, day)
    let realized = ZERO
    const value = isTracked ? booked : ZERO
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
      this.setQuantity(position, after, day)
    }
    this.record(
      position,
      day,
      { booked: value ?? ZERO, realized, result: own.result ?? ZERO, fees: own.fees ?? ZERO },
      null,
    )
  }

  /** One rate from a booking's settlement currency into the target, for all its legs. */
  private bookingRate(
    settle: string,
    other: string,
    perSettled: Num | null,
    day: number,
    target = this.target,
  ): Num | null {
    if (settle === target) return num(1)
    if (other === target && perSettled) return perSettled
    const rate = rateOn(this.world, settle, target, day)
    if (rate) return rate
    const otherRate = rateOn(this.world, other, target, day)
    return perSettled && otherRate ? perSettled.mul(otherRate) : null
  }

  private book(transaction: Transaction, day: number): void {
    this.step += 1
    const account = this.account(transaction.account)
    const instrument = this.instrumentOf(transaction)
    const { type } = transaction
    if (type === 'trade') this.bookTrade(transaction, account, instrument, day)
    else if (type === 'transfer_in' || type === 'transfer_out')
      this.bookDelivery(transaction, account, instrument, day)
    else if (type === 'fx') this.bookConversion(transaction, account, day)
    else if (type === 'deposit' || type === 'withdrawal') {
      const currency = transaction.currency ?? ''
      const amount = num(transaction.amount ?? 0).mul(type === 'deposit' ? 1 : -1)
      const rate = this.bookingRate(currency, currency, null, day)
      this.cash(account, currency, amount, rate && amount.mul(rate), { result: ZERO, fees: ZERO }, day)
    } else this.bookResult(transaction, account, instrument, day)
  }

  private bookResult(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): void {
    const currency = transaction.currency ?? instrument?.currency ?? ''
    const amount = num(transaction.amount ?? 0)
    const isFee = ['fees', 'fees_cash', 'trailer_fees'].includes(transaction.type)
    const fees = (isFee ? amount.mul(transaction.type === 'trailer_fees' ? -1 : 1) : ZERO).add(
      transaction.fees ?? 0,
    )
    const taxes = (transaction.type === 'tax' ? amount : ZERO).add(transaction.taxes ?? 0)
    const income = isFee || transaction.type === 'tax' ? ZERO : amount
    const cash = income.sub(fees).sub(taxes)
    const perSettled = isFee || transaction.type === 'tax' || income.isZero() ? null : num(1)
    const rate = this.bookingRate(currency, instrument?.currency ?? currency, perSettled, day)
    const owner = instrument ? this.owner(account, instrument, transaction.exDay) : undefined
    const value = rate && cash.mul(rate)
    if (!owner) {
      this.cash(account, currency, cash, value, { result: value, fees: rate && fees.mul(rate) }, day)
      return
    }
    this.arrive(owner, day)
    const cost = this.cost(owner)
    this.record(owner, day, { result: value ?? ZERO, fees: rate ? fees.mul(rate) : ZERO }, cost)
    this.cash(account, currency, cash, value, { result: ZERO, fees: ZERO }, day)
  }

  private owner(
    account: Account,
    instrument: Instrument,
    exDay: number | undefined,
  ): TwinPosition | undefined {
    const all = this.positions.filter(
      position => position.account === account && position.instrument === instrument,
    )
    const held =
      exDay === undefined
        ? undefined
        : all.findLast(position => position.openDay < exDay && position.closeDay >= exDay)
    return held ?? this.current.get(`${account.id}/${instrument.id}`) ?? all.at(-1)
  }

  private bookConversion(transaction: Transaction, account: Account, day: number): void {
    const currency = transaction.currency ?? ''
    const other = transaction.counterCurrency ?? ''
    const paid = num(transaction.net ?? 0)
    const fees = num(transaction.fees ?? 0)
    const gross = paid.sub(fees)
    const received = num(transaction.counterAmount ?? 0)
    const rate = this.bookingRate(currency, other, gross.isZero() ? null : received.div(gross), day)
    const costs = rate ? fees.mul(rate) : null
    this.cash(
      account,
      currency,
      paid.neg(),
      rate && paid.neg().mul(rate),
      { result: costs?.neg() ?? null, fees: costs },
      day,
    )
    this.cash(account, other, received, rate && gross.mul(rate), { result: ZERO, fees: ZERO }, day)
  }

  private bookTrade(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): void {
    if (!instrument) return
    const quantity = num(transaction.quantity ?? 0)
    const gross = quantity
      .abs()
      .mul(transaction.price ?? 0)
      .mul(instrument.contractSize ?? 1)
    const settle = transaction.currency ?? instrument.currency
    const recorded = num(transaction.rate ?? 1)
    const sign = quantity.isPos() ? 1 : -1
    const fees = num(transaction.fees ?? 0)
    const costs = fees.add(transaction.taxes ?? 0)
    const accrued = num(transaction.accrued ?? 0).mul(recorded)
    const settled = gross.mul(recorded)
    const cash = settled.add(accrued).mul(-sign).sub(costs)
    const rate = this.bookingRate(
      settle,
      instrument.currency,
      settled.isZero() ? null : num(1).div(recorded),
      day,
    )
    const price = num(transaction.price ?? 0)
    this.change(account, instrument, quantity, {
      day,
      key: transaction.id,
      value: rate && settled.mul(rate),
      result: rate ? accrued.mul(-sign).sub(costs).mul(rate) : ZERO,
      fees: rate ? fees.mul(rate) : ZERO,
      price,
      isCarry: false,
      lots: null,
    })
    this.cash(account, settle, cash, rate && cash.mul(rate), { result: ZERO, fees: ZERO }, day)
  }

  /** Changes a holding at a value, splitting at zero. */
  private change(
    account: Account,
    instrument: Instrument,
    quantity: Num,
    facts: {
      day: number
      key: string
      value: Num | null
      result: Num
      fees: Num
      price: Num
      isCarry: boolean
      lots: Lot[] | null
    },
  ): void {
    const { day } = facts
    const held = this.current.get(`${account.id}/${instrument.id}`)?.quantity ?? ZERO
    const isReducing = !held.isZero() && held.isPos() !== quantity.isPos()
    const parts =
      isReducing && quantity.abs().gt(held.abs().add(DUST)) ? [held.neg(), quantity.add(held)] : [quantity]
    parts.forEach((part, index) => {
      const share = parts.length === 1 ? num(1) : part.div(quantity)
      const value = facts.value?.mul(share).mul(part.isPos() ? 1 : -1) ?? null
      const event = { result: facts.result.mul(share), fees: facts.fees.mul(share), booked: value ?? ZERO }
      let position = this.current.get(`${account.id}/${instrument.id}`)
      if (position && position.quantity.isPos() !== part.isPos()) {
        this.arrive(position, day)
        const before = this.cost(position)
        const { cost } = this.take(position, part.abs())
        this.setQuantity(position, position.quantity.add(part), day)
        const isClosed = position.quantity.isZero()
        const removed = isClosed ? before : cost
        const realized = facts.isCarry || !value || !removed ? ZERO : value.neg().sub(removed)
        this.record(position, day, { ...event, realized }, before)
        return
      }
      if (!position) {
        position = this.open(
          index === 0 ? facts.key : `${facts.key}/2`,
          account,
          instrument,
          instrument.currency,
          day,
          part.isPos() ? 1 : -1,
        )
        this.current.set(`${account.id}/${instrument.id}`, position)
      }
      this.arrive(position, day)
      const before = this.cost(position)
      const lots = facts.lots ?? [
        { transaction: facts.key, day, units: part.abs(), cost: value, price: facts.price },
      ]
      position.lots = [...position.lots, ...lots]
      this.setQuantity(position, position.quantity.add(part), day)
      this.record(position, day, event, before)
    })
  }

  /** Securities from outside, to outside, or from another account. */
  private bookDelivery(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): void {
    if (!instrument) return
    const quantity = num(transaction.quantity ?? 0)
    const partner = this.partner(transaction)
    const hasValue = transaction.amount !== undefined && !partner
    const close = closeOn(this.world, instrument, day)
    const market = close
      ? quantity
          .abs()
          .mul(instrument.contractSize ?? 1)
          .mul(close)
      : ZERO
    const gross = hasValue ? num(transaction.amount ?? 0) : market
    const rate = this.bookingRate(instrument.currency, instrument.currency, num(1), day)
    const taxes = num(transaction.taxes ?? 0)
    const price = gross.div(quantity.abs().mul(instrument.contractSize ?? 1))
    const value = rate && gross.mul(rate)
    if (partner) {
      this.bookMove(partner, transaction, instrument, quantity, value, price, day)
      return
    }
    const held = this.current.get(`${account.id}/${instrument.id}`)?.quantity ?? ZERO
    const canKeepLots = transaction.type === 'transfer_in' && !held.isNeg() && transaction.lots !== undefined
    const lots = canKeepLots
      ? (transaction.lots ?? []).map(
          (lot): Lot => ({
            transaction: transaction.id,
            day: lot.day,
            units: num(lot.quantity),
            cost: rate && num(lot.cost).mul(rate),
            price: num(lot.cost).div(num(lot.quantity).mul(instrument.contractSize ?? 1)),
          }),
        )
      : null
    this.change(account, instrument, quantity, {
      day,
      key: transaction.id,
      value,
      result: rate ? taxes.mul(rate).neg() : ZERO,
      fees: ZERO,
      price,
      isCarry: !hasValue,
      lots,
    })
  }

  private bookMove(
    out: Transaction,
    into: Transaction,
    instrument: Instrument,
    quantity: Num,
    value: Num | null,
    price: Num,
    day: number,
  ): void {
    const source = this.account(out.account)
    const target = this.account(into.account)
    const from = this.current.get(`${source.id}/${instrument.id}`)
    const to = this.current.get(`${target.id}/${instrument.id}`)
    const canCarry = (from?.quantity.gte(quantity.sub(DUST)) ?? false) && !(to?.quantity.isNeg() ?? false)
    const facts = { day, value, result: ZERO, fees: ZERO, price }
    if (from && canCarry) {
      this.arrive(from, day)
      const before = this.cost(from)
      const { lots } = this.take(from, quantity)
      this.setQuantity(from, from.quantity.sub(quantity), day)
      this.record(from, day, { booked: value ? value.neg() : ZERO }, before)
      this.change(target, instrument, quantity, { ...facts, key: into.id, isCarry: true, lots })
    } else {
      this.change(source, instrument, quantity.neg(), { ...facts, key: out.id, isCarry: false, lots: null })
      this.change(target, instrument, quantity, { ...facts, key: into.id, isCarry: false, lots: null })
    }
    const fees = num(out.fees ?? 0)
    if (!fees.isZero()) {
      this.step += 1
      this.bookResult({ ...out, type: 'fees', amount: 0 }, source, instrument, day)
    }
  }
}
