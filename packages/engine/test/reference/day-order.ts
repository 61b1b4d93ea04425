import type { Instrument, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import { type Num, num } from './market-numbers.ts'

/** A transaction, or the receiving side of a linked pair with its partner, on the day it is posted. */
export interface Posting {
  readonly transaction: Transaction
  readonly partner: Transaction | null
  readonly day: number
}

/** Signed holdings of an account in an instrument while the ledger is posted. */
export type HeldQuantity = (account: string, instrument: string) => Num

const EXERCISES = ['exercise', 'assignment', 'rights']
const TRADES = ['trade', 'redemption', 'expiry', 'capital_call', 'distribution', 'rights']

/** Whether a linked transaction is the side that gives, which is posted together with the side that receives. */
function isGiving({ type, quantity = 0, price = 0 }: Transaction): boolean {
  if (type === 'transfer_out') return true
  if (type === 'spin_off') return num(quantity).isZero()
  if (type === 'merger' || type === 'rights') return num(quantity).isNeg()
  return EXERCISES.includes(type) && num(price).isZero()
}

/** Transactions and pairs by the day they are posted: a pair on the later of its two days. */
export function listPostings({ ledger, lastDay }: GeneratedWorld): Posting[] {
  const byLink = Map.groupBy(
    ledger.transactions.filter(({ link }) => link !== undefined),
    ({ link }) => link,
  )
  return ledger.transactions
    .flatMap((transaction): Posting[] => {
      const partner = byLink.get(transaction.link)?.find(other => other !== transaction) ?? null
      if (transaction.type === 'valuation' || (partner && isGiving(transaction))) return []
      const day = Math.max(transaction.day, partner?.day ?? transaction.day)
      return day > lastDay ? [] : [{ transaction, partner, day }]
    })
    .sort((a, b) => a.day - b.day || (a.transaction.id < b.transaction.id ? -1 : 1))
}

const RANK = {
  event: 0,
  incoming: 1,
  reducing: 2,
  result: 3,
  opening: 4,
  crossing: 5,
  margin: 6,
  outgoing: 7,
}

/** A trade that does not turn the side comes first: reductions, then openings, then turns. */
function rankChange(held: Num, change: Num): number {
  if (held.isZero()) return change.isPos() ? RANK.opening : RANK.crossing
  if (held.isPos() === change.isPos()) return RANK.opening
  return change.abs().lte(held.abs().add('1e-9')) ? RANK.reducing : RANK.crossing
}

function rankPosting({ transaction, partner }: Posting, held: HeldQuantity): number {
  const { type, account, instrument = '', quantity } = transaction
  const change = num(quantity ?? 0)
  if (type === 'split' || type === 'merger') return RANK.event
  // A spin-off whose parent is only bought on the day comes after the purchase.
  if (type === 'spin_off' && partner)
    return held(partner.account, partner.instrument ?? '').isZero() ? RANK.crossing : RANK.event
  if (partner && EXERCISES.includes(type)) return RANK.reducing
  if (type === 'deposit' || type === 'withdrawal')
    return (type === 'deposit') === num(transaction.amount ?? 0).isPos() ? RANK.incoming : RANK.outgoing
  if (type === 'staking_reward' || (!partner && (type === 'transfer_in' || type === 'transfer_out')))
    return change.isPos() ? RANK.incoming : RANK.outgoing
  if (type === 'redemption' && quantity === undefined) return RANK.incoming
  if (type === 'variation_margin') return RANK.margin
  if (partner) return rankChange(held(partner.account, instrument), change.abs().neg())
  const isTrade = TRADES.includes(type) || EXERCISES.includes(type)
  return isTrade && quantity !== undefined ? rankChange(held(account, instrument), change) : RANK.result
}

/** Whether another transaction comes before by its time, or by the sequence of its account. */
function isPreceded({ transaction }: Posting, others: readonly Posting[]): boolean {
  const { timeMs, sequence, account } = transaction
  if (timeMs !== undefined) return others.some(other => (other.transaction.timeMs ?? timeMs) < timeMs)
  if (sequence === undefined) return false
  return others.some(
    ({ transaction: other }) =>
      other.timeMs === undefined && other.account === account && (other.sequence ?? sequence) < sequence,
  )
}

/** Posts the transactions of one day by time or sequence, else by rank, ties by id. Ranks follow the holdings. */
export function postDay(
  postings: readonly Posting[],
  held: HeldQuantity,
  post: (posting: Posting) => void,
): void {
  const isTimed = postings.every(({ transaction }) => transaction.timeMs !== undefined)
  if (isTimed) {
    const sorted = postings.toSorted((a, b) => (a.transaction.timeMs ?? 0) - (b.transaction.timeMs ?? 0))
    for (const posting of sorted) post(posting)
    return
  }
  const left = [...postings]
  while (left.length > 0) {
    const ranks = left.map(posting => (isPreceded(posting, left) ? Infinity : rankPosting(posting, held)))
    const [next] = left.splice(ranks.indexOf(Math.min(...ranks)), 1)
    if (next) post(next)
  }
}

/** The number of days that a custodian may post a listed split before or after it. */
const SPLIT_WINDOW = 10

/** Whether a posted split is one that the instrument lists: the same ratio, on that day or some days before or after. */
export function isListedSplit(
  instrument: Instrument | undefined,
  { day, numerator = 1, denominator = 1 }: Transaction,
): boolean {
  return (instrument?.splits ?? []).some(
    split =>
      split.day === day ||
      (Math.abs(split.day - day) <= SPLIT_WINDOW &&
        num(split.numerator).mul(denominator).eq(num(split.denominator).mul(numerator))),
  )
}
