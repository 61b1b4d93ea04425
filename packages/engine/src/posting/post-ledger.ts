import type { Day } from '../calendar/day.ts'
import type { Ledger, Split } from '../ledger/ledger.ts'
import type { ConvertRate } from '../ledger/settle.ts'
import { TRANSACTION_TYPE_RULES } from '../ledger/transaction-types.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { currencyUnit } from '../money/currency.ts'
import { signum, toNumber } from '../money/exact.ts'
import { quantityTolerance } from '../money/tolerances.ts'
import type { Allocate } from '../snapshot/row-table.ts'
import { type Checkpoint, type PostedRows, restoreCheckpoint, saveCheckpoint } from './checkpoint.ts'
import { findCheckpointPlaces, type Span } from './checkpoint-places.ts'
import { postSettlement } from './contracts/contract-settlement.ts'
import { postContract } from './contracts/contracts.ts'
import { postMargin } from './contracts/variation-margin.ts'
import { NO_PAYMENT, postMerger, postReturn } from './corporate-actions/corporate-actions.ts'
import { deliveryDay, findEntitlementDay, isEntitled } from './corporate-actions/entitlements.ts'
import { postExercise } from './corporate-actions/exercises.ts'
import { postSpinOff, postSpinOffDelivery } from './corporate-actions/spin-offs.ts'
import { restateUnits } from './corporate-actions/split-units.ts'
import { type Orderable, postInOrder, RANK } from './day-order.ts'
import type { DerivedPayment } from './derived-payments.ts'
import { openDerivedPostings } from './derived-postings.ts'
import { emptyHoldings, type Holdings, heldQuantity } from './holdings.ts'
import { postCash, postCashTransfer, postConversion, postResult } from './income-and-cash.ts'
import { postIncomeInKind } from './income-in-kind.ts'
import type { Journal } from './journal.ts'
import { pairByLink } from './linked-entries.ts'
import { type Entry, type PostingContext, writeEmptyPosting } from './posting-context.ts'
import type { LedgerTraits } from './read-entries.ts'
import { postDelivery, postSplit, postTrade } from './trades.ts'
import { postTransfer } from './transfers.ts'

/** One item to post on a day: a transaction, or a linked pair. */
interface Item extends Orderable {
  readonly day: Day
  readonly entry: Entry
  readonly partner: Entry | null
  /** Whether these are units that are due and not delivered yet. */
  readonly isEntitlement: boolean
}

function toItem(entry: Entry, partner: Entry | null): Item {
  const { transaction } = entry
  return {
    id: transaction.id,
    account: entry.account,
    timeMs: transaction.timeMs,
    sequence: transaction.sequence,
    subject: entry.instrument,
    linkedSubject: partner?.instrument ?? entry.instrument,
    day: deliveryDay(entry, partner),
    entry,
    partner,
    isEntitlement: false,
  }
}

/** All items by day, then id. The receiving side of a pair represents both. Units that are due earlier come twice. */
function listItems(
  entries: readonly Entry[],
  { traits, closeOn, lastDay }: Pick<DeriveFacts, 'traits' | 'closeOn' | 'lastDay'>,
): Item[] {
  const pairs = traits.hasLinks ? pairByLink(entries) : null
  const items: Item[] = []
  const push = (item: Item): void => {
    items.push(item)
    if (item.day > lastDay) return
    const due = findEntitlementDay(item.entry, item.partner, closeOn)
    // The delivery's place within its day says nothing about the ex-date.
    const unordered = { timeMs: undefined, sequence: undefined }
    if (due !== null) items.push({ ...item, ...unordered, day: due, isEntitlement: true })
  }
  for (const entry of entries) {
    const { type, link } = entry.transaction
    const pair = pairs !== null && link !== undefined ? pairs.get(link) : undefined
    if (pair && pair.out === entry) continue
    if (type !== 'valuation') push(toItem(entry, pair && pair.into === entry ? pair.out : null))
  }
  return items.sort((a, b) => a.day - b.day || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

/** Whether a linked action is an exercise, an assignment or a subscription, not a spin-off or merger. */
function isExercise({ transaction: { type } }: Entry): boolean {
  return TRANSACTION_TYPE_RULES[type].statedAs !== 'exchange'
}

function isContract({ instruments }: Holdings, { instrument }: Entry): boolean {
  return CONTRACT_TYPES.has(instruments[instrument]?.type ?? '')
}

/** Spin-offs and mergers come first, but a spin-off whose parent is only bought on the day comes after the purchase. */
function rankAction({ byKey, instruments }: Holdings, entry: Entry, parent: Entry): number {
  if (isExercise(entry)) return RANK.reducing
  const holding = byKey.get(parent.account * instruments.length + parent.instrument)
  const isGiven = entry.transaction.type !== 'spin_off' || (holding && heldQuantity(holding) !== 0)
  return isGiven ? RANK.split : RANK.crossing
}

/** The place of an item within its day, given the current holdings. */
function rankItem(holdings: Holdings, item: Item): number {
  const { entry, partner } = item
  const { kind, quantity, cash } = entry.settled
  if (item.isEntitlement) return RANK.entitlement
  if (kind === 'split') return RANK.split
  if (kind === 'action' && partner) return rankAction(holdings, entry, partner)
  if (kind === 'cash') return partner ? RANK.reducing : signum(cash) >= 0 ? RANK.externalIn : RANK.externalOut
  if ((kind === 'delivery' && !partner) || kind === 'income_in_kind')
    return signum(quantity) > 0 ? RANK.externalIn : RANK.externalOut
  // A repayment of nominal goes to the holders at the close before.
  if (kind === 'return' && entry.transaction.type === 'redemption') return RANK.externalIn
  if (kind === 'return' && isContract(holdings, entry)) return RANK.margin
  if (kind !== 'trade' && kind !== 'delivery' && kind !== 'action') return RANK.result
  const account = partner ? partner.account : entry.account
  const change = partner ? -Math.abs(toNumber(quantity)) : toNumber(quantity)
  const holding = holdings.byKey.get(account * holdings.instruments.length + entry.instrument)
  const held = holding ? heldQuantity(holding) : 0
  if (held === 0) return change > 0 ? RANK.opening : RANK.crossing
  if (Math.sign(held) === Math.sign(change)) return RANK.opening
  return Math.abs(change) <= Math.abs(held) + quantityTolerance(held) ? RANK.reducing : RANK.crossing
}

/** Posts units that are due from the ex-date on, if the account was entitled to them. */
function postEntitlement(context: PostingContext, { entry: delivered, partner, day }: Item): void {
  if (!isEntitled(context, delivered, partner)) return
  const { settled, transaction } = delivered
  const quantity = restateUnits(context, delivered, settled.quantity, { from: transaction.day, to: day })
  const entry = { ...delivered, settled: { ...settled, quantity } }
  if (partner && entry.transaction.type === 'spin_off') {
    postSpinOff(context, partner, entry, day)
    return
  }
  context.undelivered.set(entry.index, NO_PAYMENT)
  if (partner) postMerger(context, partner, entry, day)
  else postTrade(context, entry, day)
}

/** Posts what is left of a delivery whose units were posted on the ex-date. */
function postLateDelivery(context: PostingContext, { entry, partner }: Item): void {
  if (partner && entry.transaction.type === 'spin_off') postSpinOffDelivery(context, partner, entry)
}

function postItem(context: PostingContext, item: Item): void {
  const { entry, partner } = item
  const { kind } = entry.settled
  if (item.isEntitlement) {
    postEntitlement(context, item)
    return
  }
  if (context.undelivered.size > 0 && context.undelivered.has(entry.index)) {
    postLateDelivery(context, item)
    return
  }
  switch (kind) {
    case 'trade':
      if (isContract(context.holdings, entry)) {
        if (partner) postContract(context, partner)
        postContract(context, entry)
      } else postTrade(context, entry)
      break
    case 'delivery':
      if (partner) postTransfer(context, partner, entry)
      else postDelivery(context, entry)
      break
    case 'income':
    case 'charge':
      postResult(context, entry)
      break
    case 'income_in_kind':
      postIncomeInKind(context, entry)
      break
    case 'cash':
      if (partner) postCashTransfer(context, partner, entry)
      else postCash(context, entry)
      break
    case 'conversion':
      postConversion(context, entry)
      break
    case 'action':
      if (!partner) postTrade(context, entry)
      else if (isExercise(entry)) postExercise(context, partner, entry)
      else if (entry.transaction.type === 'merger') postMerger(context, partner, entry)
      else postSpinOff(context, partner, entry)
      break
    case 'return':
      if (isContract(context.holdings, entry)) postMargin(context, entry)
      else postReturn(context, entry)
      break
    case 'settlement':
      postSettlement(context, entry)
      break
    case 'split':
      postRecordedSplit(context, entry)
      break
    case 'valuation':
      break
    default:
      throw new Error(`no posting rule for ${kind satisfies never}`)
  }
}

/** Posts a split of the ledger; those that the instrument knows itself are not among the entries. */
function postRecordedSplit(context: PostingContext, entry: Entry): void {
  const { transaction, instrument, account } = entry
  const { numerator, denominator, day } = transaction
  const holding = context.holdings.byKey.get(account * context.holdings.instruments.length + instrument)
  if (!holding || numerator === undefined || denominator === undefined) return
  postSplit(
    context,
    holding,
    { day, numerator, denominator },
    {
      posting: writeEmptyPosting(context, day),
      transaction: entry.index,
    },
  )
}

/** The places of the transactions that others name as the source of specific lots. */
function indexLotSources(ledger: Ledger): Map<string, number> {
  const named = new Set<string>()
  for (const { takes } of ledger.transactions) for (const take of takes ?? []) named.add(take.transaction)
  const places = new Map<string, number>()
  ledger.transactions.forEach(({ id }, index) => {
    if (named.has(id)) places.set(id, index)
  })
  return places
}

/** Holdings with posted variation margin: account x instruments + instrument. */
export function findMarginKeys(entries: readonly Entry[], instrumentCount: number): Set<number> {
  const keys = new Set<number>()
  for (const { settled, account, instrument } of entries)
    if (settled.kind === 'return' && settled.notional !== 0) keys.add(account * instrumentCount + instrument)
  return keys
}

/** Posted splits by holding: account x instruments + instrument. */
function listPostedSplits(entries: readonly Entry[], instrumentCount: number): Map<number, Split[]> {
  const splits = new Map<number, Split[]>()
  for (const { settled, account, instrument, transaction } of entries) {
    const { day, numerator, denominator } = transaction
    if (settled.kind !== 'split' || numerator === undefined || denominator === undefined) continue
    const key = account * instrumentCount + instrument
    splits.set(key, [...(splits.get(key) ?? []), { day, numerator, denominator }])
  }
  return splits
}

/** Input of the derivation besides the entries. */
export interface DeriveFacts {
  /** With `start` the transactions after it, else all of them. */
  readonly ledger: Ledger
  readonly traits: LedgerTraits
  readonly currencyIndex: ReadonlyMap<string, number>
  readonly instrumentCurrency: readonly number[]
  readonly closeOn: (instrument: number, day: Day) => number
  readonly convert: ConvertRate
  /** Payments without a transaction. */
  readonly payments: readonly DerivedPayment[]
  /** By transaction: interest that positions of other accounts had earned. */
  readonly earnedElsewhere: PostingContext['earnedElsewhere']
  /** Transactions, payments and splits after this day are ignored. */
  readonly lastDay: Day
  /** The state to continue from; null to begin with the first transaction. */
  readonly start: Start | null
  /** Days across which transactions depend on each other; null where the derivation cannot be continued later. */
  readonly spans: readonly Span[] | null
}

/** A checkpoint, the snapshot that it belongs to, and the transactions that others name as the source of lots. */
export interface Start {
  readonly snapshot: PostedRows
  readonly checkpoint: Checkpoint
  readonly transactionIndex: ReadonlyMap<string, number>
  readonly marginKeys: ReadonlySet<number>
  /** Memory for the rows that are kept and added. */
  readonly allocate: Allocate
}

/** The journal, and the states from which a later derivation can continue. */
export interface DerivedPositions {
  readonly journal: Journal
  readonly checkpoints: readonly Checkpoint[]
  /** Whether the checkpoints before the start are still valid: no lot written before was restated since. */
  readonly keepsEarlier: boolean
}

/**
 * Posts all transactions up to `lastDay` in order and writes the journal: positions per account and instrument with
 * their lots, and cash per account and currency. Derived payments and splits come before a day's transactions, derived
 * variation margin after them.
 */
export function derivePositions(entries: readonly Entry[], facts: DeriveFacts): DerivedPositions {
  const { lastDay, start, spans } = facts
  const context = openContext(entries, facts)
  const { holdings } = context
  const items = listItems(entries, facts)
  const derived = openDerivedPostings(context, facts, items[0]?.day ?? lastDay)
  const places = spans === null ? new Map() : findCheckpointPlaces(items, spans, facts)
  const checkpoints: Checkpoint[] = []
  const rank = (item: Item): number => rankItem(holdings, item)
  const post = (item: Item): void => postItem(context, item)
  for (let from = 0; from < items.length; ) {
    const day = items[from]?.day ?? 0
    if (day > lastDay) break
    let to = from
    while (items[to]?.day === day) to += 1
    derived.postUntil(day)
    const only = items[from]
    if (to - from === 1 && only) post(only)
    else postInOrder(items.slice(from, to), rank, post)
    from = to
    const transactions = places.get(day)
    if (transactions !== undefined)
      checkpoints.push(saveCheckpoint(holdings, day, transactions, derived.progress()))
  }
  derived.postUntil(lastDay)
  derived.payMarginUntil(lastDay)
  const { restatements } = holdings.journal
  const kept = checkpoints.filter(each => each.restatements === restatements)
  const before = start?.checkpoint.restatements === restatements
  return { journal: holdings.journal, checkpoints: kept, keepsEarlier: before }
}

/** The first day on which anything of the entries is posted. */
export function findFirstPosting(
  entries: readonly Entry[],
  facts: Pick<DeriveFacts, 'traits' | 'closeOn' | 'lastDay'>,
): Day {
  return listItems(entries, facts)[0]?.day ?? facts.lastDay + 1
}

function openContext(entries: readonly Entry[], facts: DeriveFacts): PostingContext {
  const { accounts, instruments } = facts.ledger
  const { hasSpecificLots, hasMargins, hasSplits } = facts.traits
  const { start } = facts
  const empty = emptyHoldings(accounts, instruments, facts.currencyIndex, facts.instrumentCurrency)
  const index = hasSpecificLots ? indexLotSources(facts.ledger) : new Map()
  return {
    holdings: start ? restoreCheckpoint(empty, start.snapshot, start.checkpoint, start.allocate) : empty,
    transactionIndex: start ? start.transactionIndex : index,
    closeOn: facts.closeOn,
    convert: facts.convert,
    majorCurrency: index => currencyUnit(instruments[index]?.currency ?? '').currency,
    marginKeys: start
      ? start.marginKeys
      : hasMargins
        ? findMarginKeys(entries, instruments.length)
        : new Set(),
    postedSplits: hasSplits ? listPostedSplits(entries, instruments.length) : new Map(),
    undelivered: new Map(),
    earnedElsewhere: facts.earnedElsewhere,
  }
}
