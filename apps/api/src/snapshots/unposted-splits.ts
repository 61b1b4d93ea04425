import { transactionTypes } from '@plumbline/contract'
import { type Day, type PortfolioSnapshot, parseDay } from '@plumbline/engine'
import type { InstrumentRow } from './facts.store.ts'
import type { CalendarRow } from './instrument-facts.store.ts'
import type { LedgerColumns } from './ledger-columns.ts'

/** A split that a provider reported and an account has not posted. Until then its new price looks like a loss. */
export interface UnpostedSplit {
  account: string
  instrument: string
  date: string
}

interface LedgerWithCalendar {
  snapshot: Pick<PortfolioSnapshot, 'accounts' | 'instruments'>
  ledger: Pick<LedgerColumns, 'inForce' | 'day' | 'account' | 'instrument' | 'type'>
  instruments: readonly InstrumentRow[]
  calendar: readonly CalendarRow[]
}

/** The tolerances of data health: older splits are considered reviewed, and custodians post within ten days. */
const lookBackDays = 400
const knownWithinDays = 4
const postedWithinDays = 10
const splitType = transactionTypes.indexOf('split')

export function findUnpostedSplits(
  { snapshot, ledger, instruments, calendar }: LedgerWithCalendar,
  asOf: Day,
): UnpostedSplit[] {
  const reported = calendar.filter(({ event_type, has_ratio, date }) => {
    const age = asOf - parseDay(date)
    return event_type === 'split' && has_ratio && age >= 0 && age < lookBackDays
  })
  if (reported.length === 0) return []
  const known = new Map(instruments.map(({ id, splits }) => [id, splits]))
  return reported.flatMap(({ instrument_id: instrument, date }) => {
    const day = parseDay(date)
    const isKnown = known
      .get(instrument)
      ?.some(split => Math.abs(parseDay(split.date) - day) <= knownWithinDays)
    const own = snapshot.instruments.findIndex(({ id }) => id === instrument)
    if (isKnown || own < 0) return []
    return findHolders(ledger, own, day).map(account => ({
      account: snapshot.accounts[account]?.id ?? '',
      instrument,
      date,
    }))
  })
}

/** The accounts with transactions of an instrument before a day, except those that post a split near it. */
function findHolders(
  { inForce, day, account, instrument, type }: LedgerWithCalendar['ledger'],
  own: number,
  splitDay: Day,
): number[] {
  const holders = new Set<number>()
  const posted = new Set<number>()
  for (let place = 0; place < inForce; place += 1) {
    if (instrument[place] !== own) continue
    const at = day[place] as number
    if (at < splitDay) holders.add(account[place] as number)
    const isNear = Math.abs(at - splitDay) <= postedWithinDays
    if (type[place] === splitType && isNear) posted.add(account[place] as number)
  }
  return [...holders].filter(holder => !posted.has(holder))
}
