import { contract, type GroupKey, groupOfOverlap } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import { type GroupRow, groupRows, strategyRows } from '@plumbline/engine'
import { membersOf } from '../../figures/group-members.ts'
import { groupName } from '../../figures/group-names.ts'
import { inOrder } from '../../figures/order.ts'
import { pnlFields } from '../../figures/position-rows.ts'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { csvOf } from '../../platform/http/csv.ts'
import { type Asked, answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, type QueryScope, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'
import { type Income, incomeByPosition, noIncome, sumIncome } from './group-income.ts'

type Grouped = typeof contract.grouped.list
type EngineResult = ReturnType<typeof queryEngine>
type Group = ReturnType<typeof wireGroup>

/** The portfolio in groups, cash included: groups add up to it, unless they are strategies that overlap. */
export const groupedAnswer = answer<Grouped, OwnStrategy[]>(
  contract.grouped.list,
  (portfolio, asked, strategies) => {
    const { rows, whole, scope, isOverlapping, income } = listed(portfolio, asked, strategies)
    return {
      data: rows,
      count: rows.length,
      total: isOverlapping ? null : totalOf(whole, income),
      is_overlapping: isOverlapping,
      basis: basisOf(portfolio, scope),
    }
  },
  (portfolio, asked, strategies) => csvOf<Group>(columns, listed(portfolio, asked, strategies).rows),
)

/** The whole scope, each position once. */
function totalOf(whole: EngineResult, income: Map<number, Income>) {
  const all = sumIncome(income, income.keys())
  const { pnl, balance, flags } = whole.performance
  return {
    value: balance.total,
    exposure: all.exposure,
    weight: balance.total === 0 ? null : 1,
    cost: all.cost,
    proceeds: all.proceeds,
    ...pnlFields(pnl.abs, pnl.rel),
    ...all.result,
    flags: wireFlags(flags),
  }
}

function listed(portfolio: Portfolio, { query, body }: Asked<Grouped>, strategies: OwnStrategy[]) {
  const scope = readScope(portfolio, body)
  const { group_by: key } = query
  const whole = queryEngine(portfolio, scope, { groupBy: key === 'strategy' ? null : key })
  const income = incomeByPosition(portfolio, whole)
  const found =
    key === 'strategy'
      ? strategyGroups(portfolio, scope, whole, strategies)
      : { rows: groupRows(whole, 'value'), isOverlapping: false }
  const members = membersOf(portfolio, whole, key, strategies)
  const rows = found.rows.map(row => {
    const sums = sumIncome(income, members(row.group))
    return wireGroup(row, nameOf(portfolio, key, row.group, strategies), sums.result, whole)
  })
  return {
    rows: inOrder(rows, query.order_by, row => row.key, portfolio.view.language),
    isOverlapping: found.isOverlapping,
    whole,
    scope,
    income,
  }
}

/** One group per strategy, what is in none, and what is in several, which then counts in each of them. */
function strategyGroups(
  portfolio: Portfolio,
  scope: QueryScope,
  whole: EngineResult,
  strategies: readonly OwnStrategy[],
): { rows: GroupRow[]; isOverlapping: boolean } {
  const { snapshot, viewsIn } = portfolio
  const members = membersOf(portfolio, whole, 'strategy', strategies)
  const keys = (places: readonly number[]) => places.map(place => snapshot.positions.keys[place] ?? '')
  const groups = strategies.map(({ id }) => ({ id, positions: keys(members(id)) }))
  const { mask, filter, period } = scope
  const question = { mask, filter, period }
  const rows = strategyRows(snapshot, viewsIn(scope.currency), question, groups, whole)
  return {
    rows: [...rows.strategies, rows.none, rows.overlap].filter(row => row !== null),
    isOverlapping: rows.overlap !== null,
  }
}

function nameOf(
  portfolio: Portfolio,
  key: GroupKey,
  group: string,
  strategies: readonly OwnStrategy[],
): string {
  if (key !== 'strategy') return groupName(portfolio, key, group)
  const texts = textsIn(portfolio.view.language)
  if (group === groupOfOverlap) return texts.group_overlap
  return strategies.find(({ id }) => id === group)?.name ?? texts.group_none
}

function wireGroup(row: GroupRow, name: string, income: Income['result'], whole: EngineResult) {
  const nav = whole.performance.balance.total
  const none = { total: null, realized: null, unrealized: null }
  return {
    key: row.group,
    name,
    count: row.positions,
    value: row.value,
    exposure: row.exposure,
    weight: nav === 0 ? null : row.value / nav,
    exposure_weight: nav === 0 ? null : row.exposure / nav,
    contribution: row.contribution.total,
    ...pnlFields(row.pnl, row.twr),
    ...(income ?? noIncome().result),
    open: pnlFields(row.open, none),
    closed: pnlFields(row.closed, none),
    flags: wireFlags(row.flags),
  }
}

const columns = {
  key: (row: Group) => row.key,
  name: (row: Group) => row.name,
  count: (row: Group) => row.count,
  value: (row: Group) => row.value,
  exposure: (row: Group) => row.exposure,
  weight: (row: Group) => row.weight,
  contribution: (row: Group) => row.contribution,
  pnl_abs_total: (row: Group) => row.pnl_abs_total,
  pnl_abs_realized: (row: Group) => row.pnl_abs_realized,
  pnl_abs_unrealized: (row: Group) => row.pnl_abs_unrealized,
  pnl_rel_total: (row: Group) => row.pnl_rel_total,
}
