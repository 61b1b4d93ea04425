import type { World } from '@plumbline/demo-world'
import { worldId } from '@plumbline/demo-world'
import { toIsoDate } from '@plumbline/engine'
import { ids, type Row } from './world-rows.ts'

/** Strategies, links, watchlists, reports and other user data, as rows by table. */
export function toolRows({ asOf, tools }: World): readonly (readonly [table: string, rows: Row[]])[] {
  const madeAt = `${toIsoDate(asOf)}T07:00:00Z`
  return [
    ['strategy', tools.strategies.map(strategy => ({ ...strategyRow(strategy), created_at: madeAt }))],
    [
      'strategy_position',
      tools.strategies.flatMap(strategy =>
        [...new Set(strategy.positions)].map(position => ({
          strategy_id: strategyRow(strategy).id,
          position_id: position,
        })),
      ),
    ],
    ['benchmark', tools.benchmarks.map(benchmark => ({ ...benchmarkRow(benchmark), created_at: madeAt }))],
    ['linked_position', tools.links.map(link => ({ ...linkRow(link), created_at: madeAt }))],
    [
      'watched_ticker',
      tools.tickers.map(ticker => ({
        id: ids.ticker(ticker.user, ticker.instrument),
        user_id: ids.user(ticker.user),
        instrument_id: ids.instrument(ticker.instrument),
        note: ticker.note,
        created_at: madeAt,
      })),
    ],
    ['price_target', targetRows(tools)],
    [
      'template',
      tools.templates.map(template => ({
        id: worldId('template', template.user, template.name),
        user_id: ids.user(template.user),
        name: template.name,
        filters: template.filters,
        created_at: madeAt,
      })),
    ],
    ['report', tools.reports.map(report => ({ ...reportRow(report), created_at: madeAt }))],
    ['user_task', tools.tasks.map(task => ({ ...taskRow(task), created_at: madeAt }))],
    ['notification', tools.notifications.map(notificationRow)],
  ]
}

type Tools = World['tools']

function strategyRow(strategy: Tools['strategies'][number]) {
  return {
    id: worldId('strategy', strategy.user, strategy.family, strategy.name),
    user_id: ids.user(strategy.user),
    family_id: ids.family(strategy.family),
    name: strategy.name,
    description: strategy.description,
  }
}

function benchmarkRow({ family, strategy, group, name, ...benchmark }: Tools['benchmarks'][number]): Row {
  const ofStrategy = strategy && worldId('strategy', strategy.user, family, strategy.name)
  return {
    id: worldId('benchmark', family, strategy?.user ?? '', strategy?.name ?? '', group?.key ?? ''),
    family_id: ids.family(family),
    strategy_id: ofStrategy,
    group_by: group?.by ?? null,
    group_key: group?.key ?? null,
    name,
    rebalancing: benchmark.rebalancing,
    return_type: 'total',
    components: benchmark.components.map(({ instrument, standsFor }) => ({
      instrument: ids.instrument(instrument),
      stands_for: standsFor,
    })),
    weights: benchmark.weights.map(({ from, bps }) => ({ valid_from: from, weights: bps })),
  }
}

function linkRow(link: Tools['links'][number]): Row {
  return {
    id: worldId('linked', link.position, link.linked),
    family_id: ids.family(link.family),
    position_id: link.position,
    linked_position_id: link.linked,
    kind: link.kind,
    note: link.note,
    created_by: ids.user(link.createdBy),
  }
}

function targetRows(tools: Tools): Row[] {
  return tools.tickers.flatMap(({ user, instrument, targets }) =>
    targets.map((target, index) => ({
      id: worldId('target', user, instrument, index),
      watched_ticker_id: ids.ticker(user, instrument),
      price: target.price,
      direction: target.direction,
      note: target.note,
      notify: target.notify,
      reached_at: target.reachedAt,
    })),
  )
}

function reportRow(report: Tools['reports'][number]): Row {
  return {
    id: ids.report(report.user, report.name),
    user_id: ids.user(report.user),
    family_id: ids.family(report.family),
    name: report.name,
    report_type: report.type,
    calculated_currency: report.currency,
    filters: {
      filter_account: report.accounts.map(ids.account),
      filter_instrument_type: report.instrumentTypes,
      filter_currency: [],
    },
  }
}

function taskRow(task: Tools['tasks'][number]): Row {
  return {
    id: ids.task(task.user, task.name),
    user_id: ids.user(task.user),
    family_id: task.family === null ? null : ids.family(task.family),
    name: task.name,
    task_type: task.type,
    task_data: task.report ? { ...task.data, report: ids.report(task.user, task.report) } : task.data,
    actions: task.actions,
    is_active: task.isActive,
  }
}

function notificationRow(row: Tools['notifications'][number]): Row {
  const targetId = {
    integration: ids.integration,
    report: (name: string) => ids.report(row.user, name),
    ticker: (instrument: string) => ids.ticker(row.user, instrument),
    event: ids.instrument,
  }
  // The demo world has notifications about these four kinds only.
  const kind = row.target?.kind as keyof typeof targetId | undefined
  const target = kind && row.target ? { kind, id: targetId[kind](row.target.key) } : null
  return {
    id: worldId('notification', row.user, row.kind, row.occurrence),
    user_id: ids.user(row.user),
    task_id: row.task === null ? null : ids.task(row.user, row.task),
    // Rules name their subject by its id, so the same notification is not created again.
    occurrence: target ? row.occurrence.replace(row.target?.key ?? '', target.id) : row.occurrence,
    kind: row.kind,
    rule_name: row.task,
    details: { facts: row.facts, target },
    created_at: row.createdAt,
    read_at: row.isRead ? row.createdAt : null,
  }
}
