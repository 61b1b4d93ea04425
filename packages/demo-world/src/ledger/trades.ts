import type { TransactionType } from '@plumbline/contract'
import { settlementDay } from '../calendar.ts'
import { draw, seedFromName } from '../chance.ts'
import {
  decimalText,
  type Minor,
  moneyText,
  multiplyMoney,
  roundTo,
  scaled,
  scaledText,
} from '../decimals.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'
import { tradeFee, tradeTax } from './charges.ts'
import { accruedInterest } from './coupons.ts'
import { type Ledger, type LedgerWriter, post, toQuantity } from './ledger-writer.ts'
import { provide, type Settlement, settlementIn } from './money.ts'
import type { WorldTransaction } from './world-transaction.ts'

export interface Order {
  readonly instrument: string
  /** Smallest quantities: bought > 0, sold < 0. */
  readonly units: number
  /** Default: near the close, as trades during a day are. */
  readonly price?: number
  readonly type?: TransactionType
  readonly isFree?: boolean
  readonly link?: string
  readonly note?: string
}

/** Trades happen during the day, so their prices lie near the close and not on it; funds trade at their close. */
function priceNear(writer: LedgerWriter, fact: InstrumentFact, account: string): number {
  const close = writer.market.close(fact.key, writer.day)
  if (fact.type === 'fund' || fact.type === 'fx_forward') return close
  const wobble = fact.type === 'bond' || fact.type === 'structured_product' ? 0.0006 : 0.0028
  const near = close * (1 + wobble * draw(seedFromName(`trade/${account}/${fact.key}`), writer.day))
  return Math.max(roundTo(near, fact.priceDecimals), 10 ** -fact.priceDecimals)
}

/** The parts of a trade in the currency it settles in. */
interface Bill {
  readonly settlement: Settlement
  readonly amount: Minor
  readonly accrued: Minor
  readonly fees: Minor
  readonly taxes: Minor
  readonly net: Minor
}

function computeBill(
  writer: LedgerWriter,
  ledger: Ledger,
  fact: InstrumentFact,
  order: Order,
  price: number,
): Bill {
  const isPurchase = order.units > 0
  const size = Math.abs(order.units)
  const amount = multiplyMoney(
    fact.currency,
    scaled(size / 10 ** fact.quantityDecimals, fact.quantityDecimals),
    scaled(price, fact.priceDecimals),
    scaledText(fact.contractSize),
  )
  const settlement = settlementIn(writer, ledger, fact.currency, isPurchase ? 'pays' : 'receives')
  const { currency } = settlement
  const gross = settlement.of(amount)
  const accrued = order.isFree ? 0n : accruedInterest(fact, toQuantity(fact, size), writer.day)
  const fees = order.isFree ? 0n : tradeFee(ledger.custodian, fact, currency, gross, size)
  const taxes = order.isFree ? 0n : tradeTax(ledger.custodian, fact, currency, gross, isPurchase)
  const net = computeNet(fact, isPurchase, settlement.of(amount + accrued), fees + taxes)
  return { settlement, amount, accrued, fees, taxes, net }
}

/** Futures and forwards cost nothing but their fees: what they earn is paid as variation margin. */
function computeNet(fact: InstrumentFact, isPurchase: boolean, value: Minor, costs: Minor): Minor {
  if (movesNoMoney(fact)) return costs
  return isPurchase ? value + costs : value - costs
}

export function movesNoMoney(fact: InstrumentFact): boolean {
  return fact.type === 'future' || fact.type === 'fx_forward'
}

/** Posts a trade and funds it if it is a purchase. Returns null if money is missing. */
export function trade(writer: LedgerWriter, ledger: Ledger, order: Order): WorldTransaction | null {
  const fact = writer.market.fact(order.instrument)
  const price = order.price ?? priceNear(writer, fact, ledger.fact.key)
  const bill = computeBill(writer, ledger, fact, order, price)
  const { currency, rate } = bill.settlement
  const isPaid = order.units > 0 || movesNoMoney(fact)
  if (isPaid && !provide(writer, ledger, currency, bill.net)) return null
  return post(
    writer,
    ledger,
    {
      type: order.type ?? 'trade',
      instrument: fact.key,
      quantity: unitsText(fact, order.units),
      price: decimalText(scaled(price, fact.priceDecimals)),
      amount: moneyText(fact.currency, bill.amount),
      currency,
      net: moneyText(currency, bill.net),
      rate,
      fees: moneyText(currency, bill.fees),
      taxes: moneyText(currency, bill.taxes),
      accrued: bill.accrued === 0n ? null : moneyText(fact.currency, bill.accrued),
      settleDay: settlementDay(writer.day),
      link: order.link ?? null,
      note: order.note ?? null,
    },
    { money: [[currency, isPaid ? -bill.net : bill.net]], units: order.units },
  )
}

/** A signed quantity as text. */
export function unitsText(fact: InstrumentFact, units: number): string {
  return decimalText({ units: BigInt(units), scale: fact.quantityDecimals })
}

/** How many smallest quantities a value buys at the last close, in whole lots. */
export function unitsFor(
  writer: LedgerWriter,
  fact: InstrumentFact,
  value: number,
  currency: string,
): number {
  const { market, day } = writer
  const price = market.close(fact.key, day)
  const unit =
    (price * Number(fact.contractSize) * market.fx.rate(fact.currency, currency, day)) /
    10 ** fact.quantityDecimals
  return Math.floor(value / unit / fact.lot) * fact.lot
}
