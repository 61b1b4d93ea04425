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
  /** The first day that it judges; null for a new rule. */
  from: string | null
  /** It was paused: the days of the pause are no news. */
  isResumed: boolean
  /** How often its accounts were changed. */
  edition: number
}

export interface MoveRule {
  taskId: string
  threshold: number
  relativity: 'abs' | 'rel'
  accountNames: string[]
  accountIds: string[] | null
}

/** An announced figure that changes by less is still true enough. */
const materialChange = 0.1

/**
 * Judges complete days. A day is announced once; if a later price changes its figure, a correction says so, and only if
 * the announcement was wrong or should have been made. A new or resumed rule judges the last day only, and so does a new
 * threshold of days that were quiet before. Where the P/L is unknown, the owner gets one message, since the rule cannot
 * fire until it is known.
 */
export function judgeMoves(
  rule: MoveRule,
  moves: readonly DayMove[],
  { judged, unjudgedSince, from: first, isResumed, edition }: MoveState,
): { findings: Finding[]; state: MoveState } {
  const known = Object.keys(judged).sort()
  const last = moves.at(-1)
  const from = (isResumed ? null : (first ?? known[0] ?? unjudgedSince)) ?? last?.date ?? null
  const findings: Finding[] = []
  const next: JudgedDays = { ...judged }
  for (const move of moves) {
    const { date, abs } = move
    const before = judged[date]
    const size = sizeOf(rule, move)
    if (abs === null || size === null || (!before && date < (from ?? ''))) continue
    const figure: Figure = { abs, rel: move.rel }
    const isOver = Math.abs(size) >= rule.threshold
    const wasOver = before !== undefined && Math.abs(sizeOf(rule, before) ?? 0) >= rule.threshold
    // A quiet day that is over a lower threshold now was not corrected.
    const isFirst = !before || (!before.isAnnounced && wasOver)
    if (isFirst) {
      const isNews = isOver && (!before || move === last)
      next[date] = { ...figure, isAnnounced: isNews, corrections: before?.corrections ?? 0 }
      if (isNews) findings.push(announce(rule, edition, move, figure, null))
    } else if (before.isAnnounced ? isContradicted(rule, before, figure, { wasOver, isOver }) : isOver) {
      const corrections = before.corrections + 1
      next[date] = { ...figure, isAnnounced: true, corrections }
      findings.push(announce(rule, edition, move, figure, { ...before, corrections }))
    } else if (!before.isAnnounced) next[date] = { ...before, ...figure }
  }
  if (last && last.missing.length > 0 && unjudgedSince === null)
    findings.push(announceUnknown(rule, edition, last))
  return {
    findings,
    state: {
      judged: keepLatest(next),
      unjudgedSince: findUnjudged(last, unjudgedSince),
      from,
      // Without a day there is none to resume with.
      isResumed: isResumed && last === undefined,
      edition,
    },
  }
}

function sizeOf(
  { relativity }: MoveRule,
  { abs, rel }: { abs: number | null; rel: number | null },
): number | null {
  return relativity === 'rel' ? rel : abs
}

function findUnjudged(last: DayMove | undefined, before: string | null): string | null {
  if (last === undefined) return before
  return last.missing.length === 0 ? null : (before ?? last.date)
}

function announceUnknown(
  { taskId, accountNames, accountIds }: MoveRule,
  edition: number,
  { date, missing }: DayMove,
): Finding {
  return {
    occurrence: `${nameDay(taskId, edition, date)}/unknown`,
    facts: { about: 'unknown_move', date, missing, accounts: accountNames },
    target: { kind: 'move', id: date },
    accounts: accountIds,
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

function isContradicted(
  rule: MoveRule,
  before: Figure,
  now: Figure,
  { wasOver, isOver }: { wasOver: boolean; isOver: boolean },
): boolean {
  const [old, size] = [sizeOf(rule, before) ?? 0, sizeOf(rule, now) ?? 0]
  if (old === size) return false
  return (
    (wasOver && !isOver) ||
    Math.sign(old) !== Math.sign(size) ||
    Math.abs(size - old) >= Math.abs(old) * materialChange
  )
}

function nameDay(taskId: string, edition: number, date: string): string {
  return `move/${taskId}/${date}${edition === 0 ? '' : `/edition/${edition}`}`
}

function announce(
  { taskId, relativity, accountNames, accountIds }: MoveRule,
  edition: number,
  { date, currency, value, stale, staleRates }: DayMove,
  { abs, rel }: Figure,
  before: (Figure & { corrections: number }) | null,
): Finding {
  const correction = before === null ? '' : `/corrected/${before.corrections}`
  return {
    occurrence: `${nameDay(taskId, edition, date)}${correction}`,
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
    accounts: accountIds,
  }
}
