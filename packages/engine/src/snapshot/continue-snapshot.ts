import type { Day } from '../calendar/day.ts'
import type { Ledger, Transaction } from '../ledger/ledger.ts'
import type { ConvertRate } from '../ledger/settle.ts'
import { unitize } from '../ledger/unitize.ts'
import type { Checkpoint } from '../posting/checkpoint.ts'
import type { Issue } from '../posting/issues.ts'
import {
  type DerivedPositions,
  derivePositions,
  findFirstPosting,
  findMarginKeys,
} from '../posting/post-ledger.ts'
import type { Entry } from '../posting/posting-context.ts'
import { type Entries, type ReadIssues, readEntries } from '../posting/read-entries.ts'
import type { InstrumentPrices } from '../valuation/instrument-prices.ts'
import { crossRate, type Market } from '../valuation/market.ts'
import { findAccruals } from './accrued-claims.ts'
import { addClaims } from './claim-segments.ts'
import type { Columns } from './columns.ts'
import { freezeColumns } from './columns.ts'
import {
  addCurrencyDays,
  addLinkDays,
  type CheckpointPlace,
  isInOrder,
  isPaying,
  isTooMuchToNote,
  keepUntil,
  listFirstQuoteDays,
  listNoted,
  listSpans,
  type ResumeState,
  thinOut,
} from './resume-state.ts'
import { type Allocate, allocatePrivate, closeTable } from './row-table.ts'
import { isSamePrices, isSameRates, isSameValue } from './same-past.ts'
import { buildSegments } from './segments.ts'
import {
  findUnderlyings,
  listCurrencies,
  listMarketPrices,
  openFacts,
  type PortfolioSnapshot,
  priceInstruments,
  type ResumableSnapshot,
  transactionDays,
} from './snapshot.ts'
import { appendRows, spliceEvents } from './splice-rows.ts'
import { appendTexts, findTexts } from './text-column.ts'

/** A snapshot to continue from, with one of its checkpoints. */
export interface Continuation {
  readonly snapshot: PortfolioSnapshot
  readonly resume: Omit<ResumeState, 'checkpoints'>
  readonly checkpoint: Checkpoint
  /** Memory for the columns of the new snapshot. */
  readonly allocate?: Allocate
}

/** The newest state of posting before a day; null where all of the ledger has to be derived. */
export function chooseCheckpoint<Kept extends CheckpointPlace>(
  { checkpoints }: Pick<ResumeState<Kept>, 'checkpoints'>,
  changedFrom: Day,
): Kept | null {
  return checkpoints.findLast(({ day }) => day < changedFrom) ?? null
}

/** What a continued derivation has read, before anything is posted. */
interface Opened {
  readonly before: Continuation
  readonly ledger: Ledger
  readonly market: Market
  readonly lastDay: Day
  readonly read: Entries
  /** Entries noted up to the checkpoint, and all after it. */
  readonly noted: readonly Entry[]
  readonly prices: readonly InstrumentPrices[]
  readonly convert: ConvertRate
}

const isUntil =
  (last: Day) =>
  ({ day }: { readonly day: Day }): boolean =>
    day <= last

const notedUntil = ({ resume, checkpoint }: Continuation): Entry[] =>
  resume.noted.filter(({ transaction }) => transaction.day <= checkpoint.day)

/** Whether the accounts, instruments and transactions leave everything up to the checkpoint as it was. */
function isAfter({ snapshot, resume, checkpoint }: Continuation, ledger: Ledger, lastDay: Day): boolean {
  const { transactions } = ledger
  return (
    lastDay >= checkpoint.day &&
    (transactions[0]?.day ?? lastDay + 1) > checkpoint.day &&
    isInOrder(transactions) &&
    unitize(ledger) === ledger &&
    isSameValue(ledger.accounts, snapshot.accounts) &&
    isSameValue(ledger.instruments, snapshot.instruments) &&
    transactions.every(({ link }) => (resume.linkDays.get(link ?? '') ?? lastDay + 1) > checkpoint.day)
  )
}

/** Reads the transactions after the checkpoint. Null where they or the market change anything up to it. */
function open(before: Continuation, ledger: Ledger, market: Market, lastDay: Day): Opened | null {
  const { snapshot, resume, checkpoint } = before
  const { instruments } = ledger
  if (!isAfter(before, ledger, lastDay) || !isSameRates(snapshot, market, checkpoint.day)) return null
  if (!isSameValue(listFirstQuoteDays(instruments, market), resume.firstQuoteDays)) return null
  const convert: ConvertRate = (from, to, day) => crossRate(market, from, to, day)
  const read = readEntries(ledger, convert, checkpoint.transactions)
  if (read.issues.unsupported.length > 0 && instruments.some(isPaying)) return null
  const noted = [...notedUntil(before), ...read.entries]
  const prices = priceInstruments(ledger, noted, market, lastDay)
  if (!isSamePrices(prices, snapshot.prices, checkpoint.day)) return null
  return { before, ledger, market, lastDay, read, noted, prices, convert }
}

const sortedKeys = (entries: readonly Entry[], instruments: number): number[] =>
  [...findMarginKeys(entries, instruments)].sort((a, b) => a - b)

/** Posts the transactions after the checkpoint. Null where they change the order or the kind of earlier postings. */
function post({ before, ledger, lastDay, read, noted, prices, convert }: Opened): {
  derived: DerivedPositions
  currencyDays: Map<string, Day>
} | null {
  const { snapshot, resume, checkpoint } = before
  const currencyDays = addCurrencyDays(keepUntil(resume.currencyDays, checkpoint.day), read.entries)
  const currencies = listCurrencies(ledger.instruments, currencyDays.keys())
  const marginKeys = sortedKeys(resume.noted, ledger.instruments.length)
  if (!isSameValue(currencies, snapshot.currencies)) return null
  if (!isSameValue(sortedKeys(noted, ledger.instruments.length), marginKeys)) return null
  const named = indexTransactions(before, ledger.transactions)
  const findDay = (id: string): Day | undefined => {
    const place = named.get(id)
    if (place === undefined) return undefined
    return place < checkpoint.transactions
      ? snapshot.transactionDays[place]
      : ledger.transactions[place - checkpoint.transactions]?.day
  }
  const facts = {
    ...openFacts(ledger, currencies, prices),
    ledger,
    traits: read.traits,
    convert,
    lastDay,
    payments: [],
    earnedElsewhere: new Map(),
    spans: listSpans(ledger.transactions, findDay),
    start: {
      snapshot: { ...snapshot, postedIssues: resume.postedIssues },
      checkpoint,
      transactionIndex: named,
      marginKeys: new Set(marginKeys),
      allocate: before.allocate ?? allocatePrivate,
    },
  }
  if (findFirstPosting(read.entries, facts) <= checkpoint.day) return null
  return { derived: derivePositions(read.entries, facts), currencyDays }
}

/** The places of the transactions that those after the checkpoint name as the source of specific lots. */
function indexTransactions(
  { snapshot, checkpoint }: Continuation,
  transactions: readonly Transaction[],
): Map<string, number> {
  const named = new Set(transactions.flatMap(({ takes = [] }) => takes.map(take => take.transaction)))
  const places = findTexts(snapshot.transactions, named, checkpoint.transactions)
  transactions.forEach(({ id }, place) => {
    if (named.has(id)) places.set(id, checkpoint.transactions + place)
  })
  return places
}

/** The columns of the kept rows and of those posted since. */
function spliceColumns({ before, ledger, lastDay, noted, convert }: Opened, { journal }: DerivedPositions) {
  const { snapshot, resume, checkpoint, allocate = allocatePrivate } = before
  const { rows } = checkpoint
  const { events, eventFrom, chronological } = spliceEvents(snapshot, journal, rows, allocate)
  const positions = {
    count: journal.positions.keys.length,
    keys: journal.positions.keys,
    ...freezeColumns('positions', journal.positions),
  }
  const postings: Columns<'postings'> = appendRows(
    'postings',
    snapshot.postings,
    rows.postings,
    journal.postings,
    allocate,
  )
  const owed = new Map([...[...resume.owed].filter(([event]) => event < rows.events), ...journal.owed])
  const byRow = new Map([...owed].map(([event, value]) => [chronological[event] ?? -1, value]))
  const byPosition = { from: eventFrom, order: listRows(events.day.length) }
  const multipliers = ledger.instruments.map(instrument => instrument.contractSize ?? 1)
  const accruals = findAccruals({
    journal: { events, postings, positions },
    byPosition,
    ledger,
    transactions: [...notedUntil(before).map(({ transaction }) => transaction), ...ledger.transactions],
    transactionAt: indexNoted(noted),
    currencies: snapshot.currencies,
    convert,
    lastDay,
  })
  const uncut = buildSegments({ events, positions, owed: byRow }, byPosition, multipliers, lastDay, allocate)
  const segments = addClaims(uncut, accruals.claims)
  return {
    accruals,
    owed,
    columns: {
      events,
      chronological,
      ledgerFrom: [0, chronological.length],
      lots: closeTable('lots', journal.lots),
      pieces: closeTable('pieces', journal.pieces),
      postings,
      positions: { ...positions, eventFrom, segmentFrom: segments.positionFrom },
      segments,
      claims: accruals.claims,
    },
  }
}

function listRows(count: number): Int32Array {
  const rows = new Int32Array(count)
  for (let row = 0; row < count; row += 1) rows[row] = row
  return rows
}

function indexNoted(noted: readonly Entry[]): (place: number) => Transaction | undefined {
  const places = new Map(noted.map(({ index, transaction }) => [index, transaction]))
  return place => places.get(place)
}

function joinIssues({ resume, checkpoint }: Continuation, read: ReadIssues): ReadIssues {
  const isKept = isUntil(checkpoint.day)
  const join = (kept: readonly Issue[], added: readonly Issue[]) => [...kept.filter(isKept), ...added]
  return {
    unsupported: join(resume.issues.unsupported, read.unsupported),
    unpaired: join(resume.issues.unpaired, read.unpaired),
    splits: join(resume.issues.splits, read.splits),
  }
}

function noteState<Kept extends CheckpointPlace>(
  { before, ledger, read, market, noted }: Opened,
  { checkpoints, keepsEarlier }: DerivedPositions,
  earlier: readonly Kept[],
  known: Pick<ResumeState, 'currencyDays' | 'issues' | 'postedIssues' | 'owed'>,
): ResumeState<Kept | Checkpoint> | null {
  const { resume, checkpoint } = before
  const all = checkpoint.transactions + ledger.transactions.length
  const firstQuoteDays = listFirstQuoteDays(ledger.instruments, market)
  const since = listNoted(read.entries, ledger.instruments, firstQuoteDays)
  const kept = noted.slice(0, noted.length - read.entries.length)
  if (isTooMuchToNote(kept.length + since.length, all)) return null
  const valid = keepsEarlier ? earlier.filter(isUntil(checkpoint.day)) : []
  return {
    ...known,
    checkpoints: thinOut<Kept | Checkpoint>([...valid, ...checkpoints], all),
    noted: [...kept, ...since],
    linkDays: addLinkDays(keepUntil(resume.linkDays, checkpoint.day), ledger.transactions),
    firstQuoteDays,
  }
}

/**
 * Derives the snapshot of a changed ledger from an earlier one, of which everything up to a checkpoint is the same. `later`
 * has all accounts and instruments, and the transactions after the day of the checkpoint. The result is the one of
 * `buildSnapshot` for the whole ledger, to the last bit.
 *
 * @returns null where anything up to the checkpoint depends on the change: the whole ledger then has to be derived.
 */
export function continueSnapshot<Kept extends CheckpointPlace>(
  before: Continuation & { readonly resume: Pick<ResumeState<Kept>, 'checkpoints'> },
  later: Ledger,
  market: Market,
  lastDay: Day,
): ResumableSnapshot<Kept | Checkpoint> | null {
  const opened = open(before, later, market, lastDay)
  const posted = opened && post(opened)
  if (!opened || !posted) return null
  const { snapshot, checkpoint, allocate = allocatePrivate } = before
  const { journal } = posted.derived
  const { accruals, owed, columns } = spliceColumns(opened, posted.derived)
  if (accruals.paidOutside.length > 0 || accruals.earnedElsewhere.size > 0) return null
  const { prices, read } = opened
  const { accounts, instruments, transactions } = later
  const issues = joinIssues(before, read.issues)
  const days = allocate('int32', checkpoint.transactions + transactions.length)
  days.set(snapshot.transactionDays.subarray(0, checkpoint.transactions))
  days.set(transactionDays(transactions), checkpoint.transactions)
  return {
    snapshot: {
      ...columns,
      firstDay: checkpoint.rows.events > 0 ? snapshot.firstDay : (journal.events.day[0] ?? lastDay) - 1,
      lastDay,
      accounts,
      instruments,
      underlyings: findUnderlyings(instruments),
      transactions: appendTexts(
        snapshot.transactions,
        checkpoint.transactions,
        transactions.map(({ id }) => id),
        allocate,
      ),
      transactionDays: days,
      currencies: snapshot.currencies,
      marginRequirements: journal.marginRequirements,
      prices,
      isMarketPrice: listMarketPrices(instruments, prices, market),
      pivot: market.pivot,
      rates: market.rates,
      issues: [...issues.unsupported, ...issues.unpaired, ...issues.splits, ...journal.issues],
    },
    resume: noteState(opened, posted.derived, before.resume.checkpoints, {
      currencyDays: posted.currencyDays,
      issues,
      postedIssues: journal.issues,
      owed,
    }),
  }
}
