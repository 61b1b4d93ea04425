import { isoWeekday } from '@plumbline/engine'
import { falls, fallsMonthly, type Turn } from '../calendar.ts'
import { decimalText, moneyText, multiplyMoney, scaled, scaledText, toMajor } from '../decimals.ts'
import { worldId } from '../identity.ts'
import type { InstrumentFact, PricePath } from '../instruments/instrument.ts'
import { findLedger, heldUnits, type Ledger, type LedgerWriter, post } from '../ledger/ledger-writer.ts'
import { provide } from '../ledger/money.ts'
import { movesNoMoney, trade, unitsText } from '../ledger/trades.ts'

/** What an account does with contracts on their listing day. */
const optionSizes: Readonly<Record<string, number>> = {
  'TIDE-C-2022-03': 6,
  'LARK-P-2022-06': -5,
  'CMLT-C-2023-12': 4,
  'GRYH-P-2023-09': -5,
}
const insuranceContracts = 6
const indexFutures = -8
const goldFutures = 2
const forwardDollars = -1_200_000

/** The last price at which a contract was settled: what it moved since then is paid as variation margin. */
export type SettledPrices = Map<string, number>

/** Opens the contracts that are listed in the turn. */
export function openContracts(writer: LedgerWriter, settled: SettledPrices, turn: Turn): void {
  for (const fact of writer.market.instruments) {
    if (!falls(turn, fact.listed)) continue
    if (fact.type === 'option') openOption(writer, fact)
    if (fact.type === 'future') {
      const isGold = fact.sector === 'real_assets'
      openMarginContract(
        writer,
        settled,
        fact,
        isGold ? 'kestrel' : 'falkenau',
        isGold ? goldFutures : indexFutures,
      )
    }
    if (fact.type === 'fx_forward') openMarginContract(writer, settled, fact, 'falkenau', forwardDollars)
  }
}

function openOption(writer: LedgerWriter, fact: InstrumentFact): void {
  const ledger = findLedger(writer, 'kestrel')
  const single = optionSizes[fact.key]
  if (single !== undefined) {
    trade(writer, ledger, { instrument: fact.key, units: single })
    return
  }
  if (fact.underlying === 'US500') {
    trade(writer, ledger, { instrument: fact.key, units: insuranceContracts, note: 'Insurance' })
    return
  }
  // Calls are written on half of the shares that are there to be delivered.
  const contracts = Math.floor((heldUnits(ledger, fact.underlying ?? '') * 0.5) / 100)
  if (contracts > 0) trade(writer, ledger, { instrument: fact.key, units: -contracts, note: 'Overwriting' })
}

function openMarginContract(
  writer: LedgerWriter,
  settled: SettledPrices,
  fact: InstrumentFact,
  account: string,
  units: number,
): void {
  const transaction = trade(writer, findLedger(writer, account), { instrument: fact.key, units })
  if (transaction) settled.set(fact.key, Number(transaction.price))
}

/** Sells something, so that an account has so much of its base currency. */
export type MakeRoom = (ledger: Ledger, needed: number) => void

/** Pays what futures won or lost: on Fridays for the index, at the end of a month for gold, and at the end. */
export function settleMargins(
  writer: LedgerWriter,
  settled: SettledPrices,
  turn: Turn,
  makeRoom: MakeRoom,
): void {
  for (const ledger of writer.ledgers.values())
    for (const key of [...ledger.held.keys()]) {
      const fact = writer.market.fact(key)
      if (!movesNoMoney(fact)) continue
      const ends = fact.expiration !== null && falls(turn, fact.expiration)
      if (ends || isMarginDay(fact, turn)) payMargin(writer, ledger, settled, fact, makeRoom)
      if (ends)
        trade(writer, ledger, {
          instrument: key,
          units: -heldUnits(ledger, key),
          price: writer.market.close(key, writer.day),
          type: fact.type === 'future' ? 'expiry' : 'trade',
          isFree: true,
        })
    }
}

function isMarginDay(fact: InstrumentFact, turn: Turn): boolean {
  if (fact.type !== 'future') return false
  return fact.sector === 'real_assets' ? fallsMonthly(turn, 31) : isoWeekday(turn.day) === 5
}

function payMargin(
  writer: LedgerWriter,
  ledger: Ledger,
  settled: SettledPrices,
  fact: InstrumentFact,
  makeRoom: MakeRoom,
): void {
  const before = settled.get(fact.key) ?? 0
  const now = writer.market.close(fact.key, writer.day)
  const result = multiplyMoney(
    fact.currency,
    { units: BigInt(heldUnits(ledger, fact.key)), scale: fact.quantityDecimals },
    scaled(now - before, fact.priceDecimals),
    scaledText(fact.contractSize),
  )
  if (result === 0n) return
  if (!provide(writer, ledger, fact.currency, -result))
    makeRoom(ledger, -toMajor(fact.currency, result) * 1.5)
  const text = moneyText(fact.currency, result)
  post(
    writer,
    ledger,
    { type: 'variation_margin', instrument: fact.key, currency: fact.currency, amount: text, net: text },
    { money: [[fact.currency, result]] },
  )
  settled.set(fact.key, now)
}

/** Options that expire in the turn: worthless, exercised, assigned, or paid out. */
export function expireOptions(writer: LedgerWriter, turn: Turn): void {
  for (const ledger of writer.ledgers.values())
    for (const key of [...ledger.held.keys()]) {
      const fact = writer.market.fact(key)
      if (fact.path.kind === 'option' && falls(turn, fact.path.expiry))
        expire(writer, ledger, fact, fact.path)
    }
}

function expire(
  writer: LedgerWriter,
  ledger: Ledger,
  fact: InstrumentFact,
  option: PricePath & { kind: 'option' },
): void {
  const units = heldUnits(ledger, fact.key)
  const worth = writer.market.close(fact.key, writer.day)
  const underlying = writer.market.fact(option.underlying)
  if (worth === 0) {
    const common = { instrument: fact.key, units: -units, price: 0, isFree: true } as const
    trade(writer, ledger, { ...common, type: 'expiry' })
  } else if (underlying.type === 'other') {
    // An index cannot be delivered: its options are paid out.
    trade(writer, ledger, { instrument: fact.key, units: -units, price: worth })
  } else {
    deliver(writer, ledger, fact, option, units)
  }
}

/** Two transactions that share a link: the option goes, and shares come or go at the strike. */
function deliver(
  writer: LedgerWriter,
  ledger: Ledger,
  fact: InstrumentFact,
  option: PricePath & { kind: 'option' },
  units: number,
): void {
  const type = units > 0 ? 'exercise' : 'assignment'
  const link = worldId('link', type, fact.key)
  const direction = option.right === 'call' ? 1 : -1
  const shares = units * direction * Number(fact.contractSize)
  const underlying = writer.market.fact(option.underlying)
  const cost = multiplyMoney(
    fact.currency,
    scaled(Math.abs(shares), 0),
    scaled(option.strike, underlying.priceDecimals),
  )
  if (shares > 0 && !provide(writer, ledger, fact.currency, cost)) {
    trade(writer, ledger, {
      instrument: fact.key,
      units: -units,
      price: writer.market.close(fact.key, writer.day),
    })
    return
  }
  post(
    writer,
    ledger,
    {
      type,
      instrument: fact.key,
      currency: fact.currency,
      quantity: unitsText(fact, -units),
      price: decimalText(scaled(0, fact.priceDecimals)),
      amount: moneyText(fact.currency, 0n),
      net: moneyText(fact.currency, 0n),
      link,
    },
    { units: -units },
  )
  trade(writer, ledger, {
    instrument: option.underlying,
    units: shares,
    price: option.strike,
    type,
    isFree: true,
    link,
  })
}
