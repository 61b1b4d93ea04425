import { type TransactionType, transactionTypes } from '@plumbline/contract'
import type { PortfolioSnapshot } from '@plumbline/engine'
import type { Portfolio } from '../queries/query.ts'
import type { LedgerColumns } from '../snapshots/ledger-columns.ts'

/** The part of a transaction that a line shows. */
export const linePart = {
  /** The transaction without its fee. */
  whole: 0,
  /** The fee of the transaction, as a line of its own so that it counts once. */
  fees: 1,
  /** The received amount of a conversion, in the other currency. */
  received: 2,
} as const

/**
 * The lines of a ledger: every transaction, its fee, and the second leg of a conversion. The lines of an account add up
 * to its cash in each currency.
 */
export interface LedgerLines {
  readonly count: number
  readonly transaction: Int32Array
  readonly part: Uint8Array
  /** The position of the line; -1 without one, as for former transactions. */
  readonly position: Int32Array
  /** By transaction: units moved in positions other than cash. */
  readonly units: Float64Array
}

const cache = new WeakMap<LedgerColumns, LedgerLines>()

/** The lines of a snapshot, built on first use. */
export function ledgerLines({ snapshot, metadata: { ledger } }: Portfolio): LedgerLines {
  const lines = cache.get(ledger) ?? buildLines(snapshot, ledger)
  cache.set(ledger, lines)
  return lines
}

function buildLines(snapshot: PortfolioSnapshot, ledger: LedgerColumns): LedgerLines {
  const entry: number[] = []
  const part: number[] = []
  for (let place = 0; place < ledger.count; place += 1) {
    entry.push(place)
    part.push(linePart.whole)
    if (ledger.received[place] !== 0) {
      entry.push(place)
      part.push(linePart.received)
    }
    if (ledger.fees[place] !== 0 && ledger.isCharge[place] === 0) {
      entry.push(place)
      part.push(linePart.fees)
    }
  }
  const owners = findOwners(snapshot, ledger.inForce)
  const position = entry.map((place, line) => {
    if (place >= ledger.inForce) return -1
    const isReceived = part[line] === linePart.received
    const owner = isReceived ? -1 : (owners.held[place] ?? -1)
    if (owner >= 0) return owner
    const currency =
      ledger.currencies[(isReceived ? ledger.otherCurrency : ledger.currency)[place] ?? -1] ?? ''
    return [owners.cash[place], owners.otherCash[place]].find(cash => isIn(snapshot, cash, currency)) ?? -1
  })
  return {
    count: entry.length,
    transaction: Int32Array.from(entry),
    part: Uint8Array.from(part),
    position: Int32Array.from(position),
    units: owners.units,
  }
}

function isIn(snapshot: PortfolioSnapshot, cash: number | undefined, currency: string): boolean {
  return (
    cash !== undefined &&
    cash >= 0 &&
    snapshot.currencies[snapshot.positions.currency[cash] ?? -1] === currency
  )
}

/** By transaction: the first position it changed, the units moved, and the first and last cash position. */
function findOwners(snapshot: PortfolioSnapshot, count: number) {
  const held = new Int32Array(count).fill(-1)
  const cash = new Int32Array(count).fill(-1)
  const otherCash = new Int32Array(count).fill(-1)
  const units = new Float64Array(count)
  for (const event of snapshot.chronological) {
    const transaction = snapshot.events.transaction[event] ?? -1
    if (transaction < 0) continue
    const position = snapshot.events.position[event] ?? -1
    if ((snapshot.positions.instrument[position] ?? -1) < 0) {
      if (cash[transaction] === -1) cash[transaction] = position
      otherCash[transaction] = position
      continue
    }
    if (held[transaction] === -1) held[transaction] = position
    units[transaction] = (units[transaction] ?? 0) + Math.abs(snapshot.events.quantity[event] ?? 0)
  }
  return { held, cash, otherCash, units }
}

/** The share of a transaction that belongs to a position: a trade that crosses zero is divided between two. */
export interface LineShare {
  readonly line: number
  readonly share: number
  /** The line of a transaction includes its fee, and no other line does. */
  readonly isNet?: boolean
}

/**
 * The lines of one position. Cash has the lines that moved it. Any other position has its transactions with their fees,
 * and the valuations while it was held.
 */
export function positionLines(portfolio: Portfolio, position: number): LineShare[] {
  const { snapshot, metadata } = portfolio
  const lines = ledgerLines(portfolio)
  const shares = computeShares(snapshot, position, lines.units)
  const isCash = (snapshot.positions.instrument[position] ?? -1) < 0
  const found: LineShare[] = []
  for (let line = 0; line < lines.count; line += 1) {
    const place = lines.transaction[line] ?? 0
    if (place >= metadata.ledger.inForce) continue
    const share = shares.get(place)
    const isOwn =
      share === undefined
        ? !isCash && isValuation(portfolio, place, position)
        : !isCash || isIn(snapshot, position, lineCurrency(metadata.ledger, lines, line))
    if (isOwn) found.push({ line, share: isCash ? 1 : (share ?? 1) })
  }
  return found
}

/** The number of transactions of a position. A fee belongs to its transaction, also where it is a line of its own. */
export function countTransactions(portfolio: Portfolio, position: number): number {
  const { part, transaction } = ledgerLines(portfolio)
  const lines = positionLines(portfolio, position)
  const listed = new Set(
    lines.filter(({ line }) => part[line] === linePart.whole).map(({ line }) => transaction[line]),
  )
  const isOwn = (line: number) => part[line] !== linePart.fees || !listed.has(transaction[line])
  return lines.filter(({ line }) => isOwn(line)).length
}

export function lineCurrency(ledger: LedgerColumns, lines: LedgerLines, line: number): string {
  const place = lines.transaction[line] ?? 0
  const column = lines.part[line] === linePart.received ? ledger.otherCurrency : ledger.currency
  return ledger.currencies[column[place] ?? -1] ?? ''
}

/** The transactions of a position, each with the share of its units that belong to the position. */
function computeShares(
  { events, positions }: PortfolioSnapshot,
  position: number,
  units: Float64Array,
): Map<number, number> {
  const own = new Map<number, number>()
  const last = positions.eventFrom[position + 1] ?? 0
  for (let event = positions.eventFrom[position] ?? 0; event < last; event += 1) {
    const transaction = events.transaction[event] ?? -1
    if (transaction < 0) continue
    own.set(transaction, (own.get(transaction) ?? 0) + Math.abs(events.quantity[event] ?? 0))
  }
  for (const [transaction, moved] of own) {
    const all = units[transaction] ?? 0
    own.set(transaction, all === 0 ? 1 : moved / all)
  }
  return own
}

const valuation: TransactionType = 'valuation'

function isValuation(
  { snapshot, metadata: { ledger } }: Portfolio,
  place: number,
  position: number,
): boolean {
  const day = ledger.day[place] ?? 0
  const { positions } = snapshot
  return (
    ledger.instrument[place] === positions.instrument[position] &&
    ledger.account[place] === positions.account[position] &&
    transactionTypes[ledger.type[place] ?? -1] === valuation &&
    day >= (positions.openDay[position] ?? 0) &&
    day <= (positions.closeDay[position] ?? 0)
  )
}
