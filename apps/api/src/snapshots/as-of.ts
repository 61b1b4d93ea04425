import {
  type Day,
  isWeekend,
  type PriceSeries,
  parseDay,
  previousWeekday,
  STALE_AFTER_DAYS,
  TRANSACTION_TYPE_RULES,
  toIsoDate,
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

type FamilyLedger = { instruments: readonly InstrumentRow[]; transactions: readonly TransactionRow[] }

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
  const until = toIsoDate(today)
  const past = ledger.transactions.filter(({ date }) => date <= until)
  const lastDate = past.reduce((last, { date }) => (date > last ? date : last), '')
  const entries: (Day | null)[] = [lastDate === '' ? null : parseDay(lastDate)]
  const closes: RecentCloses[] = []
  const held = findHeld(past, ledger.instruments)
  for (const instrument of ledger.instruments) {
    const series = held.has(instrument.id) ? prices.get(instrument.id) : undefined
    if (!series) continue
    const expires = instrument.contract_expiration
    const last = expires === null ? today : Math.min(today, parseDay(expires))
    const days = Array.from(series.quoteDays).filter(day => day <= last)
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

function readCloses(days: readonly Day[]): RecentCloses {
  const last = days.at(-1) ?? 0
  return {
    last,
    lastWeekday: days.findLast(day => !isWeekend(day)) ?? last,
    tradesOnWeekends: days.slice(-recentQuotes).some(isWeekend),
  }
}

/** The instruments with units in some account. Transactions come in order. */
function findHeld(
  transactions: readonly TransactionRow[],
  instruments: readonly InstrumentRow[],
): ReadonlySet<string> {
  const splits = new Map(instruments.map(({ id, splits: known }) => [id, known]))
  const positions = new Map<string, { instrument: string; units: number; peak: number; date: string }>()
  for (const row of transactions) {
    if (row.instrument_id === null) continue
    const key = `${row.account_id} ${row.instrument_id}`
    const position = positions.get(key) ?? { instrument: row.instrument_id, units: 0, peak: 0, date: '' }
    positions.set(key, position)
    for (const split of splits.get(row.instrument_id) ?? [])
      if (split.date > position.date && split.date <= row.date)
        position.units *= Number(split.numerator) / Number(split.denominator)
    position.units = applyTransaction(position.units, row, splits.get(row.instrument_id) ?? [])
    position.peak = Math.max(position.peak, Math.abs(position.units))
    position.date = row.date
  }
  const open = [...positions.values()].filter(({ units, peak }) => Math.abs(units) > closedShare * peak)
  return new Set(open.map(({ instrument }) => instrument))
}

function applyTransaction(units: number, row: TransactionRow, known: InstrumentRow['splits']): number {
  const type = parseTransactionType(row.transaction_type)
  if (type === 'split') {
    const isKnown = known.some(split => split.date === row.date)
    return isKnown ? units : (units * Number(row.numerator ?? 1)) / Number(row.denominator ?? 1)
  }
  const quantity = Number(row.quantity ?? 0)
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
