import { createHash } from 'node:crypto'
import { cashKey, findCashCauses } from './cash-causes.ts'
import {
  centTolerance,
  type Difference,
  type DifferenceLine,
  quantityDifference,
  roundCents,
} from './difference.ts'
import type { Change, Explanation, Hypothesis } from './explanation.ts'
import { findHoldingCauses } from './holding-causes.ts'
import { settleTrades } from './trade-causes.ts'
import { askForSecurities, holdForUnknown } from './unknown-holdings.ts'

/** One way to explain a group of lines, and the changes of the ledger that make all of them agree. */
export interface Proposal extends Hypothesis {
  /** Stays the same as long as the changes do. */
  id: string
  changes: readonly Change[]
}

/** Lines that one or several causes may connect, by money or units. */
export interface BreakGroup {
  lines: readonly string[]
  /** The most likely first. */
  proposals: readonly Proposal[]
}

const beamWidth = 24
const maxProposals = 3
/** A hypothesis that leaves a line unexplained is shown only if there is no other. */
const unexplainedCost = 50

/**
 * Derives causes from the difference as a whole. Lines that no cause may connect are separate groups. Unknown
 * securities come first: they have to be added before anything they may explain.
 */
export function findCauses(difference: Difference): BreakGroup[] {
  const { waiting, free } = holdForUnknown(difference, groupLines(difference))
  const asked = waiting.map(group => {
    const hypothesis = { explanations: [askForSecurities(group)], cost: 0 }
    return {
      lines: [...group.holdings, ...group.lines].map(({ key }) => key),
      proposals: [{ ...hypothesis, changes: [], id: proposalId(difference, hypothesis, []) }],
    }
  })
  const explained = free.map(lines => ({
    lines: lines.map(({ key }) => key),
    proposals: rankProposals(difference, lines),
  }))
  return [...asked, ...explained]
}

/** Holdings go with the cash of their currency; currencies that were converted into each other go together. */
function groupLines(difference: Difference): DifferenceLine[][] {
  const broken = difference.lines.filter(line => quantityDifference(line) !== 0)
  const cash = broken.filter(line => line.instrument === null)
  const groups: DifferenceLine[][] = []
  const join = (lines: readonly DifferenceLine[]) => {
    const touched = groups.filter(group => lines.some(line => group.includes(line)))
    const merged = [...new Set([...touched.flat(), ...lines])]
    for (const group of touched) groups.splice(groups.indexOf(group), 1)
    groups.push(merged)
  }
  for (const line of broken) {
    if (line.instrument === null) join([line])
    else {
      const own = cash.filter(each => each.currency === line.currency)
      join([line, ...(own.length > 0 ? own : cash)])
    }
  }
  const [first] = cash
  // Opposite differences of two currencies may be one conversion.
  if (first && cash.some(each => quantityDifference(each) * quantityDifference(first) < 0)) join(cash)
  const exchanged = broken.filter(line => line.instrument !== null && line.statedQuantity === 0)
  const isNew = (line: DifferenceLine) => line.instrument !== null && line.ledgerQuantity === 0
  if (exchanged.length > 0 && broken.some(isNew)) join([...exchanged, ...broken.filter(isNew)])
  return groups
}

interface Combination {
  explanations: Explanation[]
  cost: number
}

function rankProposals(difference: Difference, lines: readonly DifferenceLine[]): Proposal[] {
  const complete = explainHoldings(difference, lines).flatMap(partial =>
    completeCash(difference, lines, partial),
  )
  const ranked = complete.sort((a, b) => a.cost - b.cost)
  const seen = new Set<string>()
  const proposals: Proposal[] = []
  for (const hypothesis of ranked) {
    if (proposals.length > 0 && hypothesis.cost >= unexplainedCost) break
    const changes = hypothesis.explanations.flatMap(each => each.changes)
    const id = proposalId(difference, hypothesis, changes)
    if (seen.has(id)) continue
    seen.add(id)
    proposals.push({ ...hypothesis, changes, id })
    if (proposals.length === maxProposals) break
  }
  return proposals
}

/** The best combinations of causes of the holdings, one for each. */
function explainHoldings(difference: Difference, lines: readonly DifferenceLine[]): Combination[] {
  let partials: Combination[] = [{ explanations: [], cost: 0 }]
  for (const line of lines) {
    if (line.instrument === null) continue
    const candidates = findHoldingCauses(difference, line)
    partials = partials
      .flatMap(partial =>
        partial.explanations.some(each => each.lines.includes(line.key))
          ? [partial]
          : candidates
              .filter(each => isFree(each, partial))
              .map(each => ({
                explanations: [...partial.explanations, each],
                cost: partial.cost + each.cost,
              })),
      )
      .sort((a, b) => a.cost - b.cost)
      .slice(0, beamWidth)
  }
  return partials
}

/** Neither its lines nor its transactions are explained already. */
function isFree(candidate: Explanation, { explanations }: Combination): boolean {
  const roots = new Set(explanations.flatMap(each => each.changes.flatMap(changedRoots)))
  return (
    !candidate.lines.some(key => explanations.some(each => each.lines.includes(key))) &&
    !candidate.changes.flatMap(changedRoots).some(root => roots.has(root))
  )
}

const changedRoots = (change: Change): string[] => (change.action === 'add' ? [] : [change.row.id])

/** Adds the cash of trades and what explains the rest of the balances. */
function completeCash(
  difference: Difference,
  lines: readonly DifferenceLine[],
  partial: Combination,
): Hypothesis[] {
  const stated = new Set(difference.lines.filter(each => each.instrument === null).map(each => each.currency))
  const inGroup = lines.filter(each => each.instrument === null)
  const left: Record<string, number> = {}
  const currencies = new Set([
    ...inGroup.map(each => each.currency),
    ...partial.explanations.flatMap(each => [
      ...Object.keys(each.cash),
      ...(each.open ? [each.open.currency] : []),
    ]),
  ])
  for (const currency of currencies) {
    if (!stated.has(currency)) continue
    const line = difference.lines.find(each => each.key === cashKey(difference, currency))
    left[currency] = line ? quantityDifference(line) : 0
  }
  const closed = partial.explanations.filter(each => each.open === null)
  for (const { cash } of closed)
    for (const [currency, amount] of Object.entries(cash))
      if (currency in left) left[currency] = roundCents((left[currency] ?? 0) - amount)
  const trades = partial.explanations.flatMap(each => (each.open ? [each.open] : []))
  const openCost = partial.explanations.reduce((sum, each) => sum + (each.open ? each.cost - 1 : 0), 0)
  const closedCost = closed.reduce((sum, each) => sum + each.cost, 0)
  return settleTrades(difference, trades, left).flatMap(({ explanations, cash }) => {
    const rest = Object.fromEntries(
      Object.entries(left).map(([currency, amount]) => [
        currency,
        roundCents(amount - (cash[currency] ?? 0)),
      ]),
    )
    const isPaid = Object.values(rest).every(amount => Math.abs(amount) <= centTolerance)
    const rests = isPaid ? [{ explanations: [], cost: 0 }] : findCashCauses(difference, rest)
    return rests.map(more => ({
      explanations: withCashLines(difference, [...closed, ...explanations, ...more.explanations]),
      cost: closedCost + openCost + explanations.reduce((sum, each) => sum + each.cost, 0) + more.cost,
    }))
  })
}

/** A cause that moves cash is also a cause of the balance it moves. */
function withCashLines(difference: Difference, explanations: readonly Explanation[]): Explanation[] {
  return explanations.map(each => {
    const keys = Object.entries(each.cash)
      .filter(([, amount]) => Math.abs(amount) > centTolerance)
      .map(([currency]) => cashKey(difference, currency))
      .filter(key => key !== '')
    return { ...each, lines: [...new Set([...each.lines, ...keys])] }
  })
}

function proposalId({ account, date }: Difference, { explanations }: Hypothesis, changes: readonly Change[]) {
  const content = changes.map(change =>
    change.action === 'add'
      ? change.facts
      : [change.action, change.row.id, change.row.revision ?? 0, 'facts' in change ? change.facts : null],
  )
  const causes = explanations.map(({ cause, lines }) => [cause, lines])
  return createHash('sha256')
    .update(JSON.stringify([account, date, causes, content]))
    .digest('base64url')
    .slice(0, 22)
}
