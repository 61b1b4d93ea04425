import {
  absolute,
  add,
  type Exact,
  exact,
  parseDay,
  signum,
  subtract,
  toNumber,
  toText,
} from '@plumbline/engine'

/** The cash of a trade, as a cash statement states it. */
export interface StatedCash {
  id: string
  /** The account. */
  place: string
  date: string
  settleDate: string | null
  currency: string
  /** Negative if it left the account. */
  amount: string
  /** Identifiers of the security; empty if the row names none. */
  securities: readonly string[]
}

/** A trade, with the cash that it moves as it is stated. */
export interface StatedTrade extends Omit<StatedCash, 'amount'> {
  amount: string | null
  /** Its accrued interest may be missing, which is no cost. */
  isOfBond: boolean
}

/**
 * - `equal`: the trade states the same amount.
 * - `costs`: the cash includes costs that the trade lacks.
 * - `differs`: the difference cannot be costs.
 */
export interface CashMatch<Cash extends StatedCash, Trade extends StatedTrade> {
  cash: Cash
  trade: Trade
  verdict: 'equal' | 'costs' | 'differs'
  /** What the cash includes beyond the trade; null in different currencies. */
  costs: string | null
}

/** Costs are at most 5 % of the trade. Minimum fees make small trades dearer: up to 25, but no more than a quarter. */
export const costLimits = { share: 0.05, minimumFee: 25, shareOfMinimum: 0.25 }

/** Cash is rounded to whole cents, quantity times price is not. */
const rounding = 0.01

/** A bank enters the cash on the day of the trade or of its settlement. */
const latestDays = 7

/** Finds the trade of each cash row. Each of them has one counterpart at most; what is nearest is matched first. */
export function matchCash<Cash extends StatedCash, Trade extends StatedTrade>(
  cashRows: readonly Cash[],
  trades: readonly Trade[],
): CashMatch<Cash, Trade>[] {
  const byPlace = Map.groupBy(trades, ({ place }) => place)
  const candidates = cashRows
    .flatMap(cash => (byPlace.get(cash.place) ?? []).flatMap(trade => compare(cash, trade) ?? []))
    .toSorted((a, b) => ranks[a.verdict] - ranks[b.verdict] || a.days - b.days || a.size - b.size)
  const matched = new Map<Cash, CashMatch<Cash, Trade>>()
  const taken = new Set<Trade>()
  for (const { days: _days, size: _size, ...match } of candidates) {
    const { cash, trade, verdict } = match
    if (matched.has(cash) || taken.has(trade)) continue
    if (verdict === 'costs' && cash.securities.length === 0 && isAmbiguous(match, candidates, taken)) continue
    matched.set(cash, match)
    taken.add(trade)
  }
  return [...matched.values()]
}

const ranks = { equal: 0, costs: 1, differs: 2 }

interface Candidate<Cash extends StatedCash, Trade extends StatedTrade> extends CashMatch<Cash, Trade> {
  /** Days between the two; 0 if they agree on the trade or on the settlement. */
  days: number
  size: number
}

/** Without a security, only one trade may be meant. */
function isAmbiguous<Cash extends StatedCash, Trade extends StatedTrade>(
  { cash, trade }: CashMatch<Cash, Trade>,
  candidates: readonly Candidate<Cash, Trade>[],
  taken: ReadonlySet<Trade>,
): boolean {
  return candidates.some(
    other =>
      other.cash === cash && other.trade !== trade && other.verdict === 'costs' && !taken.has(other.trade),
  )
}

function compare<Cash extends StatedCash, Trade extends StatedTrade>(
  cash: Cash,
  trade: Trade,
): Candidate<Cash, Trade> | null {
  const isNamed = cash.securities.length > 0
  if (isNamed && !cash.securities.some(each => trade.securities.includes(each))) return null
  const days = countDays(cash, trade)
  if (days === null || trade.amount === null) return null
  const [moved, stated] = [exact(cash.amount), exact(trade.amount)]
  if (signum(moved) !== signum(stated)) return null
  const isSameCurrency = cash.currency === trade.currency
  const difference = isSameCurrency ? subtract(stated, moved) : null
  const verdict = difference === null ? 'differs' : judge(difference, stated, trade.isOfBond)
  // Another trade of the same day may be meant.
  if (verdict === 'differs' && (!isNamed || days > 0)) return null
  return {
    cash,
    trade,
    verdict,
    costs: difference && toText(difference),
    days,
    size: difference === null ? Number.POSITIVE_INFINITY : Math.abs(toNumber(difference)),
  }
}

function judge(difference: Exact, stated: Exact, isOfBond: boolean): 'equal' | 'costs' | 'differs' {
  if (signum(difference) === 0) return 'equal'
  const [costs, amount] = [toNumber(difference), toNumber(absolute(stated))]
  const { share, minimumFee, shareOfMinimum } = costLimits
  const limit = Math.max(amount * share, Math.min(minimumFee, amount * shareOfMinimum))
  if (Math.abs(costs) < rounding) return 'costs'
  return costs > 0 && costs <= limit && !isOfBond ? 'costs' : 'differs'
}

function countDays(cash: StatedCash, trade: StatedTrade): number | null {
  const isSettled = cash.settleDate !== null && cash.settleDate === trade.settleDate
  if (cash.date === trade.date || isSettled) return 0
  const days = parseDay(cash.date) - parseDay(trade.date)
  return days > 0 && days <= latestDays ? days : null
}

/** The facts of a trade with the cash that it moved, and with the costs that this includes. */
export function withCash<Facts extends { fees?: string; net?: string }>(
  facts: Facts,
  { cash, costs }: Pick<CashMatch<StatedCash, StatedTrade>, 'cash' | 'costs'>,
): Facts {
  const more = exact(costs ?? '0')
  const fees = add(exact(facts.fees ?? '0'), signum(more) > 0 ? more : exact('0'))
  return { ...facts, fees: toText(fees), net: toText(absolute(exact(cash.amount))) }
}
