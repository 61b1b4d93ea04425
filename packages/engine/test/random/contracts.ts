import {
  type Account,
  denseSeries,
  type Instrument,
  type Market,
  type Quote,
  rateSeries,
  type Transaction,
} from '../../src/index.ts'
import { CURRENCIES, cents, createRandom, type Draw, FIRST_DAY, pick } from './draws.ts'
import type { GeneratedWorld } from './random-ledger.ts'

/** How the gains of an account's contracts are paid. */
const MARGIN_MODES = ['posted', 'derived', 'closing'] as const
type MarginMode = (typeof MARGIN_MODES)[number]

const DAYS = 14
const LOT_METHODS = ['fifo', 'lifo', 'hifo', 'average'] as const

/** A ledger of contracts under construction. */
interface ContractsContext {
  readonly draw: Draw
  readonly quotes: ReadonlyMap<string, readonly Quote[]>
  readonly transactions: Transaction[]
}

/** The trades of one account in one instrument, and the margin posted for them. */
interface Holding {
  readonly account: Account
  readonly instrument: Instrument
  readonly mode: MarginMode
  quantity: number
  /** Sum of units x price of all trades, and of all margin posted. */
  notional: number
  paid: number
}

/** Closes that may lie below zero, one per day. */
function drawCloses(draw: Draw, isRate: boolean): Quote[] {
  let value = draw(3) === 0 ? draw(20) - 15 : 40 + draw(60)
  return Array.from({ length: DAYS + 3 }, (_, place): Quote => {
    value += (draw(1201) - 600) / 100
    return [FIRST_DAY - 3 + place, isRate ? Math.round(9000 + 40 * value) / 10_000 : cents(value)]
  })
}

function closeOn(context: ContractsContext, instrument: string, day: number): number {
  return context.quotes.get(instrument)?.[day + 3]?.[1] ?? 0
}

function push(context: ContractsContext, holding: Holding, day: number, facts: Partial<Transaction>): void {
  const place = context.transactions.length
  context.transactions.push({
    id: `t${String((place * 7919) % 10_007).padStart(5, '0')}`,
    account: holding.account.id,
    instrument: holding.instrument.id,
    type: 'trade',
    day: FIRST_DAY + day,
    timeMs: place * 1000,
    ...facts,
  })
}

/** Lots that a closing names: one or two of the trades so far, whether they are open or not. */
function drawTakes({ draw, transactions }: ContractsContext, { account, instrument }: Holding) {
  const own = transactions.filter(
    entry => entry.account === account.id && entry.instrument === instrument.id && entry.type === 'trade',
  )
  return Array.from({ length: 1 + draw(2) }, () => ({
    transaction: pick(draw, own).id,
    quantity: 1 + draw(3),
  }))
}

/** Opens, adds, closes a part, closes all, or turns the side, at a price near the close. */
function addTrade(context: ContractsContext, holding: Holding, day: number): void {
  const { draw } = context
  const { instrument } = holding
  const size = instrument.contractSize ?? 1
  const step = instrument.type === 'fx_forward' ? 1000 : 1
  const held = holding.quantity
  const kind = draw(10)
  const drawn = (1 + draw(4)) * step * (draw(2) === 0 ? 1 : -1)
  const quantity =
    held === 0 || kind < 4 ? drawn : kind < 7 ? -held : -held - Math.sign(held) * (1 + draw(3)) * step
  const isForward = instrument.type === 'fx_forward'
  const price = isForward
    ? Math.round((closeOn(context, instrument.id, day) + (draw(21) - 10) / 1000) * 1000) / 1000
    : cents(closeOn(context, instrument.id, day) + (draw(201) - 100) / 100)
  const isClosing = held * quantity < 0
  const other = pick(draw, CURRENCIES)
  holding.quantity = held + quantity
  holding.notional += quantity * size * price
  push(context, holding, day, {
    quantity,
    price,
    fees: draw(3) === 0 ? draw(5) : 0,
    ...(isClosing && draw(5) === 0 ? { takes: drawTakes(context, holding) } : {}),
    ...(draw(6) === 0 && other !== instrument.currency ? { currency: other } : {}),
  })
}

/** Posts what is not paid yet at the close of a day, all of it or a part, sometimes too much. */
function addMargin(context: ContractsContext, holding: Holding, day: number): void {
  const { draw } = context
  const { instrument, quantity, notional, paid } = holding
  const close = closeOn(context, instrument.id, Math.max(0, day - draw(2)))
  const unpaid = quantity * (instrument.contractSize ?? 1) * close - notional - paid
  const amount = cents(unpaid * pick(draw, [1, 1, 1, 0.5, 1.2]))
  if (amount === 0 || notional === 0) return
  const other = pick(draw, CURRENCIES)
  const isConverted = draw(6) === 0 && other !== instrument.currency
  holding.paid += amount
  push(context, holding, day, {
    type: 'variation_margin',
    amount,
    fees: draw(6) === 0 ? 1 : 0,
    ...(isConverted ? { currency: other, rate: cents(0.8 + draw(40) / 100) } : {}),
    ...(draw(12) === 0 ? { exDay: FIRST_DAY + Math.max(0, day - draw(3)) } : {}),
  })
}

/** Settles a forward in full or in part by an exchange of currencies near its close. */
function addSettlement(context: ContractsContext, holding: Holding, day: number): void {
  const { draw } = context
  const { instrument, quantity: held } = holding
  if (instrument.type !== 'fx_forward' || !instrument.baseCurrency || held === 0) return
  const units = draw(2) === 0 ? Math.abs(held) : Math.ceil(Math.abs(held) / 2)
  const quoted = cents(units * closeOn(context, instrument.id, day))
  const base = { currency: instrument.baseCurrency, amount: units }
  const own = { currency: instrument.currency, amount: quoted }
  const [paid, received] = held > 0 ? [own, base] : [base, own]
  const quantity = -Math.sign(held) * units
  holding.notional += (quantity * holding.notional) / held
  holding.quantity = held + quantity
  push(context, holding, day, {
    type: 'fx',
    quantity,
    currency: paid.currency,
    net: paid.amount,
    counterCurrency: received.currency,
    counterAmount: received.amount,
  })
}

function drawHoldings(draw: Draw, instruments: readonly Instrument[]): Holding[] {
  return ['a', 'b'].flatMap(id => {
    const mode = pick(draw, MARGIN_MODES)
    const account: Account = {
      id,
      custodian: 'bank',
      lotMethod: pick(draw, LOT_METHODS),
      cash: draw(5) === 0 ? 'none' : 'tracked',
      variationMargin: mode === 'derived' ? 'derived' : 'booked',
    }
    return instruments.map(instrument => ({ account, instrument, mode, quantity: 0, notional: 0, paid: 0 }))
  })
}

/**
 * Generates a ledger of futures and one forward in two accounts: margin posted on the day, days later, in part, too much
 * or never; closings, turns and new positions on one day with margin before and after; prices below zero; all lot
 * methods. Every transaction has a time.
 */
export function generateContracts(seed: number): GeneratedWorld {
  const draw = createRandom(seed)
  const base = pick(draw, CURRENCIES)
  const quoted = pick(
    draw,
    CURRENCIES.filter(currency => currency !== base),
  )
  const instruments: Instrument[] = [
    { id: 'f0', name: 'f0', type: 'future', currency: pick(draw, CURRENCIES), contractSize: 50 },
    { id: 'f1', name: 'f1', type: 'future', currency: pick(draw, CURRENCIES), contractSize: 0.1 },
    { id: 'w', name: 'w', type: 'fx_forward', currency: quoted, baseCurrency: base },
  ]
  const quotes = new Map(instruments.map(({ id, type }) => [id, drawCloses(draw, type === 'fx_forward')]))
  const rates = new Map(['EUR', 'USD'].map(currency => [currency, drawCloses(draw, true)]))
  const context: ContractsContext = { draw, quotes, transactions: [] }
  const holdings = drawHoldings(draw, instruments)
  for (let day = 0; day < DAYS; day += 1)
    for (let count = draw(6); count > 0; count -= 1) {
      const holding = pick(draw, holdings)
      const kind = draw(10)
      if (kind < 6) addTrade(context, holding, day)
      else if (kind < 9 && holding.mode === 'posted') addMargin(context, holding, day)
      else addSettlement(context, holding, day)
    }
  const accounts = [...new Set(holdings.map(({ account }) => account))]
  return {
    ledger: { accounts, instruments, transactions: context.transactions },
    quotes,
    rates,
    pivot: 'CHF',
    firstDay: FIRST_DAY,
    lastDay: FIRST_DAY + DAYS - 1,
  }
}

/** The market of a generated ledger of contracts: one close per day, below zero too. */
export function contractsMarket({ quotes, rates, pivot, lastDay }: GeneratedWorld): Market {
  return {
    pivot,
    prices: new Map(
      [...quotes].map(([id, list]) => [
        id,
        denseSeries(
          list[0]?.[0] ?? 0,
          Float64Array.from(list, ([, close]) => close),
        ),
      ]),
    ),
    rates: new Map([...rates].map(([currency, list]) => [currency, rateSeries(list, lastDay)])),
  }
}
