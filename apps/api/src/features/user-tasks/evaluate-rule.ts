import type { Filter } from '@plumbline/contract'
import { formatDate } from '@plumbline/contract/format'
import { fillText, type TextKey, textsIn } from '@plumbline/contract/texts'
import { currencyUnit, toIsoDate } from '@plumbline/engine'
import { isStaff } from '../../platform/auth/actor.ts'
import { runMessage } from '../../platform/jobs/run-texts.ts'
import { todayIn } from '../../queries/choose-families.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { lastComplete } from './cadence.ts'
import { dayMoveQuery } from './day-move.query.ts'
import { asOwner, type DueTask, type Finding, type ReachedTarget } from './finding.ts'
import { parseCadence } from './next-run.ts'
import type { RunTasksStore } from './run-tasks.store.ts'
import { upcomingEventsQuery } from './upcoming-events.query.ts'

export interface RuleSources {
  portfolio: Pick<PortfolioService, 'run'>
  store: Pick<RunTasksStore, 'listReachedTargets' | 'listFailedSources'>
  publicUrl: string
}

/** Everything a rule matches now, whether or not it was notified before. */
export function evaluateRule(task: DueTask, sources: RuleSources): Promise<Finding[]> {
  switch (task.type) {
    case 'event_reminder':
      return findEvents(task, sources)
    case 'price_target':
      return findReachedTargets(task, sources)
    case 'pnl_move':
      return findMoves(task, sources)
    case 'report_schedule':
      return findDueReports(task, sources)
    case 'integration_failure':
      return findFailures(task, sources)
  }
}

async function findEvents(task: DueTask, { portfolio, publicUrl }: RuleSources): Promise<Finding[]> {
  const types = Array.isArray(task.data.event_types) ? task.data.event_types.map(String) : []
  const days = typeof task.data.lookahead_date_offset === 'number' ? task.data.lookahead_date_offset : 0
  const today = todayIn(task.now, task.timeZone)
  const found = await portfolio.run(upcomingEventsQuery, {
    user: asOwner(task),
    body: buildFilter(task),
    readInput: async () => ({ from: today, to: today + days, types }),
  })
  return found.map(event => ({
    occurrence: `${event.type}/${event.instrumentId}/${event.date}`,
    title: translate(task, 'notification_event_title', {
      event: translate(task, `event_type_${event.type}`),
    }),
    text: translate(task, 'notification_event_text', { name: event.name, date: dateText(task, event.date) }),
    link: linkTo(task, publicUrl, '/events'),
    target: { kind: 'event', id: event.instrumentId },
  }))
}

async function findReachedTargets(task: DueTask, { store, publicUrl }: RuleSources): Promise<Finding[]> {
  const reached = await store.listReachedTargets(task.userId)
  return reached.map((target: ReachedTarget): Finding => {
    // Targets are in the main currency, quotes may be in minor units.
    const { currency, factor } = currencyUnit(target.currency)
    return {
      occurrence: `target/${target.id}/${target.reachedAt}`,
      title: translate(task, `notification_target_${target.direction}_title`, {
        name: target.name,
        price: `${amountText(task, Number(target.price))} ${currency}`,
      }),
      text: translate(task, 'notification_target_text', {
        date: dateText(task, target.date),
        close: amountText(task, Number(target.close) / factor),
        currency,
        note: target.note,
      }).trim(),
      link: `${publicUrl}/watchlist`,
      target: { kind: 'ticker', id: target.tickerId },
    }
  })
}

async function findMoves(task: DueTask, { portfolio, publicUrl }: RuleSources): Promise<Finding[]> {
  const { threshold, relativity } = task.data
  const move = await portfolio.run(dayMoveQuery, { user: asOwner(task), body: buildFilter(task) })
  const size = relativity === 'rel' ? move.rel : move.abs
  if (size === null || move.abs === null || typeof threshold !== 'number' || Math.abs(size) < threshold)
    return []
  const amount =
    relativity === 'rel' ? percentText(task, size) : moneyText(task, Math.abs(move.abs), move.currency)
  const key = size < 0 ? 'notification_move_loss_title' : 'notification_move_gain_title'
  return [
    {
      // One notification a day, even if a late price moves the P/L below the threshold and back.
      occurrence: `move/${task.id}/${move.date}`,
      title: translate(task, key, { move: amount }),
      text: translate(task, 'notification_move_text', {
        date: dateText(task, move.date),
        value:
          move.value === null
            ? '–'
            : `${moneyText(task, move.value, move.currency)}${move.isPartial ? ` (${translate(task, 'positions_partial')})` : ''}`,
      }),
      link: linkTo(task, publicUrl, '/overview'),
      target: { kind: 'move', id: move.date },
    },
  ]
}

async function findDueReports(task: DueTask, { publicUrl }: RuleSources): Promise<Finding[]> {
  const cadence = parseCadence(task.data.cadence)
  const report = task.data.report
  if (!cadence || typeof report !== 'string') return []
  const { from, to } = lastComplete(cadence, todayIn(task.now, task.timeZone))
  // A rule created within a quarter does not print the quarter before.
  if (todayIn(task.createdAt, task.timeZone) > to) return []
  return [
    {
      occurrence: `schedule/${task.id}/${toIsoDate(to)}`,
      title: translate(task, 'notification_report_title', { name: task.name }),
      text: translate(task, 'notification_report_text', {
        from: dateText(task, toIsoDate(from)),
        to: dateText(task, toIsoDate(to)),
      }),
      link: linkTo(task, publicUrl, '/overview', { modal: 'reports' }),
      target: { kind: 'report', id: report },
      report: { id: report, period: { name: null, start_date: toIsoDate(from), end_date: toIsoDate(to) } },
    },
  ]
}

async function findFailures(task: DueTask, { store, publicUrl }: RuleSources): Promise<Finding[]> {
  const failed = await store.listFailedSources(task.userId, task.familyId, listAccounts(task))
  return failed.map(source => ({
    // The first failed run of a series of them, so that retries are not told again.
    occurrence: `run/${source.runId}`,
    title: translate(task, 'notification_integration_title', { name: source.name }),
    text:
      source.message ??
      runMessage(task.language, source.details, { showsHosts: task.role === 'admin' }) ??
      '',
    link: linkTo(task, publicUrl, '/overview'),
    target: { kind: 'integration', id: source.id },
  }))
}

function listAccounts({ data }: DueTask): string[] {
  return Array.isArray(data.accounts) ? data.accounts.map(String) : []
}

function buildFilter(task: DueTask): Filter {
  return { settings: {}, filters: { filter_account: listAccounts(task) }, family: task.familyId }
}

/** Links for staff include the family, so that they open on that client. */
function linkTo(task: DueTask, publicUrl: string, path: string, search: Record<string, string> = {}): string {
  const family = isStaff(task) && task.familyId !== null ? { family: task.familyId } : {}
  const query = new URLSearchParams({ ...search, ...family }).toString()
  return `${publicUrl}${path}${query === '' ? '' : `?${query}`}`
}

function translate({ language }: DueTask, key: string, values: Record<string, string> = {}): string {
  // Keys are built from lists of the contract, and the catalogue has a text for each.
  return fillText(textsIn(language)[key as TextKey] ?? key, values)
}

function dateText({ language, dateFormat }: DueTask, date: string): string {
  return formatDate(date, dateFormat, language)
}

function amountText({ language }: DueTask, value: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value)
}

function percentText({ language }: DueTask, value: number): string {
  const format = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 2 })
  return format.format(Math.abs(value))
}

function moneyText({ language }: DueTask, value: number, currency: string): string {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${format.format(value)} ${currency}`
}
