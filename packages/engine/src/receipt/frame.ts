import type { Day } from '../calendar/day.ts'
import { positionValue, unitsOn, unitValueOn } from '../currency/position-value.ts'
import { accruedPerUnit } from '../explain/accrued-value.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { RESIDUAL_TOLERANCE, VALUE_TOLERANCE } from '../money/tolerances.ts'
import { EVENT } from '../posting/journal.ts'
import { textAt } from '../snapshot/text-column.ts'
import { marketRateCell, priceOnCell } from './market-cells.ts'
import type { Frame } from './receipt-frame.ts'
import type { ReceiptLabel, ReceiptLink, ReceiptSource, Signed } from './sheet.ts'

/** A figure of a position at a close, which has a receipt of its own. */
export function positionLink(
  { snapshot }: Frame,
  position: number,
  figure: string,
  { from, to }: { from: Day; to: Day },
): ReceiptLink {
  return { kind: 'figure', figure, position: snapshot.positions.keys[position] ?? '', from, to }
}

/** Columns of an event's amounts. */
export type AmountColumn = 'posted' | 'income' | 'fees' | 'taxes'

const AMOUNTS: readonly AmountColumn[] = ['posted', 'income', 'fees', 'taxes']

/** The currency of a position's figures: the view's, or the position's own. */
export function figureCurrency({ snapshot, view }: Frame, position: number): string {
  return view.currency ?? snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
}

/** Unit, currency and day of a money cell of a position. */
export function moneyFacts(frame: Frame, position: number, day: Day | null = null) {
  return { unit: 'money', currency: figureCurrency(frame, position), day } as const
}

/** A day before every transaction. */
export const EVER = Number.NEGATIVE_INFINITY

/** The source of an event: its transaction, a split, lots passed on, closing prices, or the terms of a bond or loan. */
export function eventSource({ snapshot }: Frame, event: number): ReceiptSource {
  const transaction = textAt(snapshot.transactions, snapshot.events.transaction[event] ?? -1)
  if (transaction !== undefined) return { kind: 'transaction', transaction }
  if (snapshot.events.kind[event] === EVENT.split) return { kind: 'split' }
  if (snapshot.events.kind[event] === EVENT.realizeCarried) {
    const lot = snapshot.pieces.lot[snapshot.events.pieceFrom[event] ?? -1] ?? -1
    return {
      kind: 'lot',
      transaction: textAt(snapshot.transactions, snapshot.lots.transaction[lot] ?? -1) ?? '',
    }
  }
  const position = snapshot.events.position[event] ?? -1
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  // Variation margin is derived from closes, for the future and for the account's cash.
  return instrument?.coupons || instrument?.factors
    ? { kind: 'terms', instrument: instrument.id }
    : { kind: 'close' }
}

/** Events of a position after a day and up to another, in posting order. */
export function eventsWithin({ snapshot }: Frame, position: number, after: Day, to: Day): number[] {
  const { eventFrom } = snapshot.positions
  const found: number[] = []
  for (let event = eventFrom[position] ?? 0; event < (eventFrom[position + 1] ?? 0); event += 1) {
    const day = snapshot.events.day[event] ?? 0
    if (day > after && day <= to) found.push(event)
  }
  return found
}

/** The market rate of a posting, where it was converted at that rate: direct, or over the other recorded currency. */
function convertedRate(
  frame: Frame,
  event: number,
  [from, to]: readonly [string, string],
  rate: number,
): number | null {
  const { snapshot, sheet } = frame
  const { postings, events } = snapshot
  const posting = events.posting[event] ?? 0
  const day = postings.day[posting] ?? 0
  const isRate = (cell: number | null): cell is number =>
    cell !== null && Math.abs(sheet.cellValue(cell) - rate) <= RESIDUAL_TOLERANCE * Math.abs(rate)
  const direct = marketRateCell(frame, [from, to], day)
  if (isRate(direct)) return direct
  const other = snapshot.currencies[postings.otherCurrency[posting] ?? -1] ?? ''
  const market = marketRateCell(frame, [other, to], day)
  if (market === null) return null
  const recorded = sheet.input('rate', postings.perSettled[posting] ?? Number.NaN, {
    unit: 'rate',
    currency: from,
    day,
    source: {
      kind: 'recorded_rate',
      transaction: textAt(snapshot.transactions, events.transaction[event] ?? -1) ?? '',
    },
  })
  const over = sheet.step('product', 'rate', [recorded, market], { unit: 'rate', currency: from, day })
  return isRate(over) ? over : null
}

/** The rate of a transaction into the figure's currency; null when it settled in that currency. */
function postingRate(frame: Frame, event: number): number | null {
  const { snapshot, view, sheet } = frame
  const { postings, events } = snapshot
  const posting = events.posting[event] ?? 0
  const from = snapshot.currencies[postings.settleCurrency[posting] ?? -1] ?? ''
  const to = figureCurrency(frame, events.position[event] ?? 0)
  const column = AMOUNTS.find(name => (events[name][event] ?? 0) !== 0)
  if (from === to || column === undefined) return null
  const rate = (view[column][event] ?? 0) / (events[column][event] ?? 1)
  const isRecorded =
    snapshot.currencies[postings.otherCurrency[posting] ?? -1] === to &&
    !Number.isNaN(postings.perSettled[posting])
  const converted = isRecorded ? null : convertedRate(frame, event, [from, to], rate)
  if (converted !== null) return converted
  const transaction = textAt(snapshot.transactions, events.transaction[event] ?? -1) ?? ''
  const source: ReceiptSource = isRecorded
    ? { kind: 'recorded_rate', transaction }
    : { kind: 'rate', from, to }
  const facts = { unit: 'rate', currency: from, day: postings.day[posting] ?? null } as const
  return sheet.input('rate', isRecorded ? (postings.perSettled[posting] ?? rate) : rate, { ...facts, source })
}

/**
 * An amount of a transaction in the figure's currency: recorded amount x the transaction's rate. Null without an amount,
 * and when it does not count because the position could not be valued yet.
 */
export function amountCell(
  frame: Frame,
  event: number,
  column: AmountColumn,
  label: ReceiptLabel,
): number | null {
  const { snapshot, view, sheet } = frame
  if ((view[column][event] ?? 0) === 0) return null
  const posting = snapshot.events.posting[event] ?? 0
  const day = snapshot.events.day[event] ?? null
  const rate = postingRate(frame, event)
  const settled = snapshot.currencies[snapshot.postings.settleCurrency[posting] ?? -1] ?? null
  const amount = sheet.input(rate === null ? label : 'amount', snapshot.events[column][event] ?? 0, {
    unit: 'money',
    currency: settled,
    day,
    source: eventSource(frame, event),
  })
  if (rate === null) return amount
  const currency = figureCurrency(frame, snapshot.events.position[event] ?? 0)
  return sheet.step('product', label, [amount, rate], { unit: 'money', currency, day })
}

/** The quote of a position on a day, in the instrument's currency. The price of cash is 1. */
export function quoteCell(
  frame: Frame,
  position: number,
  day: Day,
  label: 'price' | 'quote' = 'price',
): number {
  const { snapshot, sheet } = frame
  const place = snapshot.positions.instrument[position] ?? -1
  const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  if (place < 0) return sheet.input('price', 1, { unit: 'price', currency, source: { kind: 'definition' } })
  return priceOnCell(frame, place, day, { currency, label })
}

/** The pool factor of a position's instrument on a day; null when it is 1. */
export function factorCell({ snapshot, sheet }: Frame, position: number, day: Day): number | null {
  const place = snapshot.positions.instrument[position] ?? -1
  const prices = snapshot.prices[place]
  const factor = prices?.factors?.[day - prices.firstDay] ?? 1
  if (factor === 1) return null
  const source = { kind: 'terms', instrument: snapshot.instruments[place]?.id ?? '' } as const
  return sheet.input('factor', factor, { unit: 'number', day, source })
}

/** The close of one unit: quote x pool factor + accrued interest. */
function priceCell(frame: Frame, position: number, day: Day): number {
  const { snapshot, sheet } = frame
  const accrued = accruedPerUnit(snapshot, position, day)
  const factor = factorCell(frame, position, day)
  if (accrued === 0 && factor === null) return quoteCell(frame, position, day)
  const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? null
  const facts = { unit: 'price', currency, day } as const
  const quote = quoteCell(frame, position, day, 'quote')
  const owed = factor === null ? quote : sheet.step('product', 'quote', [quote, factor], facts)
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]?.id ?? ''
  const interest = sheet.input('accrued', accrued, { ...facts, source: { kind: 'terms', instrument } })
  return sheet.sum(
    'price',
    [
      [owed, 1],
      [interest, 1],
    ],
    facts,
  )
}

/** The market rate from a position's currency into the figure's currency; null when they are the same. */
export function rateCell(frame: Frame, position: number, day: Day): number | null {
  const { snapshot } = frame
  const from = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  return marketRateCell(frame, [from, figureCurrency(frame, position)], day)
}

/** Signed quantity at a close. */
export function quantityOn({ snapshot }: Frame, position: number, day: Day): number {
  const { events, positions } = snapshot
  let quantity = 0
  for (
    let event = positions.eventFrom[position] ?? 0;
    event < (positions.eventFrom[position + 1] ?? 0);
    event += 1
  ) {
    if ((events.day[event] ?? 0) > day) break
    if (events.quantity[event] !== 0) quantity = events.after[event] ?? 0
  }
  return quantity
}

/** Quantity, contract size and price of a holding at a close, as the factors of its value. */
function holdingFactors(
  frame: Frame,
  position: number,
  day: Day,
  held = quantityOn(frame, position, day),
): number[] {
  const { snapshot, sheet } = frame
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  const own = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? null
  const quantity = sheet.input('quantity', held, {
    unit: instrument ? 'number' : 'money',
    currency: instrument ? null : own,
    day,
    source: positionLink(frame, position, 'quantity', { from: day, to: day }),
  })
  if (!instrument) return [quantity]
  const size = sizeCell(frame, position)
  const price = priceCell(frame, position, day)
  return size === null ? [quantity, price] : [quantity, size, price]
}

/** The contract size of a position's instrument; null when it is 1. */
export function sizeCell({ snapshot, sheet }: Frame, position: number): number | null {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  const size = instrument?.contractSize ?? 1
  if (!instrument || size === 1) return null
  const source = { kind: 'terms', instrument: instrument.id } as const
  return sheet.input('contract_size', size, { unit: 'number', source })
}

/** The notional of a position at a close: quantity x contract size x price x rate. By default the quantity of the close. */
export function notionalCell(
  frame: Frame,
  position: number,
  day: Day,
  label: ReceiptLabel,
  quantity = quantityOn(frame, position, day),
): number {
  const { sheet } = frame
  const facts = { unit: 'money', currency: figureCurrency(frame, position), day } as const
  if (quantity === 0) return sheet.sum(label, [], facts)
  const factors = holdingFactors(frame, position, day, quantity)
  const rate = rateCell(frame, position, day)
  return sheet.step('product', label, rate === null ? factors : [...factors, rate], facts)
}

/** Money of a position beside its price, as it changed: payments due, and what contracts owe after each transaction. */
function offsetTerms(frame: Frame, position: number, day: Day): Signed[] {
  const { snapshot, sheet } = frame
  const { segments, positions, events } = snapshot
  const instrument = snapshot.instruments[positions.instrument[position] ?? -1]
  const currency = snapshot.currencies[positions.currency[position] ?? -1] ?? null
  const facts = { unit: 'money', currency } as const
  const claims = snapshot.claims.filter(claim => claim.position === position)
  const terms: Signed[] = []
  let before = 0
  for (
    let place = positions.segmentFrom[position] ?? 0;
    place < (positions.segmentFrom[position + 1] ?? 0);
    place += 1
  ) {
    const from = segments.from[place] ?? 0
    if (from > day) break
    const due = claims.filter(claim => claim.from <= from && claim.to >= from)
    const owed = due.reduce((rest, { amount }) => rest - amount, segments.offset[place] ?? 0)
    const change = owed - before
    before = owed
    if (Math.abs(change) <= VALUE_TOLERANCE * (Math.abs(owed) + Math.abs(before))) continue
    const event = eventsWithin(frame, position, from - 1, from).findLast(
      found => (events.transaction[found] ?? -1) >= 0,
    )
    const source: ReceiptSource = event === undefined ? { kind: 'close' } : eventSource(frame, event)
    terms.push([sheet.input('unsettled', change, { ...facts, day: from, source }), 1])
  }
  const source = { kind: 'terms', instrument: instrument?.id ?? '' } as const
  for (const { from, to, due, amount } of claims)
    if (from <= day && to >= day)
      terms.push([sheet.input('accrued', amount, { ...facts, day: due, source }), 1])
  return terms
}

/** Money due or owed beside the price of a position, in its currency. */
function offsetCell(frame: Frame, position: number, day: Day, amount: number): number {
  const { snapshot, sheet } = frame
  const type = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]?.type ?? ''
  const label = CONTRACT_TYPES.has(type) ? 'unsettled' : 'accrued'
  const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? null
  const facts = { unit: 'money', currency, day } as const
  const terms = offsetTerms(frame, position, day)
  const sum = terms.reduce((total, [cell]) => total + sheet.cellValue(cell), 0)
  const isWhole = Math.abs(sum - amount) <= RESIDUAL_TOLERANCE * Math.abs(amount)
  return isWhole
    ? sheet.sum(label, terms, facts)
    : sheet.input(label, amount, { ...facts, source: { kind: 'close' } })
}

/**
 * The value of a position at a close: (quantity x contract size x price + unsettled or due money) x rate. 0 before it
 * could be valued.
 */
export function valueCell(frame: Frame, position: number, day: Day, label: ReceiptLabel): number {
  const { snapshot, view, sheet } = frame
  const currency = figureCurrency(frame, position)
  const facts = { unit: 'money', currency, day } as const
  const own = { rates: view.rates, currency: null }
  const units = unitsOn(snapshot, position, day)
  const local = positionValue(snapshot, own, position, day)
  if ((view.entryDay[position] ?? 0) > day || (units === 0 && local === 0)) return sheet.sum(label, [], facts)
  const held = units === 0 ? 0 : units * unitValueOn(snapshot, own, position, day)
  const factors = units === 0 ? [] : holdingFactors(frame, position, day)
  const rest = local - held
  if (Math.abs(rest) > VALUE_TOLERANCE * (Math.abs(held) + Math.abs(local)) || units === 0) {
    if (frame.isScope) {
      const source = positionLink(frame, position, 'value', { from: day, to: day })
      return sheet.input(label, positionValue(snapshot, view, position, day), { ...facts, source })
    }
    const localCurrency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? null
    const money = { unit: 'money', currency: localCurrency, day } as const
    const beside = offsetCell(frame, position, day, rest)
    const terms: Signed[] = units === 0 ? [] : [[sheet.step('product', 'amount', factors, money), 1]]
    factors.splice(0, factors.length, sheet.sum('amount', [...terms, [beside, 1]], money))
  }
  const rate = rateCell(frame, position, day)
  return sheet.step('product', label, rate === null ? factors : [...factors, rate], facts)
}
