import {
  contract,
  defaultGroupKey,
  type GroupKey,
  groupFieldNames,
  groupOfOverlap,
  type PositionTotals,
} from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import {
  findGaps,
  type GroupRow,
  gapFlags,
  groupRows,
  knownValue,
  strategyRows,
  weightIn,
} from '@plumbline/engine'
import { describedColumns, fieldColumns } from '../../figures/export-columns.ts'
import { groupMembers } from '../../figures/group-members.ts'
import { groupName } from '../../figures/group-names.ts'
import { sortRows } from '../../figures/order.ts'
import {
  type AmountSums,
  partialSums,
  pnlFields,
  pnlOfScope,
  sumAmounts,
  type WireAmounts,
} from '../../figures/position-rows.ts'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  type QueryScope,
  queryEngine,
  readPerformance,
  readScope,
  weightFlags,
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
  const { balance, flags } = readPerformance(whole)
  return {
    ...sumAmounts(amounts.values()),
    value: balance.total,
    weight: weightIn(balance.total, balance.total),
    ...pnlOfScope(whole),
    flags: [
      ...wireFlags([
        ...flags.filter(flag => flag !== 'partial'),
        ...(hasUnknown(amounts) && !flags.includes('no_price') ? (['no_rate'] as const) : []),
      ]),
      ...partialSums(amounts.values()),
      ...weightFlags(balance.total, { weight: balance.total }),
    ],
  }
}

function hasUnknown(amounts: ReadonlyMap<number, WireAmounts>): boolean {
  return [...amounts.values()].some(each => Object.values(each).includes(null))
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
  const { balance, pnl } = readPerformance(whole)
  const none = { total: null, realized: null, unrealized: null }
  const isKnown = !row.gaps.isPnlUnknown
  const value = knownValue(row.value, row.gaps.end)
  // By currency, a forward without a value leaves the exposure of both its currencies out.
  const isForwardMissing =
    row.exposure === 0 && whole.groupBy === 'currency' && findGaps(whole).total.end.unvaluedPositions > 0
  const exposure = isForwardMissing ? null : knownValue(row.exposure, row.gaps.end)
  return {
    key: row.group,
    name,
    count: row.positions,
    value,
    exposure,
    weight: weightIn(balance.total, value),
    exposure_weight: weightIn(balance.total, exposure),
    // Contributions are parts of the return of the whole scope.
    contribution: isKnown && pnl.rel.total !== null ? row.contribution.total : null,
    ...pnlFields(isKnown ? row.pnl : none, isKnown ? row.pnlRel : none),
    capital_base: isKnown ? row.capital : null,
    twr: isKnown ? row.twr.total : null,
    fees: sums.fees,
    taxes: sums.taxes,
    dividends: sums.dividends,
    interest: sums.interest,
    other_income: sums.other_income,
    open: pnlFields(isKnown ? row.open : none, none),
    closed: pnlFields(isKnown ? row.closed : none, none),
    flags: [
      ...wireFlags([
        ...row.flags,
        ...gapFlags(row.gaps),
        // A fee or income without a rate.
        ...(row.gaps.reasons.length === 0 && Object.values(sums).includes(null)
          ? (['no_rate'] as const)
          : []),
      ]),
      ...weightFlags(balance.total, { weight: value, exposure_weight: exposure }),
    ],
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
