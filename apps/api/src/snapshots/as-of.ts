import {
  type Day,
  isWeekend,
  type PriceSeries,
  parseDay,
  previousWeekday,
  STALE_AFTER_DAYS,
  TRANSACTION_TYPE_RULES,
  type TransactionType,
} from '@plumbline/engine'
import { parseTransactionType } from '../platform/db/checked-words.ts'
import type { InstrumentRow, TransactionRow } from './facts.store.ts'

/** The last days that a family's own data reaches. Null where it has none. */
export interface DataDays {
  /** The last close of a held instrument, on its own calendar. */
  quote: Day | null
  /** The last transaction or valuation. */
  entry: Day | null
}

/** A transaction as far as it decides what is held. */
export interface UnitChange {
  day: Day
  account: string
  instrument: string | null
  type: TransactionType
  /** As recorded; 0 without one. */
  quantity: number
  numerator: number
  denominator: number
}

type FamilyLedger = { instruments: readonly InstrumentRow[]; changes: Iterable<UnitChange> }

/** The changes that rows of the ledger record. */
export function* listUnitChanges(rows: readonly TransactionRow[]): Generator<UnitChange> {
  for (const row of rows)
    yield {
      day: parseDay(row.date),
      account: row.account_id,
      instrument: row.instrument_id,
      type: parseTransactionType(row.transaction_type),
      quantity: Number(row.quantity ?? 0),
      numerator: Number(row.numerator ?? 1),
      denominator: Number(row.denominator ?? 1),
    }
}

/** An instrument that has recently closed on a weekend trades on weekends. */
const recentQuotes = 10
/** Rounding of quantities; a position below is closed. */
const closedShare = 1e-9

export interface MarketDays {
  today: Day
  /** The last weekday with any close; null without closes. */
  marketDay: Day | null
}

/**
 * The last day of figures: the last close of what is held, or a later transaction or valuation, so that nothing that
 * is posted is hidden. Without any quoted holding it is the last business day. Closes that are more than a week behind
 * the market are stale: figures go on to the day of the market and flag them. Never after today.
 */
export function chooseAsOf({ quote, entry }: DataDays, { today, marketDay }: MarketDays): Day {
  const isStale = quote !== null && marketDay !== null && marketDay - quote > STALE_AFTER_DAYS
  const closed = (isStale ? marketDay : quote) ?? (isWeekend(today) ? previousWeekday(today) : today)
  return Math.min(today, Math.max(closed, entry ?? closed))
}

export function joinDataDays(families: readonly DataDays[]): DataDays {
  return {
    quote: latest(families.map(family => family.quote)),
    entry: latest(families.map(family => family.entry)),
  }
}

/** The days of a family's own data up to today. Prices of what it does not hold have no effect. */
export function findDataDays(
  ledger: FamilyLedger,
  prices: ReadonlyMap<string, PriceSeries>,
  today: Day,
): DataDays {
  const { held, lastDay } = findHeld(ledger, today)
  const entries: (Day | null)[] = [lastDay]
  const closes: RecentCloses[] = []
  for (const instrument of ledger.instruments) {
    const series = held.has(instrument.id) ? prices.get(instrument.id) : undefined
    if (!series) continue
    const expires = instrument.contract_expiration
    const last = expires === null ? today : Math.min(today, parseDay(expires))
    const days = series.quoteDays.subarray(0, countUntil(series.quoteDays, last))
    // Valuations are rare: they say nothing about a calendar.
    if (series.kind === 'valuation') entries.push(days.at(-1) ?? null)
    else if (days.length > 0) closes.push(readCloses(days))
  }
  // Of a mixed portfolio a weekend would show the moves of a part only.
  const tradesOnWeekends = closes.every(each => each.tradesOnWeekends)
  const quotes = closes.map(each => (tradesOnWeekends ? each.last : each.lastWeekday))
  return { quote: latest(quotes), entry: latest(entries) }
}

interface RecentCloses {
  last: Day
  lastWeekday: Day
  tradesOnWeekends: boolean
}

/** The number of days up to one of them: few come after it, so the search begins at the end. */
export function countUntil(days: Int32Array, last: Day): number {
  let count = days.length
  while (count > 0 && (days[count - 1] as number) > last) count -= 1
  return count
}

function readCloses(days: Int32Array): RecentCloses {
  const last = days.at(-1) ?? 0
  return {
    last,
    lastWeekday: days.findLast(day => !isWeekend(day)) ?? last,
    tradesOnWeekends: days.slice(-recentQuotes).some(isWeekend),
  }
}

interface HeldUnits {
  instrument: string
  units: number
  peak: number
  day: Day
}

/** The instruments with units in some account, and the last transaction. Transactions come in order; later ones do not count. */
function findHeld(
  { instruments, changes }: FamilyLedger,
  today: Day,
): { held: ReadonlySet<string>; lastDay: Day | null } {
  const splits = new Map(
    instruments.map(({ id, splits: known }) => [
      id,
      known.map(({ date, numerator, denominator }) => ({
        day: parseDay(date),
        ratio: Number(numerator) / Number(denominator),
      })),
    ]),
  )
  const positions = new Map<string, HeldUnits>()
  let lastDay: Day | null = null
  for (const change of changes) {
    const { day, account, instrument } = change
    if (day > today) continue
    if (lastDay === null || day > lastDay) lastDay = day
    if (instrument === null) continue
    const key = `${account} ${instrument}`
    const position = positions.get(key) ?? { instrument, units: 0, peak: 0, day: Number.NEGATIVE_INFINITY }
    positions.set(key, position)
    const known = splits.get(instrument) ?? []
    for (const split of known) if (split.day > position.day && split.day <= day) position.units *= split.ratio
    const isKnown = known.some(split => split.day === day)
    position.units = applyChange(position.units, change, isKnown)
    position.peak = Math.max(position.peak, Math.abs(position.units))
    position.day = day
  }
  const open = [...positions.values()].filter(({ units, peak }) => Math.abs(units) > closedShare * peak)
  return { held: new Set(open.map(({ instrument }) => instrument)), lastDay }
}

function applyChange(
  units: number,
  { type, quantity, numerator, denominator }: UnitChange,
  isKnownSplit: boolean,
): number {
  if (type === 'split') return isKnownSplit ? units : (units * numerator) / denominator
  const moves = TRANSACTION_TYPE_RULES[type].units
  if (moves === null) return units
  if (moves === 'either') return units + quantity
  return units + (moves === 'in' ? Math.abs(quantity) : -Math.abs(quantity))
}

function latest(days: readonly (Day | null)[]): Day | null {
  return days.reduce<Day | null>(
    (last, day) => (day !== null && (last === null || day > last) ? day : last),
    null,
  )
}
