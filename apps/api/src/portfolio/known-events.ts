import { type EventType, eventTypes, transactionTypes } from '@plumbline/contract'
import { addMonths, type Day, dayOf, unitsOn } from '@plumbline/engine'
import type { Portfolio } from './answer.ts'
import { ledgerLines, linePart } from './ledger-lines.ts'

/** Something that happens to a position on a day. */
export interface KnownEvent {
  readonly id: string
  readonly position: number
  readonly type: EventType
  readonly day: Day
  /** Of one unit of quantity, or of the whole position; null for dates without money. */
  readonly perUnit: number | null
  readonly ofPosition: number | null
  readonly currency: string
  readonly isEstimated: boolean
  readonly what: string | null
}

/** Types whose amount is money that moves on that day; of the others it only says how much. */
const paying: ReadonlySet<EventType> = new Set([
  'dividend',
  'coupon',
  'maturity',
  'capital_call',
  'loan_payment',
  'forward_expiry',
])

/** Signed units of a position at a close; what lies ahead is measured on what is held now. */
export function heldOn({ book }: Portfolio, position: number, day: Day): number {
  const instrument = book.instruments[book.positions.instrument[position] ?? -1]
  return unitsOn(book, position, Math.min(day, book.lastDay)) / (instrument?.contractSize ?? 1)
}

/**
 * What is known to happen to some positions: what the calendars of their instruments say, the last days of
 * contracts, splits to come, and dividends that were paid a year before and are not announced yet. The same thing
 * told twice is one event; the calendar says it best.
 */
export function knownEvents(portfolio: Portfolio, positions: readonly number[]): KnownEvent[] {
  const events = [
    ...calendarEvents(portfolio, positions),
    ...lastDays(portfolio, positions),
    ...splitsAhead(portfolio, positions),
  ]
  const all = [...events, ...expectedDividends(portfolio, positions, events)]
  const told = new Set<string>()
  return all.filter(event => {
    const key = `${event.position} ${event.type} ${event.day}`
    const isNew = !told.has(key)
    told.add(key)
    return isNew
  })
}

const typeOf = (word: string) => eventTypes.find(type => type === word)

function calendarEvents({ book, names }: Portfolio, positions: readonly number[]): KnownEvent[] {
  const holders = new Map<string, number[]>()
  for (const position of positions) {
    const id = book.instruments[book.positions.instrument[position] ?? -1]?.id ?? ''
    holders.set(id, [...(holders.get(id) ?? []), position])
  }
  return names.calendar.flatMap(row => {
    const type = typeOf(row.event_type)
    if (!type) return []
    const amount = row.amount === null ? null : Number(row.amount)
    const isOfPosition = row.per === 'position'
    return (holders.get(row.instrument_id) ?? []).map((position): KnownEvent => {
      const instrument = book.instruments[book.positions.instrument[position] ?? -1]
      return {
        id: `${row.id}:${book.positions.keys[position] ?? ''}`,
        position,
        type,
        day: dayOf(row.date),
        perUnit: isOfPosition ? null : amount,
        ofPosition: isOfPosition ? amount : null,
        currency: row.currency ?? instrument?.currency ?? '',
        isEstimated: row.is_estimated,
        what: row.what,
      }
    })
  })
}

/** An event that follows from facts, with no money of its own. */
function dated(
  { book }: Portfolio,
  position: number,
  type: EventType,
  day: Day,
  more: Partial<KnownEvent> = {},
): KnownEvent {
  const instrument = book.instruments[book.positions.instrument[position] ?? -1]
  return {
    id: `${type}:${day}:${book.positions.keys[position] ?? ''}`,
    position,
    type,
    day,
    perUnit: null,
    ofPosition: null,
    currency: instrument?.currency ?? '',
    isEstimated: false,
    what: null,
    ...more,
  }
}

const lastDayTypes: Readonly<Record<string, EventType>> = {
  option: 'option_expiry',
  future: 'future_expiry',
  fx_forward: 'forward_expiry',
  bond: 'maturity',
  structured_product: 'maturity',
}

function lastDays(portfolio: Portfolio, positions: readonly number[]): KnownEvent[] {
  const { book } = portfolio
  return positions.flatMap(position => {
    const instrument = book.instruments[book.positions.instrument[position] ?? -1]
    const type = lastDayTypes[instrument?.type ?? '']
    if (!type || instrument?.contractExpiration == null) return []
    return [dated(portfolio, position, type, instrument.contractExpiration)]
  })
}

function splitsAhead(portfolio: Portfolio, positions: readonly number[]): KnownEvent[] {
  const { book } = portfolio
  return positions.flatMap(position => {
    const splits = book.instruments[book.positions.instrument[position] ?? -1]?.splits ?? []
    return splits.map(split =>
      dated(portfolio, position, 'split', split.day, {
        what: `${String(split.numerator)} : ${String(split.denominator)}`,
      }),
    )
  })
}

const monthsOfYear = 12

/** Dividends of the past year, expected again a year later where nobody has announced any. */
function expectedDividends(
  portfolio: Portfolio,
  positions: readonly number[],
  known: readonly KnownEvent[],
): KnownEvent[] {
  const { names, view } = portfolio
  const { ledger } = names
  const announced = new Set(
    known.filter(({ type, day }) => type === 'dividend' && day > view.today).map(({ position }) => position),
  )
  const wanted = new Set(positions.filter(position => !announced.has(position)))
  const lines = ledgerLines(portfolio)
  const events: KnownEvent[] = []
  for (let line = 0; line < lines.count; line += 1) {
    const place = lines.booking[line] ?? 0
    const position = lines.position[line] ?? -1
    const day = ledger.day[place] ?? 0
    const again = addMonths(day, monthsOfYear)
    if (!wanted.has(position) || lines.part[line] !== linePart.whole || day > view.today) continue
    if (transactionTypes[ledger.type[place] ?? -1] !== 'dividend' || again <= view.today) continue
    const units = heldOn(portfolio, position, day - 1)
    const gross = (ledger.cash[place] ?? 0) + (ledger.fees[place] ?? 0) + (ledger.taxes[place] ?? 0)
    if (units === 0 || !Number.isFinite(gross)) continue
    events.push(
      dated(portfolio, position, 'dividend', again, {
        perUnit: gross / units,
        currency: ledger.currencies[ledger.currency[place] ?? -1] ?? '',
        isEstimated: true,
      }),
    )
  }
  return events
}

/** What an event pays, in its currency; null for dates without money. */
export function amountOf(portfolio: Portfolio, event: KnownEvent): number | null {
  if (!paying.has(event.type)) return null
  if (event.ofPosition !== null) return event.ofPosition
  return event.perUnit === null ? null : event.perUnit * heldOn(portfolio, event.position, event.day)
}
