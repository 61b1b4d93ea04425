import type { Day } from '../calendar/day.ts'
import type { Instrument, Ledger, Transaction } from '../ledger/ledger.ts'
import type { Checkpoint } from '../posting/checkpoint.ts'
import { checkpointDistances, type Span } from '../posting/checkpoint-places.ts'
import type { Issue } from '../posting/issues.ts'
import type { Entry } from '../posting/posting-context.ts'
import type { ReadIssues } from '../posting/read-entries.ts'
import { expires } from '../valuation/expired-contracts.ts'
import { statesPrice } from '../valuation/instrument-prices.ts'
import type { Market } from '../valuation/market.ts'

/** The place of a checkpoint. The rest of it may be kept in another form until it is needed. */
export type CheckpointPlace = Pick<Checkpoint, 'day' | 'transactions'>

/**
 * What the derivation of a later ledger can keep of this one, beside the rows of the snapshot. Everything is in the order
 * of the ledger, so that the part up to a checkpoint is the one up to its day.
 */
export interface ResumeState<Kept extends CheckpointPlace = Checkpoint> {
  readonly checkpoints: readonly Kept[]
  /** Entries that more depends on than the positions posted: prices, payments due, the end of contracts. */
  readonly noted: readonly Entry[]
  /** The first day of each currency that transactions settle in, and of each link. */
  readonly currencyDays: ReadonlyMap<string, Day>
  readonly linkDays: ReadonlyMap<string, Day>
  /** The first quote of each instrument; `UNQUOTED` without any. */
  readonly firstQuoteDays: readonly Day[]
  readonly issues: ReadIssues
  /** Issues found while posting, in that order. */
  readonly postedIssues: readonly Issue[]
  /** See `Journal.owed`; by event in posting order. */
  readonly owed: ReadonlyMap<number, number>
}

/** The first quote day of an instrument without quotes: after every day. */
export const UNQUOTED: Day = 2_147_483_647

/** A ledger whose entries mostly have to be noted is derived as a whole, which costs about as much. */
const MAX_NOTED = 2_000
const MAX_NOTED_SHARE = 0.25

/** Whether there are too many entries to note. */
export function isTooMuchToNote(noted: number, transactions: number): boolean {
  return noted > MAX_NOTED && noted > transactions * MAX_NOTED_SHARE
}

export function isPaying({ coupons, factors }: Instrument): boolean {
  return coupons != null || (factors ?? []).length > 0
}

export function listFirstQuoteDays(instruments: readonly Instrument[], market: Market): Day[] {
  return instruments.map(({ id }) => {
    const series = market.prices.get(id)
    return series && series.values.length > 0 ? series.firstDay : UNQUOTED
  })
}

/** The entries that other passes than posting read. */
export function listNoted(
  entries: readonly Entry[],
  instruments: readonly Instrument[],
  firstQuoteDays: readonly Day[],
): Entry[] {
  const isAlways = instruments.map(
    instrument => expires(instrument) || instrument.type === 'fx_forward' || isPaying(instrument),
  )
  return entries.filter(({ instrument, settled, transaction }) => {
    const { kind, notional, unitPrice } = settled
    if (kind === 'return' && notional !== 0) return true
    if (instrument < 0) return false
    return (
      isAlways[instrument] ||
      kind === 'split' ||
      kind === 'valuation' ||
      (transaction.day < (firstQuoteDays[instrument] ?? UNQUOTED) &&
        statesPrice(unitPrice, instruments[instrument]))
    )
  })
}

/** Adds the first days of currencies and links to those of earlier transactions. */
export function addCurrencyDays(known: Map<string, Day>, entries: readonly Entry[]): Map<string, Day> {
  for (const { settled, transaction } of entries)
    for (const currency of [settled.settleCurrency, settled.otherCurrency])
      if (!known.has(currency)) known.set(currency, transaction.day)
  return known
}

export function addLinkDays(known: Map<string, Day>, transactions: readonly Transaction[]): Map<string, Day> {
  for (const { link, day } of transactions) if (link !== undefined && !known.has(link)) known.set(link, day)
  return known
}

/** The entries of a map whose day is not after a checkpoint. */
export function keepUntil(days: ReadonlyMap<string, Day>, last: Day): Map<string, Day> {
  return new Map([...days].filter(([, day]) => day <= last))
}

export function isInOrder(transactions: readonly Transaction[]): boolean {
  return transactions.every(({ day }, place) => day >= (transactions[place - 1]?.day ?? day))
}

/**
 * The days across which transactions depend on each other: those of one link, and a sale that names a lot which is
 * acquired later or unknown. `dayOf` finds transactions that are named.
 */
export function listSpans(
  transactions: readonly Transaction[],
  dayOf: (transaction: string) => Day | undefined,
): Span[] {
  const byLink = new Map<string, Span>()
  const spans: Span[] = []
  for (const { day, link, takes } of transactions) {
    if (link !== undefined) {
      const known = byLink.get(link) ?? { from: day, to: day }
      byLink.set(link, { from: Math.min(known.from, day), to: Math.max(known.to, day) })
    }
    for (const { transaction } of takes ?? []) spans.push({ from: day, to: dayOf(transaction) ?? UNQUOTED })
  }
  return [...spans, ...byLink.values()]
}

/** Finds the days of transactions by id. */
export function indexDays(transactions: readonly Transaction[]): (id: string) => Day | undefined {
  if (!transactions.some(({ takes }) => takes !== undefined)) return () => undefined
  const days = new Map(transactions.map(({ id, day }) => [id, day]))
  return id => days.get(id)
}

type KnownState = Pick<ResumeState, 'currencyDays' | 'issues' | 'postedIssues' | 'owed' | 'checkpoints'>

/** What a later derivation can keep of a whole ledger; null where it would hardly save anything. */
export function noteResumeState(
  { instruments, transactions }: Ledger,
  entries: readonly Entry[],
  market: Market,
  known: KnownState,
): ResumeState | null {
  const firstQuoteDays = listFirstQuoteDays(instruments, market)
  const noted = listNoted(entries, instruments, firstQuoteDays)
  const hasUnsupportedPayments = known.issues.unsupported.length > 0 && instruments.some(isPaying)
  if (hasUnsupportedPayments || isTooMuchToNote(noted.length, transactions.length)) return null
  const linkDays = addLinkDays(new Map(), transactions)
  return { ...known, noted, linkDays, firstQuoteDays }
}

/** Keeps the newest checkpoint for each distance from the end of the ledger. */
export function thinOut<Kept extends CheckpointPlace>(
  checkpoints: readonly Kept[],
  transactions: number,
): Kept[] {
  const sorted = checkpoints.toSorted((a, b) => a.day - b.day)
  const kept = checkpointDistances(transactions).map(distance =>
    sorted.findLast(checkpoint => transactions - checkpoint.transactions >= distance),
  )
  return sorted.filter(checkpoint => kept.includes(checkpoint))
}
