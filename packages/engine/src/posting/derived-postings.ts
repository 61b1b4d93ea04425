import type { Day } from '../calendar/day.ts'
import type { Instrument, Ledger, Split } from '../ledger/ledger.ts'
import type { DerivedProgress } from './checkpoint.ts'
import { deriveMargins } from './contracts/derived-margin.ts'
import { postReturn } from './corporate-actions/corporate-actions.ts'
import { type DerivedPayment, deriveEntry } from './derived-payments.ts'
import { postResult } from './income-and-cash.ts'
import { type PostingContext, writeEmptyPosting } from './posting-context.ts'
import { postSplit } from './trades.ts'

interface DerivedFacts {
  readonly ledger: Ledger
  readonly payments: readonly DerivedPayment[]
  readonly start: { readonly checkpoint: { readonly derived: DerivedProgress } } | null
}

interface KnownSplit {
  readonly instrument: number
  readonly split: Split
}

function listSplits(instruments: readonly Instrument[]): KnownSplit[] {
  return instruments.flatMap((instrument, index) =>
    (instrument.splits ?? []).map(split => ({ instrument: index, split })),
  )
}

function postKnownSplit(context: PostingContext, known: KnownSplit): void {
  const posting = writeEmptyPosting(context, known.split.day)
  for (const holding of context.holdings.byInstrument.get(known.instrument) ?? [])
    postSplit(context, holding, known.split, { posting, transaction: -1 })
}

function postPayment(context: PostingContext, payment: DerivedPayment): void {
  const entry = deriveEntry(context, payment)
  if (entry?.settled.kind === 'return') postReturn(context, entry)
  else if (entry) postResult(context, entry)
}

/** A payment or split without a transaction, posted before the transactions of its day. */
interface DerivedPosting {
  readonly day: Day
  readonly post: () => void
}

/** Payments to the holders at the close before, then splits, in the order of their days. */
function listDerivedPostings(
  context: PostingContext,
  payments: readonly DerivedPayment[],
  splits: readonly KnownSplit[],
): DerivedPosting[] {
  // As among transactions, money comes in before it goes out, and interest comes before nominal.
  const rankPayment = ({ amount, type }: DerivedPayment): number =>
    (amount < 0 ? 0 : 2) + (type === 'redemption' ? 1 : 0)
  const ranked = payments.toSorted((a, b) => rankPayment(a) - rankPayment(b))
  return [
    ...ranked.map(payment => ({ day: payment.day, post: () => postPayment(context, payment) })),
    ...splits.map(known => ({ day: known.split.day, post: () => postKnownSplit(context, known) })),
  ].sort((a, b) => a.day - b.day)
}

/** Posts payments, splits and variation margin without a transaction as the days pass. */
export function openDerivedPostings(context: PostingContext, facts: DerivedFacts, firstDay: Day) {
  const { accounts, instruments } = facts.ledger
  const isMargined = accounts.some(account => account.variationMargin === 'derived')
  const postings = listDerivedPostings(context, facts.payments, listSplits(instruments))
  const start = facts.start?.checkpoint.derived
  let marginFrom = start?.marginFrom ?? firstDay
  let next = start?.next ?? 0
  /** Pays the margin of all closes up to `day`. */
  const payMarginUntil = (day: Day): void => {
    if (isMargined && day >= marginFrom) deriveMargins(context, marginFrom, day)
    marginFrom = Math.max(marginFrom, day + 1)
  }
  /** Posts everything that comes before the transactions of `day`. */
  const postUntil = (day: Day): void => {
    for (let posting = postings[next]; posting && posting.day <= day; posting = postings[next]) {
      payMarginUntil(posting.day - 1)
      posting.post()
      next += 1
    }
    payMarginUntil(day - 1)
  }
  return { postUntil, payMarginUntil, progress: (): DerivedProgress => ({ marginFrom, next }) }
}
