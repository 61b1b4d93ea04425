import { transactionTypes } from '@plumbline/contract'
import { type Day, parseDay, TRANSACTION_TYPE_RULES } from '@plumbline/engine'
import { parseTransactionType } from '../platform/db/checked-words.ts'
import type { HeldInstruments } from './as-of.ts'
import type { LoadContinuation } from './continue-load.ts'
import type { FamilyFacts } from './family-facts.ts'

/** A transaction as far as it decides what is held. Accounts and instruments by their places; -1 without one. */
interface UnitChange {
  day: Day
  account: number
  instrument: number
  /** Index of the transaction type. */
  type: number
  /** As recorded; 0 without one. */
  quantity: number
  split: { numerator: number; denominator: number } | null
}

interface HeldUnits {
  instrument: number
  units: number
  peak: number
  day: Day
}

/** Rounding of quantities; a position below is closed. */
const closedShare = 1e-9
const unitRules = transactionTypes.map(type => TRANSACTION_TYPE_RULES[type].units)
const typePlaces = new Map(transactionTypes.map((type, place) => [type, place]))

/** What a family holds after its transactions up to today: those that are kept, then those read. */
export function findHeld(
  continuation: LoadContinuation | null,
  { accounts, instruments, transactions }: Pick<FamilyFacts, 'accounts' | 'instruments' | 'transactions'>,
  today: Day,
): HeldInstruments {
  const units = countUnits(instruments, today)
  if (continuation) addKept(continuation, units.add)
  const accountPlaces = new Map(accounts.map(({ id }, place) => [id, place]))
  const instrumentPlaces = new Map(instruments.map(({ id }, place) => [id, place]))
  for (const row of transactions)
    units.add({
      day: parseDay(row.date),
      account: accountPlaces.get(row.account_id) ?? -1,
      instrument: row.instrument_id === null ? -1 : (instrumentPlaces.get(row.instrument_id) ?? -1),
      type: typePlaces.get(parseTransactionType(row.transaction_type)) ?? -1,
      quantity: Number(row.quantity ?? 0),
      split: { numerator: Number(row.numerator ?? 1), denominator: Number(row.denominator ?? 1) },
    })
  return units.result()
}

/** Places in a snapshot that is continued are those of the facts: it has the same accounts and instruments. */
function addKept({ resume, ledger, kept }: LoadContinuation, add: (change: UnitChange) => void): void {
  const { day, account, instrument, type, quantity } = ledger.columns
  const splits = new Map(
    resume.noted
      .filter(({ transaction }) => transaction.type === 'split')
      .map(({ index, transaction: { numerator = 1, denominator = 1 } }) => [
        index,
        { numerator: Number(numerator), denominator: Number(denominator) },
      ]),
  )
  for (let place = 0; place < kept.inForce; place += 1)
    add({
      day: day[place] as number,
      account: account[place] as number,
      instrument: instrument[place] as number,
      type: type[place] as number,
      quantity: (quantity[place] as number) || 0,
      split: splits.size === 0 ? null : (splits.get(place) ?? null),
    })
}

/** Adds up units by account and instrument. Transactions come in order; those after today do not count. */
function countUnits(instruments: FamilyFacts['instruments'], today: Day) {
  const splits = instruments.map(({ splits: known }) =>
    known.map(({ date, numerator, denominator }) => ({
      day: parseDay(date),
      ratio: Number(numerator) / Number(denominator),
    })),
  )
  const positions = new Map<number, HeldUnits>()
  let lastDay: Day | null = null
  return {
    add(change: UnitChange): void {
      const { day, account, instrument } = change
      if (day > today) return
      if (lastDay === null || day > lastDay) lastDay = day
      if (instrument < 0) return
      const key = account * instruments.length + instrument
      let position = positions.get(key)
      if (!position) {
        position = { instrument, units: 0, peak: 0, day: Number.NEGATIVE_INFINITY }
        positions.set(key, position)
      }
      let isKnown = false
      for (const split of splits[instrument] ?? []) {
        if (split.day > position.day && split.day <= day) position.units *= split.ratio
        if (split.day === day) isKnown = true
      }
      position.units = applyChange(position.units, change, isKnown)
      position.peak = Math.max(position.peak, Math.abs(position.units))
      position.day = day
    },
    result(): HeldInstruments {
      const open = [...positions.values()].filter(({ units, peak }) => Math.abs(units) > closedShare * peak)
      return { held: new Set(open.map(({ instrument }) => instruments[instrument]?.id ?? '')), lastDay }
    },
  }
}

function applyChange(units: number, { type, quantity, split }: UnitChange, isKnownSplit: boolean): number {
  if (transactionTypes[type] === 'split')
    return isKnownSplit || !split ? units : (units * split.numerator) / split.denominator
  const moves = unitRules[type] ?? null
  if (moves === null) return units
  if (moves === 'either') return units + quantity
  return units + (moves === 'in' ? Math.abs(quantity) : -Math.abs(quantity))
}
