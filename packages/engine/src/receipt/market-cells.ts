import type { Day } from '../calendar/day.ts'
import { exact, toNumber } from '../money/exact.ts'
import { RESIDUAL_TOLERANCE } from '../money/tolerances.ts'
import { EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { textAt } from '../snapshot/text-column.ts'
import { closeOn, type InstrumentPrices, priceQuality } from '../valuation/instrument-prices.ts'
import { valueOn } from '../valuation/market.ts'
import type { Frame } from './receipt-frame.ts'
import type { ReceiptLabel, ReceiptSource, Signed } from './sheet.ts'

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= RESIDUAL_TOLERANCE * Math.abs(b)
}

/** The rate of a currency in the pivot, as the market quotes it. */
function legCell({ snapshot, sheet }: Frame, currency: string, day: Day): number {
  const rate = valueOn(snapshot.rates.get(currency), day)
  const source = { kind: 'rate', from: currency, to: snapshot.pivot } as const
  return sheet.input('rate', rate, { unit: 'rate', currency, day, source })
}

/**
 * The market rate between two currencies: the quoted rate where one of them is the pivot, else the quotient of both
 * quoted rates. Null when the currencies are the same.
 */
export function marketRateCell(
  frame: Frame,
  [from, to]: readonly [string, string],
  day: Day,
  label: ReceiptLabel = 'rate',
): number | null {
  const { snapshot, sheet } = frame
  if (from === to) return null
  if (to === snapshot.pivot) return legCell(frame, from, day)
  const first =
    from === snapshot.pivot
      ? sheet.input('one', 1, { unit: 'number', source: { kind: 'definition' } })
      : legCell(frame, from, day)
  const terms: Signed[] = [
    [first, 1],
    [legCell(frame, to, day), -1],
  ]
  return sheet.product(label, terms, { unit: label === 'rate' ? 'rate' : 'price', currency: from, day })
}

function lastQuoteDay(prices: InstrumentPrices, day: Day): Day | null {
  return prices.quoteDays.findLast(quoteDay => quoteDay <= day) ?? null
}

/** The transaction that stated the price of an instrument without a quote: the last one up to a day at that price. */
function findStatedPrice(
  { events, positions, transactions, instruments, prices }: PortfolioSnapshot,
  place: number,
  day: Day,
): { transaction: string; day: Day } | null {
  const size = instruments[place]?.contractSize ?? 1
  let last = -1
  let isLastExact = false
  for (let position = 0; position < positions.count; position += 1) {
    if (positions.instrument[position] !== place) continue
    const end = positions.eventFrom[position + 1] ?? 0
    for (let event = positions.eventFrom[position] ?? 0; event < end; event += 1) {
      const on = events.day[event] ?? 0
      if (on > day || (events.transaction[event] ?? -1) < 0 || events.quantity[event] === 0) continue
      const price = Math.abs((events.posted[event] ?? 0) / (events.quantity[event] ?? 1) / size)
      const isExact = isSame(price, closeOn(prices[place], on))
      const lastDay = last < 0 ? Number.NEGATIVE_INFINITY : (events.day[last] ?? 0)
      // Of several transactions of a day, one sets the price.
      if (on < lastDay || (on === lastDay && isLastExact && !isExact)) continue
      last = event
      isLastExact = isExact
    }
  }
  const transaction = textAt(transactions, events.transaction[last] ?? -1)
  return transaction === undefined ? null : { transaction, day: events.day[last] ?? 0 }
}

/** The splits of an instrument after a day and up to another, each as shares after for one before. */
function splitsBetween(
  { instruments, events, positions }: PortfolioSnapshot,
  place: number,
  after: Day,
  to: Day,
): [Day, number][] {
  const byDay = new Map<Day, number>()
  for (let position = 0; position < positions.count; position += 1) {
    if (positions.instrument[position] !== place) continue
    const end = positions.eventFrom[position + 1] ?? 0
    for (let event = positions.eventFrom[position] ?? 0; event < end; event += 1) {
      const quantity = events.after[event] ?? 0
      if (events.kind[event] === EVENT.split)
        byDay.set(events.day[event] ?? 0, quantity / (quantity - (events.quantity[event] ?? 0)))
    }
  }
  for (const { day, numerator, denominator } of instruments[place]?.splits ?? [])
    byDay.set(day, toNumber(exact(numerator)) / toNumber(exact(denominator)))
  return [...byDay].filter(([day]) => day > after && day <= to).sort((a, b) => a[0] - b[0])
}

/** A forward without quotes is priced at the exchange rate of its two currencies. */
function forwardRateCell(frame: Frame, place: number, currency: string, day: Day): number | null {
  const { snapshot } = frame
  const instrument = snapshot.instruments[place]
  const isUnquoted = snapshot.prices[place]?.quoteDays.length === 0
  if (instrument?.type !== 'fx_forward' || instrument.baseCurrency == null || !isUnquoted) return null
  const cell = marketRateCell(frame, [instrument.baseCurrency, currency], day, 'price')
  const isPrice = cell !== null && isSame(frame.sheet.cellValue(cell), closeOn(snapshot.prices[place], day))
  return isPrice ? cell : null
}

/**
 * The price of an instrument on a day, in its currency, with the day and source of the quote: a quote carried forward
 * keeps its own day, one carried over a split is divided by its ratio, and a price without a quote names the transaction
 * that stated it.
 */
export function priceOnCell(
  frame: Frame,
  place: number,
  day: Day,
  { currency, label }: { currency: string; label: ReceiptLabel },
): number {
  const { snapshot, sheet } = frame
  const prices = snapshot.prices[place]
  const quality = priceQuality(prices, day)
  const priceOn = (on: Day): number => prices?.quoted?.[on - prices.firstDay] ?? closeOn(prices, on)
  const forward = forwardRateCell(frame, place, currency, day)
  if (forward !== null) return forward
  const quoteDay = prices && quality !== 'estimated' ? lastQuoteDay(prices, day) : null
  const stated = quoteDay === null ? findStatedPrice(snapshot, place, day) : null
  const instrument = snapshot.instruments[place]?.id ?? ''
  const source: ReceiptSource = {
    kind: 'price',
    instrument,
    quoteDay,
    transaction: stated?.transaction ?? null,
    flag: quality === 'no_price' ? null : quality,
  }
  const facts = { unit: 'price', currency } as const
  const price = priceOn(day)
  const sourceDay = quoteDay ?? stated?.day ?? null
  if (sourceDay === null) return sheet.input(label, price, { ...facts, day, source })
  const raw = priceOn(sourceDay)
  const splits = splitsBetween(snapshot, place, sourceDay, day)
  const carried = splits.reduce((value, [, ratio]) => value / ratio, raw)
  // The last value of an expired contract is no quote.
  if (!isSame(carried, price))
    return sheet.input(label, price, { ...facts, day, source: { kind: 'terms', instrument } })
  const quoted = sheet.input(splits.length === 0 ? label : stated ? 'trade_price' : 'quote', raw, {
    ...facts,
    day: sourceDay,
    source,
  })
  if (splits.length === 0) return quoted
  const ratios = splits.map(
    ([on, ratio]): Signed => [
      sheet.input('split_ratio', ratio, { unit: 'number', day: on, source: { kind: 'split' } }),
      -1,
    ],
  )
  return sheet.product(label, [[quoted, 1], ...ratios], { ...facts, day })
}
