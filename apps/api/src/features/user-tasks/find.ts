import type { Filter } from '@plumbline/contract'
import { formatDate } from '@plumbline/contract/format'
import { fillText, type TextKey, textsIn } from '@plumbline/contract/texts'
import { isoOf } from '@plumbline/engine'
import { runMessage } from '../../platform/jobs/run-words.ts'
import { todayIn } from '../../queries/choose-families.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { lastComplete } from './cadence.ts'
import type { DayMove } from './day-move.query.ts'
import { type DueTask, type Finding, isStaff, ownerOf, type ReachedTarget } from './finding.ts'
import { cadenceOf } from './next-run.ts'
import type { RunTasksStore } from './run-tasks.store.ts'
import type { UpcomingEvent } from './upcoming-events.query.ts'

export interface Finders {
  portfolio: Pick<PortfolioService, 'figures'>
  store: Pick<RunTasksStore, 'reachedBy' | 'failedSources'>
  publicUrl: string
}

/** What a rule has to tell at this moment, whether or not it was told before. */
export function findingsOf(task: DueTask, finders: Finders): Promise<Finding[]> {
  switch (task.type) {
    case 'event_reminder':
      return events(task, finders)
    case 'price_target':
      return targets(task, finders)
    case 'pnl_move':
      return moves(task, finders)
    case 'report_schedule':
      return reports(task, finders)
    case 'integration_failure':
      return failures(task, finders)
  }
}

async function events(task: DueTask, { portfolio, publicUrl }: Finders): Promise<Finding[]> {
  const types = Array.isArray(task.data.event_types) ? task.data.event_types.map(String) : []
  const days = typeof task.data.lookahead_date_offset === 'number' ? task.data.lookahead_date_offset : 0
  const today = todayIn(task.now, task.timeZone)
  const found = await portfolio.figures<UpcomingEvent[]>('upcomingEvents', {
    user: ownerOf(task),
    body: filterOf(task),
    given: async () => ({ from: today, to: today + days, types }),
  })
  return found.map(event => ({
    occurrence: `${event.type}/${event.instrumentId}/${event.date}`,
    title: say(task, 'told_event_title', { event: say(task, `event_type_${event.type}`) }),
    text: say(task, 'told_event_text', { name: event.name, date: dateText(task, event.date) }),
    link: linkTo(task, publicUrl, '/events'),
    target: { kind: 'event', id: event.instrumentId },
  }))
}

async function targets(task: DueTask, { store, publicUrl }: Finders): Promise<Finding[]> {
  const reached = await store.reachedBy(task.userId)
  return reached.map((target: ReachedTarget) => ({
    occurrence: `target/${target.id}/${target.reachedAt}`,
    title: say(task, `told_target_${target.direction}_title`, {
      name: target.name,
      price: `${amountText(task, Number(target.price))} ${target.currency}`,
    }),
    text: say(task, 'told_target_text', {
      date: dateText(task, target.date),
      close: amountText(task, Number(target.close)),
      currency: target.currency,
      note: target.note,
    }).trim(),
    link: `${publicUrl}/watchlist`,
    target: { kind: 'ticker', id: target.tickerId },
  }))
}

async function moves(task: DueTask, { portfolio, publicUrl }: Finders): Promise<Finding[]> {
  const { threshold, relativity } = task.data
  const move = await portfolio.figures<DayMove>('dayMove', { user: ownerOf(task), body: filterOf(task) })
  const size = relativity === 'rel' ? move.rel : move.abs
  if (size === null || move.abs === null || typeof threshold !== 'number' || Math.abs(size) < threshold)
    return []
  const amount =
    relativity === 'rel' ? percentText(task, size) : moneyText(task, Math.abs(move.abs), move.currency)
  const key = size < 0 ? 'told_move_loss_title' : 'told_move_gain_title'
  return [
    {
      // A day is told once, even if a late price moves it below the threshold and back.
      occurrence: `move/${task.id}/${move.date}`,
      title: say(task, key, { move: amount }),
      text: say(task, 'told_move_text', {
        date: dateText(task, move.date),
        value: move.value === null ? '–' : moneyText(task, move.value, move.currency),
      }),
      link: linkTo(task, publicUrl, '/overview'),
      target: { kind: 'move', id: move.date },
    },
  ]
}

async function reports(task: DueTask, { publicUrl }: Finders): Promise<Finding[]> {
  const cadence = cadenceOf(task.data.cadence)
  const report = task.data.report
  if (!cadence || typeof report !== 'string') return []
  const { from, to } = lastComplete(cadence, todayIn(task.now, task.timeZone))
  // A rule that is made in the middle of a quarter does not print the quarter before.
  if (todayIn(task.createdAt, task.timeZone) > to) return []
  return [
    {
      occurrence: `schedule/${task.id}/${isoOf(to)}`,
      title: say(task, 'told_report_title', { name: task.name }),
      text: say(task, 'told_report_text', {
        from: dateText(task, isoOf(from)),
        to: dateText(task, isoOf(to)),
      }),
      link: linkTo(task, publicUrl, '/overview', { modal: 'reports' }),
      target: { kind: 'report', id: report },
      report: { id: report, period: { name: null, start_date: isoOf(from), end_date: isoOf(to) } },
    },
  ]
}

async function failures(task: DueTask, { store, publicUrl }: Finders): Promise<Finding[]> {
  const failed = await store.failedSources(task.userId, task.familyId, accountsOf(task))
  return failed.map(source => ({
    occurrence: `run/${source.runId}`,
    title: say(task, 'told_integration_title', { name: source.name }),
    text: source.message ?? runMessage(task.language, source.details) ?? '',
    link: linkTo(task, publicUrl, '/overview'),
    target: { kind: 'integration', id: source.id },
  }))
}

function accountsOf({ data }: DueTask): string[] {
  return Array.isArray(data.accounts) ? data.accounts.map(String) : []
}

function filterOf(task: DueTask): Filter {
  return { settings: {}, filters: { filter_account: accountsOf(task) }, family: task.familyId }
}

/** A link of staff names the family, so that it opens on the client it is about. */
function linkTo(task: DueTask, publicUrl: string, path: string, search: Record<string, string> = {}): string {
  const family = isStaff(task) && task.familyId !== null ? { family: task.familyId } : {}
  const query = new URLSearchParams({ ...search, ...family }).toString()
  return `${publicUrl}${path}${query === '' ? '' : `?${query}`}`
}

function say({ language }: DueTask, key: string, values: Record<string, string> = {}): string {
  // Keys are made of words of the contract's lists, and the catalogue has a text for each of them.
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
