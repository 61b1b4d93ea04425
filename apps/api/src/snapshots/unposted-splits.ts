import { type Day, parseDay } from '@plumbline/engine'
import type { InstrumentRow, TransactionRow } from './facts.store.ts'
import type { CalendarRow } from './instrument-facts.store.ts'

/** A split that a provider reported and an account has not posted. Until then its new price looks like a loss. */
export interface UnpostedSplit {
  account: string
  instrument: string
  date: string
}

interface LedgerWithCalendar {
  instruments: readonly InstrumentRow[]
  transactions: readonly TransactionRow[]
  calendar: readonly CalendarRow[]
}

/** The tolerances of data health: older splits are considered reviewed, and custodians post within ten days. */
const lookBackDays = 400
const knownWithinDays = 4
const postedWithinDays = 10

export function findUnpostedSplits(
  { instruments, transactions, calendar }: LedgerWithCalendar,
  asOf: Day,
): UnpostedSplit[] {
  const reported = calendar.filter(({ event_type, has_ratio, date }) => {
    const age = asOf - parseDay(date)
    return event_type === 'split' && has_ratio && age >= 0 && age < lookBackDays
  })
  if (reported.length === 0) return []
  const known = new Map(instruments.map(({ id, splits }) => [id, splits]))
  const byInstrument = Map.groupBy(transactions, row => row.instrument_id)
  return reported.flatMap(({ instrument_id: instrument, date }) => {
    const isNear = (other: string, days: number) => Math.abs(parseDay(other) - parseDay(date)) <= days
    if (known.get(instrument)?.some(split => isNear(split.date, knownWithinDays))) return []
    const own = byInstrument.get(instrument) ?? []
    const holders = new Set(own.filter(row => row.date < date).map(row => row.account_id))
    for (const row of own)
      if (row.transaction_type === 'split' && isNear(row.date, postedWithinDays))
        holders.delete(row.account_id)
    return [...holders].map(account => ({ account, instrument, date }))
  })
}
