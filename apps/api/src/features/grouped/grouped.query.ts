import {
  contract,
  defaultGroupKey,
  type GroupKey,
  groupFieldNames,
  groupOfOverlap,
  type PositionTotals,
} from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import { type GroupRow, groupRows, strategyRows } from '@plumbline/engine'
import { describedColumns, fieldColumns } from '../../figures/export-columns.ts'
import { groupMembers } from '../../figures/group-members.ts'
import { groupName } from '../../figures/group-names.ts'
import { sortRows } from '../../figures/order.ts'
import { type AmountSums, pnlFields, sumAmounts, type WireAmounts } from '../../figures/position-rows.ts'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { toCsv } from '../../platform/http/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  type QueryScope,
  queryEngine,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'
import { amountsByPosition, sumMembers } from './group-amounts.ts'

type Grouped = typeof contract.grouped.list
type EngineResult = ReturnType<typeof queryEngine>
type Group = ReturnType<typeof wireGroup>

/** The portfolio by groups, with cash. Groups add up to the portfolio unless they are strategies that overlap. */
export const groupedQuery = defineEndpointQuery<Grouped, OwnStrategy[]>(
  contract.grouped.list,
  (portfolio, call, strategies) => {
    const { rows, whole, scope, isOverlapping, amounts } = listGroups(portfolio, call, strategies)
    return {
      data: rows,
      count: rows.length,
      total: isOverlapping ? null : sumGroups(whole, amounts),
      is_overlapping: isOverlapping,
      basis: describeBasis(portfolio, scope),
    }
  },
  (portfolio, call, strategies) => {
    const { rows, scope } = listGroups(portfolio, call, strategies)
    return toCsv<Group>(describedColumns(columns, describeBasis(portfolio, scope)), rows)
  },
)

/** What a call groups by: its query, else the settings of its body. */
export function chooseGroupKey({ query, body }: Pick<EndpointCall<Grouped>, 'query' | 'body'>): GroupKey {
  return query.group_by ?? body.settings.group_by ?? defaultGroupKey
}

/** The totals of the whole scope, with each position counted once. */
function sumGroups(whole: EngineResult, amounts: Map<number, WireAmounts>): PositionTotals {
  const { pnl, balance, flags } = whole.performance
  return {
    ...sumAmounts(amounts.values()),
    value: balance.total,
    weight: balance.total === 0 ? null : 1,
    ...pnlFields(pnl.abs, pnl.rel),
    flags: wireFlags(flags),
  }
}

function listGroups(portfolio: Portfolio, { query, body }: EndpointCall<Grouped>, strategies: OwnStrategy[]) {
  const scope = readScope(portfolio, body)
  const key = chooseGroupKey({ query, body })
  const whole = queryEngine(portfolio, scope, { groupBy: key === 'strategy' ? null : key })
  const amounts = amountsByPosition(portfolio, whole)
  const members = groupMembers(portfolio, whole, key, strategies)
  const found =
    key === 'strategy'
      ? strategyGroups(whole, scope, strategies, members)
      : { rows: groupRows(whole, 'value'), isOverlapping: false }
  const rows = found.rows.map(row => {
    const sums = sumMembers(amounts, members(row.group))
    return wireGroup(row, nameGroup(portfolio, key, row.group, strategies), sums, whole)
  })
  return {
    rows: sortRows(rows, query.order_by, row => row.key, portfolio.view.language),
    isOverlapping: found.isOverlapping,
    whole,
    scope,
    amounts,
  }
}

/** One group per strategy, one of positions in none, and one of positions in several, which count in each of them. */
function strategyGroups(
  whole: EngineResult,
  { mask, filter, period }: QueryScope,
  strategies: readonly OwnStrategy[],
  members: (group: string) => readonly number[],
): { rows: GroupRow[]; isOverlapping: boolean } {
  const { keys } = whole.snapshot.positions
  const groups = strategies.map(({ id }) => ({ id, positions: members(id).map(index => keys[index] ?? '') }))
  const rows = strategyRows(whole, { mask, filter, period }, groups)
  return {
    rows: [...rows.strategies, rows.none, rows.overlap].filter(row => row !== null),
    isOverlapping: rows.overlap !== null,
  }
}

function nameGroup(
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

function wireGroup(row: GroupRow, name: string, sums: AmountSums, whole: EngineResult) {
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
    fees: sums.fees,
    taxes: sums.taxes,
    dividends: sums.dividends,
    interest: sums.interest,
    other_income: sums.other_income,
    open: pnlFields(row.open, none),
    closed: pnlFields(row.closed, none),
    flags: wireFlags(row.flags),
  }
}

const columns = {
  ...fieldColumns<Group, (typeof groupFieldNames)[number]>(groupFieldNames),
  ...Object.fromEntries(
    (['open', 'closed'] as const).flatMap(part =>
      (['pnl_abs_total', 'pnl_abs_realized', 'pnl_abs_unrealized'] as const).map(field => [
        `${part}_${field}`,
        (row: Group) => row[part][field],
      ]),
    ),
  ),
}
