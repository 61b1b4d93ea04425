import type { Filter } from '@plumbline/contract'
import { currencyUnit, toIsoDate } from '@plumbline/engine'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { bandBreachesQuery } from './band-breaches.query.ts'
import { lastComplete } from './cadence.ts'
import { asOwner, type DueTask, type Evaluation, type Finding, type ReachedTarget } from './finding.ts'
import { judgeBreaches } from './judge-breaches.ts'
import { judgeMoves, type MoveState } from './judge-moves.ts'
import { readClock } from './local-clock.ts'
import { parseCadence } from './next-run.ts'
import { recentMovesQuery } from './recent-moves.query.ts'
import type { RuleSourcesStore } from './rule-sources.store.ts'
import { upcomingEventsQuery } from './upcoming-events.query.ts'

export interface RuleSources {
  portfolio: Pick<PortfolioService, 'run'>
  sources: RuleSourcesStore
}

/** Everything a rule matches now, whether or not it was notified before. */
export function evaluateRule(task: DueTask, sources: RuleSources): Promise<Evaluation> {
  switch (task.type) {
    case 'event_reminder':
      return findEvents(task, sources)
    case 'price_target':
      return findReachedTargets(task, sources)
    case 'pnl_move':
      return findMoves(task, sources)
    case 'band_breach':
      return findBreaches(task, sources)
    case 'report_schedule':
      return findDueReports(task)
    case 'integration_failure':
      return findFailures(task, sources)
  }
}

/** Reminders come in the owner's morning: until then, the days ahead are those of yesterday. */
async function findEvents(task: DueTask, { portfolio }: RuleSources): Promise<Evaluation> {
  const types = Array.isArray(task.data.event_types) ? task.data.event_types.map(String) : []
  const days = typeof task.data.lookahead_date_offset === 'number' ? task.data.lookahead_date_offset : 0
  const { today, morning } = task.clock
  const found = await portfolio.run(upcomingEventsQuery, {
    user: asOwner(task),
    body: buildFilter(task),
    readInput: async () => ({ from: today, to: morning + days, types }),
  })
  return {
    findings: found.map(({ type, instrumentId, ...event }) => ({
      occurrence: `${type}/${instrumentId}/${event.date}`,
      facts: { about: 'event', event: type, ...event },
      target: { kind: 'event', id: instrumentId },
    })),
  }
}

async function findReachedTargets(task: DueTask, { sources }: RuleSources): Promise<Evaluation> {
  const reached = await sources.listReachedTargets(task.userId, task.createdAt)
  return {
    findings: reached.map((target: ReachedTarget): Finding => {
      // Targets are in the main currency, quotes may be in minor units.
      const { currency, factor } = currencyUnit(target.currency)
      const { direction, name, price, date, note } = target
      const close = factor === 1 ? target.close : String(Number(target.close) / factor)
      return {
        occurrence: `target/${target.id}/${target.reachedAt}`,
        facts: { about: 'target', direction, name, price, close, currency, date, note },
        target: { kind: 'ticker', id: target.tickerId },
      }
    }),
  }
}

async function findMoves(task: DueTask, { portfolio, sources }: RuleSources): Promise<Evaluation> {
  const { threshold, relativity } = task.data
  if (typeof threshold !== 'number') return { findings: [] }
  const moves = await portfolio.run(recentMovesQuery, {
    user: asOwner(task),
    body: buildFilter(task),
    readInput: familyIds => sources.readMarketFacts(familyIds),
  })
  return judgeMoves(
    {
      taskId: task.id,
      threshold,
      relativity: relativity === 'rel' ? 'rel' : 'abs',
      accountNames: task.accountNames,
    },
    moves,
    readMoveState(task.state),
  )
}

function readMoveState({ judged, unjudgedSince }: Record<string, unknown>): MoveState {
  return {
    // Written by this file only.
    judged: typeof judged === 'object' && judged !== null ? (judged as MoveState['judged']) : {},
    unjudgedSince: typeof unjudgedSince === 'string' ? unjudgedSince : null,
  }
}

/** A bucket outside its band is announced once, until it was back within. */
async function findBreaches(task: DueTask, { portfolio, sources }: RuleSources): Promise<Evaluation> {
  const { familyId } = task
  if (familyId === null) return { findings: [] }
  const found = await portfolio.run(bandBreachesQuery, {
    user: asOwner(task),
    body: { settings: {}, filters: {}, family: familyId },
    readInput: () => sources.readTargets(task.userId, familyId),
  })
  return judgeBreaches(task.familyName ?? '', found, task.state.breaches)
}

async function findDueReports({ id, data, clock, createdAt, timeZone }: DueTask): Promise<Evaluation> {
  const cadence = parseCadence(data.cadence)
  if (!cadence || typeof data.report !== 'string') return { findings: [] }
  const { from, to } = lastComplete(cadence, clock.morning)
  // A rule created within a quarter does not print the quarter before.
  if (readClock(createdAt, timeZone).morning > to) return { findings: [] }
  const period = { name: null, start_date: toIsoDate(from), end_date: toIsoDate(to) }
  const occurrence = `schedule/${id}/${toIsoDate(to)}`
  return { findings: [], reports: [{ occurrence, reportId: data.report, period }] }
}

async function findFailures(task: DueTask, { sources }: RuleSources): Promise<Evaluation> {
  const failed = await sources.listFailedSources(task.userId, task.familyId, listAccounts(task))
  return {
    findings: failed.map(({ id, runId, name, message, details }) => ({
      occurrence: `run/${runId}`,
      facts: { about: 'source', name, message, details },
      target: { kind: 'integration', id },
    })),
  }
}

function listAccounts({ data }: DueTask): string[] {
  return Array.isArray(data.accounts) ? data.accounts.map(String) : []
}

function buildFilter(task: DueTask): Filter {
  return { settings: {}, filters: { filter_account: listAccounts(task) }, family: task.familyId }
}
