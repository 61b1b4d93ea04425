import type { Finding } from './finding.ts'
import type { DayMove } from './recent-moves.query.ts'

interface Figure {
  abs: number
  rel: number | null
}

/** What a rule knows of a day it has judged. */
interface JudgedDay extends Figure {
  isAnnounced: boolean
  corrections: number
}

type JudgedDays = Record<string, JudgedDay>

/** What a rule remembers until its next run. */
export type MoveState = {
  judged: JudgedDays
  /** The first day of those that could not be judged, while the last one cannot be. */
  unjudgedSince: string | null
}

export interface MoveRule {
  taskId: string
  threshold: number
  relativity: 'abs' | 'rel'
  accountNames: string[]
}

/** An announced figure that changes by less is still true enough. */
const materialChange = 0.1

/**
 * Judges complete days. A day is announced once; if a later price changes its figure, a correction says so, and only if
 * the announcement was wrong or should have been made. A new rule judges the last day only. Where a price or rate is
 * missing, the owner gets one message, since the rule cannot fire until it is added.
 */
export function judgeMoves(
  rule: MoveRule,
  moves: readonly DayMove[],
  { judged, unjudgedSince }: MoveState,
): { findings: Finding[]; state: MoveState } {
  const known = Object.keys(judged).sort()
  const last = moves.at(-1)
  const since = known[0] ?? unjudgedSince ?? last?.date ?? ''
  const findings: Finding[] = []
  const next: JudgedDays = { ...judged }
  for (const move of moves) {
    const { date, abs } = move
    const before = judged[date]
    const size = rule.relativity === 'rel' ? move.rel : abs
    if (abs === null || size === null || date < since) continue
    const figure: Figure = { abs, rel: move.rel }
    const isOver = Math.abs(size) >= rule.threshold
    if (!before) {
      next[date] = { ...figure, isAnnounced: isOver, corrections: 0 }
      if (isOver) findings.push(announce(rule, move, figure, null))
    } else if (before.isAnnounced ? isContradicted(rule, before, figure, isOver) : isOver) {
      const corrections = before.corrections + 1
      next[date] = { ...figure, isAnnounced: true, corrections }
      findings.push(announce(rule, move, figure, { ...before, corrections }))
    } else if (!before.isAnnounced) next[date] = { ...before, ...figure }
  }
  if (last && last.missing.length > 0 && unjudgedSince === null) findings.push(announceUnknown(rule, last))
  const state = { judged: keepLatest(next), unjudgedSince: findUnjudged(last, unjudgedSince) }
  return { findings, state }
}

function findUnjudged(last: DayMove | undefined, before: string | null): string | null {
  if (last === undefined) return before
  return last.missing.length === 0 ? null : (before ?? last.date)
}

function announceUnknown({ taskId, accountNames }: MoveRule, { date, missing }: DayMove): Finding {
  return {
    occurrence: `move/${taskId}/${date}/unknown`,
    facts: { about: 'unknown_move', date, missing, accounts: accountNames },
    target: { kind: 'move', id: date },
  }
}

const maxJudged = 10

function keepLatest(judged: JudgedDays): JudgedDays {
  return Object.fromEntries(
    Object.entries(judged)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(-maxJudged),
  )
}

function isContradicted({ relativity }: MoveRule, before: Figure, now: Figure, isOver: boolean): boolean {
  const [old, size] = relativity === 'rel' ? [before.rel ?? 0, now.rel ?? 0] : [before.abs, now.abs]
  if (old === size) return false
  return (
    !isOver || Math.sign(old) !== Math.sign(size) || Math.abs(size - old) >= Math.abs(old) * materialChange
  )
}

function announce(
  { taskId, relativity, accountNames }: MoveRule,
  { date, currency, value, stale, staleRates }: DayMove,
  { abs, rel }: Figure,
  before: (Figure & { corrections: number }) | null,
): Finding {
  const correction = before === null ? '' : `/corrected/${before.corrections}`
  return {
    occurrence: `move/${taskId}/${date}${correction}`,
    facts: {
      about: 'move',
      date,
      currency,
      relativity,
      abs,
      rel,
      value,
      accounts: accountNames,
      stale,
      staleRates,
      before: before === null ? null : { abs: before.abs, rel: before.rel },
    },
    target: { kind: 'move', id: date },
  }
}
