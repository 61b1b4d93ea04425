import type { Account, Instrument, Transaction } from '../../../src/index.ts'
import type { GeneratedWorld } from '../../random/random-ledger.ts'
import { closeOn, rateOn } from '../market.ts'
import { type Num, num, ZERO } from '../market-numbers.ts'

/** An open lot of contracts: signed units, entry price, and the price they are settled to. */
interface ContractLot {
  readonly entry: Num
  units: Num
  price: Num
}

/** Amounts by day, in the order of their days. */
export type Amounts = { readonly day: number; readonly amount: Num }[]

export const amountOn = (amounts: Amounts, day: number): Num =>
  amounts.findLast(entry => entry.day <= day)?.amount ?? ZERO

/**
 * The futures or one forward of one account, from prices and payments alone:
 *
 *     owed = sum of units x price of all trades + all payments        value = units x close - owed
 *
 * Where no margin is posted, closing pays the gain of the lots taken; where it is derived, each close pays the value.
 */
export class ContractPosition {
  readonly owed: Amounts = []
  private lots: ContractLot[] = []
  private total = ZERO
  private hasTraded = false
  private readonly world: GeneratedWorld
  readonly account: Account
  readonly instrument: Instrument
  private readonly pay: (day: number, currency: string, amount: Num) => void
  private readonly hasMargin: boolean

  constructor(
    world: GeneratedWorld,
    account: Account,
    instrument: Instrument,
    pay: (day: number, currency: string, amount: Num) => void,
  ) {
    this.world = world
    this.account = account
    this.instrument = instrument
    this.pay = pay
    this.hasMargin = world.ledger.transactions.some(
      entry =>
        entry.type === 'variation_margin' &&
        entry.account === account.id &&
        entry.instrument === instrument.id &&
        Number(entry.amount) !== 0,
    )
  }

  get held(): Num {
    return this.lots.reduce((sum, lot) => sum.add(lot.units), ZERO)
  }

  private get size(): number {
    return this.instrument.contractSize ?? 1
  }

  private owe(day: number, change: Num): void {
    this.total = this.total.add(change)
    this.owed.push({ day, amount: this.total })
  }

  /** Removes units by the account's lot method. @returns units x entry price of those removed. */
  private take(units: Num): Num {
    const method = this.account.lotMethod ?? 'fifo'
    const all = this.held
    let entry = ZERO
    if (method === 'average') {
      const share = units.div(all)
      const worth = this.lots.reduce((sum, lot) => sum.add(lot.units.mul(lot.price)), ZERO)
      for (const lot of this.lots) {
        lot.price = worth.div(all)
        lot.units = lot.units.mul(num(1).sub(share))
      }
      entry = worth.mul(share)
    } else {
      let left = units
      const order = this.lots.map((lot, place) => ({ lot, place }))
      if (method === 'lifo') order.reverse()
      // Of a short the highest cost is the highest price too: lots rank by their entry.
      if (method === 'hifo') order.sort((a, b) => b.lot.entry.cmp(a.lot.entry) || a.place - b.place)
      for (const { lot } of order) {
        const taken = left.abs().lt(lot.units.abs()) ? left : lot.units
        entry = entry.add(taken.mul(lot.price))
        lot.units = lot.units.sub(taken)
        left = left.sub(taken)
      }
    }
    this.lots = this.lots.filter(lot => lot.units.abs().gt('1e-9'))
    return entry.mul(this.size)
  }

  trade({ quantity = 0, price = 0, currency, day }: Transaction): void {
    const change = num(quantity)
    const held = this.held
    this.hasTraded = true
    const isClosing = !held.isZero() && held.isPos() !== change.isPos()
    const closing = !isClosing ? ZERO : change.abs().lt(held.abs()) ? change : held.neg()
    const opening = change.sub(closing)
    this.owe(day, change.mul(price).mul(this.size))
    if (!closing.isZero()) {
      const gain = closing.mul(price).mul(this.size).neg().sub(this.take(closing.neg()))
      if (!this.hasMargin) this.settle(day, gain, currency ?? this.instrument.currency)
    }
    if (!opening.isZero()) this.lots.push({ entry: num(price), units: opening, price: num(price) })
  }

  private settle(day: number, gain: Num, currency: string): void {
    const rate = rateOn(this.world, this.instrument.currency, currency, day)
    this.owe(day, gain)
    if (rate) this.pay(day, currency, gain.mul(rate))
  }

  /** Ends contracts of a forward against money that other legs state. @returns false without a holding. */
  exchange({ quantity = 0, day }: Transaction): boolean {
    const held = this.held
    if (held.isZero()) return false
    const stated = num(quantity).abs()
    const isPart = !stated.isZero() && stated.lt(held.abs().sub('1e-9'))
    // Both currencies are exchanged, so the same share of every lot ends.
    const share = isPart ? stated.div(held.abs()) : num(1)
    const worth = this.lots.reduce((sum, lot) => sum.add(lot.units.mul(lot.price)), ZERO)
    for (const lot of this.lots) lot.units = lot.units.mul(num(1).sub(share))
    this.lots = this.lots.filter(lot => !lot.units.isZero())
    this.owe(day, worth.mul(share).mul(this.size).neg())
    return true
  }

  /**
   * A posted margin settles what is due from closed contracts and all open ones, these to one price. Before the first
   * trade it is income of the account, not of a contract.
   */
  margin({ amount = 0, day }: Transaction): void {
    if (!this.hasTraded || num(amount).isZero()) return
    this.owe(day, num(amount))
    const units = this.held.mul(this.size)
    for (const lot of this.lots) lot.price = this.total.div(units)
  }

  /** At the close, derived margin pays the value and the lots start anew at the close. */
  close(day: number): void {
    if (this.account.variationMargin !== 'derived' || this.hasMargin || this.instrument.type !== 'future')
      return
    const close = this.lots.length > 0 ? closeOn(this.world, this.instrument, day) : null
    if (!close) return
    const gain = this.held.mul(this.size).mul(close).sub(this.total)
    for (const lot of this.lots) lot.price = close
    this.settle(day, gain, this.instrument.currency)
  }
}
