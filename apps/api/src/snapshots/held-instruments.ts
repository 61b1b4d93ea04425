import { transactionTypes } from '@plumbline/contract'
import { type Day, parseDay, TRANSACTION_TYPE_RULES } from '@plumbline/engine'
import { parseTransactionType } from '../platform/db/checked-words.ts'
import type { HeldInstruments } from './as-of.ts'
import type { LoadContinuation } from './continue-load.ts'
import type { FamilyFacts } from './family-facts.ts'
import { noDay } from './ledger-columns.ts'

interface Split {
  numerator: number
  denominator: number
}

/**
 * Counts a transaction. Accounts and instruments are places, -1 without one; the quantity is as recorded, 0 without one.
 * Numbers instead of an object, since a large family has half a million.
 */
type AddUnits = (
  day: Day,
  account: number,
  instrument: number,
  type: number,
  quantity: number,
  split: Split | null,
) => void

/** Rounding of quantities; a position below is closed. */
const closedShare = 1e-9
const unitRules = transactionTypes.map(type => TRANSACTION_TYPE_RULES[type].units)
const splitType = transactionTypes.indexOf('split')
const typePlaces = new Map(transactionTypes.map((type, place) => [type, place]))

/** What a family holds after its transactions up to today: those that are kept, then those read. */
export function findHeld(
  continuation: LoadContinuation | null,
  { accounts, instruments, transactions }: Pick<FamilyFacts, 'accounts' | 'instruments' | 'transactions'>,
  today: Day,
): HeldInstruments {
  const units = countUnits(accounts.length, instruments, today)
  if (continuation) addKept(continuation, units.add)
  const accountPlaces = new Map(accounts.map(({ id }, place) => [id, place]))
  const instrumentPlaces = new Map(instruments.map(({ id }, place) => [id, place]))
  for (const row of transactions)
    units.add(
      parseDay(row.date),
      accountPlaces.get(row.account_id) ?? -1,
      row.instrument_id === null ? -1 : (instrumentPlaces.get(row.instrument_id) ?? -1),
      typePlaces.get(parseTransactionType(row.transaction_type)) ?? -1,
      Number(row.quantity ?? 0),
      { numerator: Number(row.numerator ?? 1), denominator: Number(row.denominator ?? 1) },
    )
  return units.result()
}

/** Places in a snapshot that is continued are those of the facts: it has the same accounts and instruments. */
function addKept({ resume, ledger, kept }: LoadContinuation, add: AddUnits): void {
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
    add(
      day[place] as number,
      account[place] as number,
      instrument[place] as number,
      type[place] as number,
      (quantity[place] as number) || 0,
      splits.size === 0 ? null : (splits.get(place) ?? null),
    )
}

/** Adds up units by account and instrument. Transactions come in order; those after today do not count. */
function countUnits(accounts: number, instruments: FamilyFacts['instruments'], today: Day) {
  const splits = instruments.map(({ splits: known }) =>
    known.map(({ date, numerator, denominator }) => ({
      day: parseDay(date),
      ratio: Number(numerator) / Number(denominator),
    })),
  )
  // One row per account, and one before them for transactions of none. Columns, since each transaction is counted.
  const width = instruments.length
  const size = (accounts + 1) * width
  const held = new Float64Array(size)
  const peaks = new Float64Array(size)
  const days = new Int32Array(size).fill(noDay)
  let lastDay: Day | null = null
  const split = (place: number, instrument: number, day: Day): boolean => {
    let isKnown = false
    for (const known of splits[instrument] ?? []) {
      if (known.day > (days[place] as number) && known.day <= day)
        held[place] = (held[place] as number) * known.ratio
      if (known.day === day) isKnown = true
    }
    return isKnown
  }
  const add: AddUnits = (day, account, instrument, type, quantity, ratio) => {
    if (day > today) return
    if (lastDay === null || day > lastDay) lastDay = day
    if (instrument < 0) return
    const place = (account + 1) * width + instrument
    const isKnown = split(place, instrument, day)
    const before = held[place] as number
    if (type !== splitType) held[place] = before + moveUnits(type, quantity)
    else if (ratio && !isKnown) held[place] = (before * ratio.numerator) / ratio.denominator
    peaks[place] = Math.max(peaks[place] as number, Math.abs(held[place] as number))
    days[place] = day
  }
  return {
    add,
    result(): HeldInstruments {
      const ids = new Set<string>()
      for (let place = 0; place < size; place += 1)
        if (Math.abs(held[place] as number) > closedShare * (peaks[place] as number))
          ids.add(instruments[place % width]?.id ?? '')
      return { held: ids, lastDay }
    },
  }
}

function moveUnits(type: number, quantity: number): number {
  const moves = unitRules[type] ?? null
  if (moves === null) return 0
  if (moves === 'either') return quantity
  return moves === 'in' ? Math.abs(quantity) : -Math.abs(quantity)
}
