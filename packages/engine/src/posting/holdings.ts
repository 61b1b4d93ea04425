import type { Day } from '../calendar/day.ts'
import type { Account, Instrument } from '../ledger/ledger.ts'
import { add, type Exact, toNumber, ZERO } from '../money/exact.ts'
import { quantityTolerance } from '../money/tolerances.ts'
import type { Row } from '../snapshot/columns.ts'
import { type Journal, openJournal, POSITION_FLAG, STILL_OPEN } from './journal.ts'
import { type LotStore, openLotStore } from './lots.ts'

/** The current holding of an account in an instrument, and the positions it had before. */
export interface Holding {
  readonly account: number
  readonly instrument: number
  /** The open position, or -1. */
  position: number
  quantity: Exact
  lots: LotStore
  /** Futures and forwards: entry amounts of the open contracts plus margin paid on them. Value = units x close - owed. */
  owed: number
  /** Futures and forwards: closed positions whose gain is not paid yet, oldest first. */
  due: readonly DueMargin[]
  /** All positions so far, oldest first. */
  readonly history: number[]
}

/** The unpaid gain of a closed position in futures or forwards; negative where the account owes it. */
export interface DueMargin {
  readonly position: number
  /** In the instrument's currency, and the part of it that may be float64 rounding. */
  readonly amount: number
  readonly rounding: number
}

/** The money of an account in one currency: a position that never closes. */
export interface CashHolding {
  readonly position: number
  balance: Exact
}

/** The state that posting the transactions in order changes. */
export interface Holdings {
  readonly journal: Journal
  readonly accounts: readonly Account[]
  readonly instruments: readonly Instrument[]
  readonly currencyIndex: ReadonlyMap<string, number>
  readonly instrumentCurrency: readonly number[]
  readonly byKey: Map<number, Holding>
  readonly byInstrument: Map<number, Holding[]>
  /** By account and currency: account x currencies + currency. */
  readonly cash: Map<number, CashHolding>
}

/** The state before the first transaction. */
export function emptyHoldings(
  accounts: readonly Account[],
  instruments: readonly Instrument[],
  currencyIndex: ReadonlyMap<string, number>,
  instrumentCurrency: readonly number[],
): Holdings {
  return {
    journal: openJournal(),
    accounts,
    instruments,
    currencyIndex,
    instrumentCurrency,
    byKey: new Map(),
    byInstrument: new Map(),
    cash: new Map(),
  }
}

/** Shared by all holdings, since few of them ever have anything due. */
export const NOTHING_DUE: readonly DueMargin[] = []

/** Finds the holding of an account in an instrument, or creates an empty one. */
export function ensureHolding(holdings: Holdings, account: number, instrument: number): Holding {
  const key = account * holdings.instruments.length + instrument
  const known = holdings.byKey.get(key)
  if (known) return known
  const lots = openLotStore(holdings.accounts[account]?.lotMethod ?? 'fifo')
  const holding: Holding = {
    account,
    instrument,
    position: -1,
    quantity: ZERO,
    lots,
    owed: 0,
    due: NOTHING_DUE,
    history: [],
  }
  holdings.byKey.set(key, holding)
  const sameInstrument = holdings.byInstrument.get(instrument)
  if (sameInstrument) sameInstrument.push(holding)
  else holdings.byInstrument.set(instrument, [holding])
  return holding
}

/** Signed quantity, as a number. */
export function heldQuantity(holding: Holding): number {
  return toNumber(holding.quantity)
}

type NewPosition = Omit<Row<'positions'>, 'closeDay' | 'flags'> & { readonly key: string }

function writePosition({ positions }: Journal, position: NewPosition): number {
  positions.keys.push(position.key)
  const lengths: Row<'positions'> = {
    account: positions.account.push(position.account),
    instrument: positions.instrument.push(position.instrument),
    currency: positions.currency.push(position.currency),
    sequence: positions.sequence.push(position.sequence),
    side: positions.side.push(position.side),
    openDay: positions.openDay.push(position.openDay),
    closeDay: positions.closeDay.push(STILL_OPEN),
    flags: positions.flags.push(0),
  }
  return lengths.account - 1
}

/** Instrument types that may be held short in any account. */
const SHORT_BY_NATURE = new Set(['option', 'future', 'fx_forward', 'loan'])

/**
 * Opens the next position of a holding. Its key is the id of the opening transaction, with `.2` where that transaction
 * closed the previous position first: unlike a number it is stable when older transactions arrive late. A short in an
 * account that allows none is flagged oversold, unless the instrument is short by nature.
 */
export function openPosition(
  holdings: Holdings,
  holding: Holding,
  { key, side, day }: { readonly key: string; readonly side: number; readonly day: Day },
): number {
  const { journal, accounts, instruments } = holdings
  const instrument = instruments[holding.instrument]
  holding.lots = openLotStore(accounts[holding.account]?.lotMethod ?? 'fifo')
  holding.position = writePosition(journal, {
    key,
    account: holding.account,
    instrument: holding.instrument,
    currency: holdings.instrumentCurrency[holding.instrument] ?? 0,
    sequence: holding.history.length + 1,
    side,
    openDay: day,
  })
  holding.history.push(holding.position)
  const isAllowed = accounts[holding.account]?.shortsAllowed || SHORT_BY_NATURE.has(instrument?.type ?? '')
  if (side < 0 && !isAllowed) flagPosition(journal, holding.position, POSITION_FLAG.oversold)
  return holding.position
}

/** Sets a bit in a position's flags. */
export function flagPosition(journal: Journal, position: number, flag: number): void {
  journal.positions.flags[position] = (journal.positions.flags[position] ?? 0) | flag
}

/**
 * Changes a holding's quantity and closes its position when only rounding is left.
 *
 * @returns the quantity afterwards; exactly 0 when closed.
 */
export function changeQuantity(holdings: Holdings, holding: Holding, change: Exact, day: Day): number {
  const after = add(holding.quantity, change)
  const quantity = toNumber(after)
  const size = Math.max(Math.abs(heldQuantity(holding)), Math.abs(toNumber(change)))
  if (quantity !== 0 && Math.abs(quantity) >= quantityTolerance(size)) {
    holding.quantity = after
    return quantity
  }
  holding.quantity = ZERO
  if (holding.position >= 0) holdings.journal.positions.closeDay[holding.position] = day
  holding.position = -1
  holding.lots.open = []
  return 0
}

function cashKey({ currencyIndex }: Holdings, account: number, currency: string): number {
  return account * currencyIndex.size + (currencyIndex.get(currency) ?? 0)
}

/** The cash position of an account and currency, if it has one. */
export function findCash(holdings: Holdings, account: number, currency: string): CashHolding | undefined {
  return holdings.cash.get(cashKey(holdings, account, currency))
}

/** Finds the cash position of an account and currency, or opens it; it never closes. */
export function ensureCash(holdings: Holdings, account: number, currency: string, day: Day): CashHolding {
  const key = cashKey(holdings, account, currency)
  const known = holdings.cash.get(key)
  if (known) return known
  const position = writePosition(holdings.journal, {
    key: `cash:${holdings.accounts[account]?.id ?? ''}:${currency}`,
    account,
    instrument: -1,
    currency: holdings.currencyIndex.get(currency) ?? 0,
    sequence: 1,
    side: 1,
    openDay: day,
  })
  const created = { position, balance: ZERO }
  holdings.cash.set(key, created)
  return created
}

/**
 * The position that owns income, fees or taxes of an instrument: the one that held it at the close before the
 * ex-date, else the open one, else the last one closed. They never reopen a position. -1 when it was never held.
 */
export function findResultOwner(
  holdings: Holdings,
  holding: Holding | undefined,
  exDay: Day | undefined,
): number {
  if (!holding) return -1
  const { openDay, closeDay } = holdings.journal.positions
  if (exDay !== undefined)
    for (const position of holding.history.toReversed())
      if ((openDay[position] ?? 0) < exDay && (closeDay[position] ?? 0) >= exDay) return position
  if (holding.position >= 0) return holding.position
  return holding.history[holding.history.length - 1] ?? -1
}
