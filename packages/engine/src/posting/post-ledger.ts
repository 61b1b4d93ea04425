import type { Day } from '../calendar/day.ts'
import type { Instrument, Ledger, Split } from '../ledger/ledger.ts'
import { type ConvertRate, settle, transactionKind } from '../ledger/settle.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { currencyUnit } from '../money/currency.ts'
import { signOf, toNumber } from '../money/exact.ts'
import { postSettlement } from './contract-settlement.ts'
import { postContract } from './contracts.ts'
import { postMerger, postReturn, postSpinOff } from './corporate-actions.ts'
import { type Orderable, postInOrder, RANK } from './day-order.ts'
import { deriveMargins } from './derived-margin.ts'
import { type DerivedPayment, derivedEntry } from './derived-payments.ts'
import { postExercise } from './exercises.ts'
import { emptyHoldings, type Holdings, heldQuantity } from './holdings.ts'
import { postCash, postCashMove, postConversion, postResult } from './income-and-cash.ts'
import type { Journal } from './journal.ts'
import { DUST } from './lots.ts'
import { type Entry, type PostingContext, writeEmptyPosting } from './posting-context.ts'
import { postDelivery, postMove, postSplit, postTrade } from './trades.ts'

/** A transaction that could not be posted, and why: it is left out of every figure, and the snapshot says so. */
export interface Issue {
  readonly transaction: string
  readonly flag: 'not_supported'
  readonly reason: string
}

/** The transactions of a ledger with their legs, in the order of the ledger. */
export interface Entries {
  readonly entries: readonly Entry[]
  readonly issues: readonly Issue[]
  readonly traits: Traits
}

/** What there is of a kind in a ledger: where there is none, nobody need look through all transactions for it. */
interface Traits {
  /** Two transactions that belong together. */
  hasLinks: boolean
  /** Transactions that name the lots they take. */
  hasTakes: boolean
  /** Spin-offs, mergers and the like. */
  hasActions: boolean
  /** Posted variation margin. */
  hasMargins: boolean
}

/** Spin-offs and mergers whose other side is not in the ledger: half of them says nothing. */
function lonelyActions(entries: readonly Entry[]): Set<Entry> {
  const actions = entries.filter(
    ({ settled, transaction: { type } }) =>
      settled.kind === 'action' && (type === 'spin_off' || type === 'merger'),
  )
  const pairs =
    actions.length === 0 ? new Map<string, { out: Entry; into: Entry }>() : partnersByLink(actions)
  return new Set(
    actions.filter(entry => {
      const pair = pairs.get(entry.transaction.link ?? '')
      return !pair || (pair.out !== entry && pair.into !== entry)
    }),
  )
}

/** Reads every transaction into its legs. What has no known account, instrument or kind becomes an issue. */
export function readEntries(ledger: Ledger, convert: ConvertRate): Entries {
  const accountIndex = new Map(ledger.accounts.map((account, index) => [account.id, index]))
  const instrumentIndex = new Map(ledger.instruments.map((instrument, index) => [instrument.id, index]))
  const entries: Entry[] = []
  const issues: Issue[] = []
  const traits: Traits = { hasLinks: false, hasTakes: false, hasActions: false, hasMargins: false }
  ledger.transactions.forEach((transaction, index) => {
    const account = accountIndex.get(transaction.account)
    const instrument = transaction.instrument === undefined ? -1 : instrumentIndex.get(transaction.instrument)
    const kind = transactionKind(transaction)
    if (account === undefined || instrument === undefined || kind === null) {
      const reason =
        account === undefined
          ? 'unknown account'
          : instrument === undefined
            ? 'unknown instrument'
            : transaction.type
      issues.push({ transaction: transaction.id, flag: 'not_supported', reason })
      return
    }
    const settled = settle(transaction, kind, ledger.instruments[instrument], convert)
    entries.push({ transaction, index, account, instrument, settled })
    if (transaction.link !== undefined) traits.hasLinks = true
    if (transaction.takes !== undefined) traits.hasTakes = true
    if (settled.kind === 'action') traits.hasActions = true
    if (settled.kind === 'return') traits.hasMargins = true
  })
  const lonely = traits.hasActions ? lonelyActions(entries) : new Set<Entry>()
  if (lonely.size === 0) return { entries, issues, traits }
  for (const { transaction } of lonely) {
    const reason = `${transaction.type} without its other side`
    issues.push({ transaction: transaction.id, flag: 'not_supported', reason })
  }
  return { entries: entries.filter(entry => !lonely.has(entry)), issues, traits }
}

/** One thing to snapshot on a day: a transaction, or the two sides of a move. */
interface Item extends Orderable {
  readonly day: Day
  readonly entry: Entry
  readonly partner: Entry | null
}

function itemOf(entry: Entry, partner: Entry | null): Item {
  const { transaction } = entry
  return {
    id: transaction.id,
    account: entry.account,
    timeMs: transaction.timeMs,
    sequence: transaction.sequence,
    subject: entry.instrument,
    day: partner ? Math.max(transaction.day, partner.transaction.day) : transaction.day,
    entry,
    partner,
  }
}

/** Which side of a pair a transaction is: what gives (the parent, the old shares, the option) or what takes. */
function sideOf(entry: Entry): 'out' | 'into' | null {
  const { transaction, settled } = entry
  switch (transaction.type) {
    case 'transfer_in':
      return 'into'
    case 'transfer_out':
      return 'out'
    case 'spin_off':
      return signOf(settled.quantity) === 0 ? 'out' : 'into'
    case 'merger':
    case 'rights':
      return signOf(settled.quantity) < 0 ? 'out' : 'into'
    case 'exercise':
    case 'assignment':
      return settled.gross === 0 ? 'out' : 'into'
    default:
      return null
  }
}

/** The other side of a transfer, when both are in the ledger and fit together. */
function partnersByLink(entries: readonly Entry[]): Map<string, { out: Entry; into: Entry }> {
  const sides = new Map<string, { out?: Entry; into?: Entry }>()
  for (const entry of entries) {
    const { link } = entry.transaction
    const side = link === undefined ? null : sideOf(entry)
    if (link === undefined || side === null) continue
    sides.set(link, { ...sides.get(link), [side]: entry })
  }
  const pairs = new Map<string, { out: Entry; into: Entry }>()
  for (const [link, { out, into }] of sides) {
    if (!out || !into) continue
    if (out.settled.kind === 'action' && into.settled.kind === 'action') pairs.set(link, { out, into })
    if (out.settled.kind === 'action' || out.instrument !== into.instrument) continue
    const sameMoney = out.settled.settleCurrency === into.settled.settleCurrency
    if (out.instrument >= 0 || sameMoney) pairs.set(link, { out, into })
  }
  return pairs
}

/** All items by day, then id. The leaving side of a move is represented by the arriving one. */
function agenda(entries: readonly Entry[], { hasLinks }: Traits): Item[] {
  const pairs = hasLinks ? partnersByLink(entries) : null
  const items: Item[] = []
  for (const entry of entries) {
    const { type, link } = entry.transaction
    const pair = pairs !== null && link !== undefined ? pairs.get(link) : undefined
    if (pair && pair.out === entry) continue
    if (type !== 'valuation') items.push(itemOf(entry, pair && pair.into === entry ? pair.out : null))
  }
  return items.sort((a, b) => a.day - b.day || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

function isExercise({ transaction: { type } }: Entry): boolean {
  return type !== 'spin_off' && type !== 'merger'
}

function isContract({ instruments }: Holdings, { instrument }: Entry): boolean {
  return CONTRACT_TYPES.has(instruments[instrument]?.type ?? '')
}

function rankOf(holdings: Holdings, item: Item): number {
  const { entry, partner } = item
  const { kind, quantity, cash } = entry.settled
  if (kind === 'split') return RANK.split
  if (kind === 'action' && partner) return isExercise(entry) ? RANK.reducing : RANK.split
  if (kind === 'cash') return partner ? RANK.reducing : signOf(cash) >= 0 ? RANK.externalIn : RANK.externalOut
  if (kind === 'delivery' && !partner) return signOf(quantity) > 0 ? RANK.externalIn : RANK.externalOut
  // A part of the nominal is paid back to whoever held it the evening before.
  if (kind === 'return' && entry.transaction.type === 'redemption') return RANK.externalIn
  if (kind !== 'trade' && kind !== 'delivery' && kind !== 'action') return RANK.result
  const account = partner ? partner.account : entry.account
  const change = partner ? -Math.abs(toNumber(quantity)) : toNumber(quantity)
  const holding = holdings.byKey.get(account * holdings.instruments.length + entry.instrument)
  const held = holding ? heldQuantity(holding) : 0
  if (held === 0) return change > 0 ? RANK.opening : RANK.turning
  if (Math.sign(held) === Math.sign(change)) return RANK.opening
  return Math.abs(change) <= Math.abs(held) + DUST ? RANK.reducing : RANK.turning
}

function postItem(context: PostingContext, item: Item, knownSplits: ReadonlySet<string>): void {
  const { entry, partner } = item
  switch (entry.settled.kind) {
    case 'trade':
      if (isContract(context.holdings, entry)) {
        if (partner) postContract(context, partner)
        postContract(context, entry)
      } else postTrade(context, entry)
      break
    case 'delivery':
      if (partner) postMove(context, partner, entry)
      else postDelivery(context, entry)
      break
    case 'income':
    case 'charge':
      postResult(context, entry)
      break
    case 'cash':
      if (partner) postCashMove(context, partner, entry)
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
      postReturn(context, entry)
      break
    case 'settlement':
      postSettlement(context, entry)
      break
    case 'split':
      postRecordedSplit(context, entry, knownSplits)
      break
    case 'valuation':
      break
  }
}

/** A split that a custodian posted; one that is known for the instrument on that day has already happened. */
function postRecordedSplit(context: PostingContext, entry: Entry, knownSplits: ReadonlySet<string>): void {
  const { transaction, instrument, account } = entry
  const { numerator, denominator, day } = transaction
  const holding = context.holdings.byKey.get(account * context.holdings.instruments.length + instrument)
  if (
    !holding ||
    numerator === undefined ||
    denominator === undefined ||
    knownSplits.has(`${instrument}:${day}`)
  )
    return
  postSplit(context, holding, { day, numerator, denominator }, writeEmptyPosting(context, day), entry.index)
}

interface KnownSplit {
  readonly instrument: number
  readonly split: Split
}

function splitsOf(instruments: readonly Instrument[]): KnownSplit[] {
  return instruments.flatMap((instrument, index) =>
    (instrument.splits ?? []).map(split => ({ instrument: index, split })),
  )
}

function postKnownSplit(context: PostingContext, known: KnownSplit): void {
  const posting = writeEmptyPosting(context, known.split.day)
  for (const holding of context.holdings.byInstrument.get(known.instrument) ?? [])
    postSplit(context, holding, known.split, posting, -1)
}

function postPayment(context: PostingContext, payment: DerivedPayment): void {
  const entry = derivedEntry(context, payment)
  if (entry?.settled.kind === 'return') postReturn(context, entry)
  else if (entry) postResult(context, entry)
}

/** Something that happens at the beginning of a day although nobody snapshots it. */
interface Happening {
  readonly day: Day
  readonly snapshot: () => void
}

/** Payments to whoever held something the evening before, then splits, in the order of their days. */
function happeningsOf(
  context: PostingContext,
  payments: readonly DerivedPayment[],
  splits: readonly KnownSplit[],
): Happening[] {
  // What is owed comes in before what is due goes out, as among transactions; interest comes before nominal.
  const rankOfPayment = ({ amount, type }: DerivedPayment): number =>
    (amount < 0 ? 0 : 2) + (type === 'redemption' ? 1 : 0)
  const inOrder = payments.toSorted((a, b) => rankOfPayment(a) - rankOfPayment(b))
  const paid: Happening[] = inOrder.map(payment => ({
    day: payment.day,
    snapshot: () => postPayment(context, payment),
  }))
  const split: Happening[] = splits.map(known => ({
    day: known.split.day,
    snapshot: () => postKnownSplit(context, known),
  }))
  return [...paid, ...split].sort((a, b) => a.day - b.day)
}

/** The places of the transactions that others name as the source of lots. */
function indexOfNamed(ledger: Ledger): Map<string, number> {
  const named = new Set<string>()
  for (const { takes } of ledger.transactions) for (const take of takes ?? []) named.add(take.transaction)
  const places = new Map<string, number>()
  ledger.transactions.forEach(({ id }, index) => {
    if (named.has(id)) places.set(id, index)
  })
  return places
}

function marginKeys(entries: readonly Entry[], instrumentCount: number): Set<number> {
  const keys = new Set<number>()
  for (const { settled, account, instrument } of entries)
    if (settled.kind === 'return' && settled.notional !== 0) keys.add(account * instrumentCount + instrument)
  return keys
}

/** What the derivation needs besides the entries. */
export interface DeriveFacts {
  readonly ledger: Ledger
  readonly traits: Traits
  readonly currencyIndex: ReadonlyMap<string, number>
  readonly instrumentCurrency: readonly number[]
  readonly closeOn: (instrument: number, day: Day) => number
  readonly convert: ConvertRate
  /** What was paid although nobody posted it. */
  readonly payments: readonly DerivedPayment[]
  /** Transactions, payments and splits after this day are not read. */
  readonly lastDay: Day
}

/**
 * Reads all transactions up to `lastDay` in their order and writes the journal of positions: round round trips per
 * account and instrument with their lots, and cash per account and currency. What nobody snapshots happens before
 * the day's transactions.
 */
export function derivePositions(entries: readonly Entry[], facts: DeriveFacts): Journal {
  const { ledger, lastDay, traits } = facts
  const holdings = emptyHoldings(
    ledger.accounts,
    ledger.instruments,
    facts.currencyIndex,
    facts.instrumentCurrency,
  )
  const context: PostingContext = {
    holdings,
    transactionIndex: traits.hasTakes ? indexOfNamed(ledger) : new Map(),
    closeOn: facts.closeOn,
    convert: facts.convert,
    currencyOf: index => currencyUnit(ledger.instruments[index]?.currency ?? '').currency,
    marginKeys: traits.hasMargins ? marginKeys(entries, ledger.instruments.length) : new Set(),
  }
  const splits = splitsOf(ledger.instruments)
  const knownSplits = new Set(splits.map(known => `${known.instrument}:${known.split.day}`))
  const items = agenda(entries, traits)
  const isMargined = ledger.accounts.some(account => account.variationMargin === 'derived')
  let marginFrom = items[0]?.day ?? lastDay
  const marginUntil = (day: Day): void => {
    if (isMargined && day >= marginFrom) deriveMargins(context, marginFrom, day)
    marginFrom = Math.max(marginFrom, day + 1)
  }
  const happenings = happeningsOf(context, facts.payments, splits)
  let next = 0
  /** What happens by itself before the transactions of a day, in the order of its days. */
  const passTo = (day: Day): void => {
    for (let happening = happenings[next]; happening && happening.day <= day; happening = happenings[next]) {
      marginUntil(happening.day - 1)
      happening.snapshot()
      next += 1
    }
    marginUntil(day - 1)
  }
  const rank = (item: Item): number => rankOf(holdings, item)
  const postOne = (item: Item): void => postItem(context, item, knownSplits)
  for (let from = 0; from < items.length; ) {
    const day = items[from]?.day ?? 0
    if (day > lastDay) break
    let to = from
    while (items[to]?.day === day) to += 1
    passTo(day)
    const only = items[from]
    if (to - from === 1 && only) postOne(only)
    else postInOrder(items.slice(from, to), rank, postOne)
    from = to
  }
  passTo(lastDay)
  marginUntil(lastDay)
  return holdings.journal
}
