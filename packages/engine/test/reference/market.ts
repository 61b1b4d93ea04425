import type { Instrument, Quote, Split, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import { interestOn, par, poolFactor, redeemedFrom } from './interest.ts'
import { type Num, num } from './market-numbers.ts'

export { type Num, num, ZERO } from './market-numbers.ts'

function findRate(world: GeneratedWorld, from: string, to: string, day: number): Num | null {
  const inPivot = (currency: string): Num | null => {
    if (currency === world.pivot) return num(1)
    const quote = (world.rates.get(currency) ?? []).findLast(entry => entry[0] <= day)
    return quote ? num(quote[1]) : null
  }
  const own = inPivot(from)
  const other = inPivot(to)
  return own && other ? own.div(other) : null
}

const ONE = num(1)
/** Rates by the quotes that they follow from, which are immutable, then by currencies and day. */
const knownRates = new WeakMap<GeneratedWorld['rates'], Map<string, Map<number, Num | null>>>()

/** Units of `to` for one unit of `from` at the close of a day; null if either has no rate yet. */
export function rateOn(world: GeneratedWorld, from: string, to: string, day: number): Num | null {
  if (from === to) return ONE
  const pairs = knownRates.get(world.rates) ?? new Map<string, Map<number, Num | null>>()
  knownRates.set(world.rates, pairs)
  const pair = `${from}/${to}`
  const days = pairs.get(pair) ?? new Map<number, Num | null>()
  pairs.set(pair, days)
  const known = days.get(day)
  if (known !== undefined) return known
  const rate = findRate(world, from, to, day)
  days.set(day, rate)
  return rate
}

/** Caches a lookup per world and instrument, which are immutable. */
function oncePerInstrument<T>(find: (world: GeneratedWorld, instrument: Instrument) => readonly T[]) {
  const known = new WeakMap<GeneratedWorld, Map<string, readonly T[]>>()
  return (world: GeneratedWorld, instrument: Instrument): readonly T[] => {
    const found = known.get(world) ?? new Map<string, readonly T[]>()
    known.set(world, found)
    const list = found.get(instrument.id) ?? find(world, instrument)
    found.set(instrument.id, list)
    return list
  }
}

/** The transactions of an instrument in the order of their days, times and ids. */
const transactionsFrom = oncePerInstrument<Transaction>((world, { id }) =>
  world.ledger.transactions
    .filter(({ instrument }) => instrument === id)
    .sort((a, b) => a.day - b.day || (a.timeMs ?? 0) - (b.timeMs ?? 0) || (a.id < b.id ? -1 : 1)),
)

/** Whether a posted split is one that the instrument lists: of the same ratio within ten days, or any on its day. */
export function isListedSplit({ splits = [] }: Instrument, posted: Transaction): boolean {
  const ratio = num(posted.numerator ?? 1).div(posted.denominator ?? 1)
  return splits.some(({ day, numerator, denominator }) => {
    const isSame = num(numerator).div(denominator).sub(ratio).abs().lt('1e-30')
    return day === posted.day || (isSame && Math.abs(day - posted.day) <= 10)
  })
}

/** Units of one day in units of a later or an earlier one, by the listed splits and those an account posted. */
export function restate(
  world: GeneratedWorld,
  instrument: Instrument,
  account: string,
  units: Num,
  [from, to]: readonly [number, number],
): Num {
  const posted = transactionsFrom(world, instrument).filter(
    entry => entry.type === 'split' && entry.account === account && !isListedSplit(instrument, entry),
  )
  const [first, last] = from < to ? [from, to] : [to, from]
  const ratio = [...(instrument.splits ?? []), ...posted]
    .filter(({ day }) => day > first && day <= last)
    .reduce((all, { numerator = 1, denominator = 1 }) => all.mul(numerator).div(denominator), num(1))
  return from < to ? units.mul(ratio) : units.div(ratio)
}

/** Listed and posted splits, one per day. */
const listSplits = oncePerInstrument<Split>((world, instrument) => {
  const posted = transactionsFrom(world, instrument)
    .filter(entry => entry.type === 'split' && !isListedSplit(instrument, entry))
    .map(({ day, numerator = 1, denominator = 1 }) => ({ day, numerator, denominator }))
  return [...new Map([...posted, ...(instrument.splits ?? [])].map(split => [split.day, split])).values()]
})

function ratioBetween(world: GeneratedWorld, instrument: Instrument, after: number, until: number): Num {
  return listSplits(world, instrument)
    .filter(split => split.day > after && split.day <= until)
    .reduce((ratio, split) => ratio.mul(split.numerator).div(split.denominator), num(1))
}

/** The price stated by a transaction, in the instrument's currency and without costs; null if it states none. */
export function postedPrice(instrument: Instrument, transaction: Transaction): Num | null {
  if (transaction.price !== undefined && transaction.amount === undefined) return num(transaction.price)
  if (transaction.amount === undefined || transaction.quantity === undefined) return null
  return num(transaction.amount)
    .div(
      num(transaction.quantity)
        .abs()
        .mul(instrument.contractSize ?? 1),
    )
    .div(poolFactor(instrument, transaction.day))
}

/** Transaction types that set a price, by rank within a day: transfers and exercises rank lowest. */
const PRICE_RANK: Readonly<Record<string, number>> = {
  trade: 1,
  redemption: 1,
  expiry: 1,
  capital_call: 1,
  distribution: 1,
  transfer_in: 0,
  transfer_out: 0,
  spin_off: 0,
  exercise: 0,
  assignment: 0,
  rights: 0,
}

function transactionPrice(world: GeneratedWorld, instrument: Instrument, day: number): Num | null {
  const posted = transactionsFrom(world, instrument)
    .filter(transaction => transaction.day <= day && transaction.type in PRICE_RANK)
    .filter(({ quantity }) => quantity !== undefined && !num(quantity).isZero())
    .map(transaction => ({ transaction, price: postedPrice(instrument, transaction) }))
    .filter(({ price }) => price !== null && (instrument.type === 'future' || !price.isZero()))
    .map((entry, place) => ({ ...entry, place, rank: PRICE_RANK[entry.transaction.type] ?? 0 }))
    .sort((a, b) => a.transaction.day - b.transaction.day || a.rank - b.rank || a.place - b.place)
    .at(-1)
  if (!posted?.price) return null
  return posted.price.div(ratioBetween(world, instrument, posted.transaction.day, day))
}

/** Quotes of the market and valuations of the ledger; the last valuation of a day counts. */
const listQuotes = oncePerInstrument<Quote>((world, instrument) => {
  const valuations = transactionsFrom(world, instrument)
    .filter(({ type }) => type === 'valuation')
    .sort((a, b) => a.day - b.day || (a.timeMs ?? 0) - (b.timeMs ?? 0))
    .map(({ day, price, amount }): Quote => [day, Number(price ?? amount)])
  const byDay = new Map([...(world.quotes.get(instrument.id) ?? []), ...valuations])
  return [...byDay].sort((a, b) => a[0] - b[0])
})

/** The last quote or transaction price, adjusted for later splits; an unquoted forward follows the exchange rates. */
function quoteOn(world: GeneratedWorld, instrument: Instrument, day: number): Num | null {
  const quotes = listQuotes(world, instrument)
  if (instrument.type === 'fx_forward' && instrument.baseCurrency && quotes.length === 0) {
    const { baseCurrency, currency } = instrument
    const days = transactionsFrom(world, instrument).map(transaction => transaction.day)
    const isEverKnown = rateOn(world, baseCurrency, currency, world.lastDay) !== null
    if (days.length > 0 && isEverKnown)
      return day < Math.min(...days) ? null : rateOn(world, baseCurrency, currency, day)
  }
  const quote = quotes.findLast(entry => entry[0] <= day)
  const found = quote
    ? num(quote[1]).div(ratioBetween(world, instrument, quote[0], day))
    : transactionPrice(world, instrument, day)
  const maturity = redeemedFrom(instrument)
  const isDue = found !== null && maturity !== null && day >= maturity
  const isQuotedAgain = quotes.some(entry => entry[0] > (maturity ?? 0) && entry[0] <= day)
  return isDue && !isQuotedAgain ? par(instrument) : found
}

/** Whether some account still holds an option, a future or a forward after all transactions. */
function isStillHeld(world: GeneratedWorld, instrument: Instrument): boolean {
  return world.ledger.accounts.some(account => {
    const sum = transactionsFrom(world, instrument)
      .filter(transaction => transaction.account === account.id)
      .reduce((total, { quantity }) => total.add(quantity ?? 0), num(0))
    return sum.abs().gt('1e-9')
  })
}

/** The value after expiry: an option's intrinsic value, a future's or forward's last close; undefined before expiry. */
function endedOn(world: GeneratedWorld, instrument: Instrument, day: number): Num | undefined {
  const { type, contractExpiration: expiry, strike, right, underlying } = instrument
  if (!['option', 'future', 'fx_forward'].includes(type) || expiry == null || day <= expiry) return undefined
  if (!isStillHeld(world, instrument)) return undefined
  if (type !== 'option') return quoteOn(world, instrument, expiry) ?? undefined
  const share = world.ledger.instruments.find(({ id }) => id === underlying)
  if (!share || strike == null || !right || share.currency !== instrument.currency) return undefined
  const close = closeOn(world, share, expiry)
  if (!close) return undefined
  const gain = right === 'call' ? close.sub(strike) : num(strike).sub(close)
  return gain.isPos() ? gain : num(0)
}

const known = new WeakMap<GeneratedWorld, Map<string, Num | null>>()

function findClose(world: GeneratedWorld, instrument: Instrument, day: number): Num | null {
  const quote = quoteOn(world, instrument, day)
  if (!quote) return null
  const ended = endedOn(world, instrument, day)
  if (ended) return ended
  const { coupons, quotesIncludeInterest } = instrument
  const interest = coupons && !quotesIncludeInterest ? interestOn(coupons, day).mul(par(instrument)) : num(0)
  return quote.add(interest).mul(poolFactor(instrument, day))
}

/** The close of a day including accrued interest and the pool factor. Null before the first price. */
export function closeOn(world: GeneratedWorld, instrument: Instrument, day: number): Num | null {
  const closes = known.get(world) ?? new Map<string, Num | null>()
  known.set(world, closes)
  const key = `${instrument.id}:${day}`
  const found = closes.get(key)
  if (found !== undefined) return found
  const close = findClose(world, instrument, day)
  closes.set(key, close)
  return close
}
