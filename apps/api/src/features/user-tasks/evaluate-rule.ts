import type { Filter } from '@plumbline/contract'
import { currencyUnit, toIsoDate } from '@plumbline/engine'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { bandBreachesQuery } from './band-breaches.query.ts'
import { lastComplete } from './cadence.ts'
import { asOwner, type DoubtfulTarget, type DueTask, type Evaluation, type Finding } from './finding.ts'
import { type BandState, judgeBreaches } from './judge-breaches.ts'
import { judgeMoves, type MoveState } from './judge-moves.ts'
import { readClock } from './local-clock.ts'
import { parseCadence } from './next-run.ts'
import { recentMovesQuery } from './recent-moves.query.ts'
import type { RuleSourcesStore } from './rule-sources.store.ts'
import { readEdition } from './state-after-edit.ts'
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
    findings: found.map(({ type, instrumentId, accountIds, ...event }) => ({
      occurrence: `${type}/${instrumentId}/${event.date}`,
      facts: { about: 'event', event: type, ...event },
      target: { kind: 'event', id: instrumentId },
      accounts: accountIds,
    })),
  }
}

async function findReachedTargets(task: DueTask, { sources }: RuleSources): Promise<Evaluation> {
  const reached = await sources.listReachedTargets(task.userId, task.createdAt)
  const doubtful = await sources.listDoubtfulTargets(task.userId)
  return {
    findings: [
      ...reached.map(
        (target): Finding => ({
          // A close that is corrected and reaches the target all the same is no news.
          occurrence: `target/${target.id}/${target.date}`,
          facts: { about: 'target', ...describeTarget(target), note: target.note },
          target: { kind: 'ticker', id: target.tickerId },
          accounts: null,
        }),
      ),
      ...doubtful.map(
        (target): Finding => ({
          occurrence: `target/${target.id}/${target.date}/unknown`,
          facts: { about: 'unknown_target', ...describeTarget(target) },
          target: { kind: 'ticker', id: target.tickerId },
          accounts: null,
        }),
      ),
    ],
  }
}

/** Targets are in the main currency, quotes may be in minor units. */
function describeTarget({ direction, name, price, close, date, ...target }: DoubtfulTarget) {
  const { currency, factor } = currencyUnit(target.currency)
  return {
    direction,
    name,
    price,
    close: factor === 1 ? close : String(Number(close) / factor),
    currency,
    date,
  }
}

async function findMoves(task: DueTask, { portfolio, sources }: RuleSources): Promise<Evaluation> {
  const { threshold, relativity } = task.data
  if (typeof threshold !== 'number') return { findings: [] }
  const moves = await portfolio.run(recentMovesQuery, {
    user: asOwner(task),
    body: buildFilter(task),
    readInput: async familyIds => ({
      ...(await sources.readMarketFacts(familyIds)),
      accepted: await sources.readAcceptedFindings(familyIds),
      today: task.clock.today,
    }),
  })
  return judgeMoves(
    {
      taskId: task.id,
      threshold,
      relativity: relativity === 'rel' ? 'rel' : 'abs',
      accountNames: task.accountNames,
      accountIds: task.accountIds,
    },
    moves,
    readMoveState(task.state),
  )
}

function readMoveState(state: Record<string, unknown>): MoveState {
  const { judged, unjudgedSince, from, isResumed } = state
  return {
    edition: readEdition(state),
    from: typeof from === 'string' ? from : null,
    isResumed: isResumed === true,
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
    readInput: async () => ({
      subjects: await sources.readTargets(task.userId, familyId),
      accepted: await sources.readAcceptedFindings([familyId]),
      today: task.clock.today,
    }),
  })
  return judgeBreaches(
    { family: task.familyName ?? '', accountIds: task.accountIds },
    found,
    readBandState(task.state),
  )
}

function readBandState({ breaches, unjudgedSince }: Record<string, unknown>): BandState {
  return {
    // Written by this file only.
    breaches: typeof breaches === 'object' && breaches !== null ? (breaches as BandState['breaches']) : {},
    unjudgedSince: typeof unjudgedSince === 'string' ? unjudgedSince : null,
  }
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
    findings: failed.map(({ id, accountId, runId, name, message, details }) => ({
      occurrence: `run/${runId}`,
      facts: { about: 'source', name, message, details },
      target: { kind: 'integration', id },
      accounts: accountId === null ? null : [accountId],
    })),
  }
}

function listAccounts({ data }: DueTask): string[] {
  return Array.isArray(data.accounts) ? data.accounts.map(String) : []
}

function buildFilter(task: DueTask): Filter {
  return { settings: {}, filters: { filter_account: listAccounts(task) }, family: task.familyId }
}
