import { contract, type FeeGroupKey } from '@plumbline/contract'
import {
  annualizedBps,
  computeFees,
  decimate,
  type Filter as EngineFilter,
  FEE_TYPES,
  type FeeFigures,
  type FeeGroup,
  type FeesResult,
  type FeeType,
  feesBps,
  toIsoDate,
} from '@plumbline/engine'
import { describedColumns } from '../../figures/export-columns.ts'
import { groupName } from '../../figures/group-names.ts'
import { sortRows } from '../../figures/order.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { toCsv } from '../../platform/http/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'

type List = typeof contract.fees.list
type Detail = typeof contract.fees.detail
type Group = ReturnType<typeof wireGroup>

/** The fees of the period by group. */
export const feesQuery = defineEndpointQuery<List>(
  contract.fees.list,
  (portfolio, call) => ({ data: listFees(portfolio, call) }),
  (portfolio, call) => exportGroups(listFees(portfolio, call)),
)

/** The fees of one group. Basis points refer to the whole scope, as in the list of groups. */
export const feesDetailQuery = defineEndpointQuery<Detail>(
  contract.fees.detail,
  (portfolio, call) => ({ data: listGroupFees(portfolio, call) }),
  (portfolio, call) => exportGroups(listGroupFees(portfolio, call)),
)

function listFees(portfolio: Portfolio, { query, body }: EndpointCall<List>) {
  const queryScope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, queryScope, { feesBy: query.group_by })
  const basis = describeBasis(portfolio, queryScope)
  return { ...wireFees(portfolio, computeFees(whole), query.group_by, query.points), basis }
}

function listGroupFees(portfolio: Portfolio, { query, body }: EndpointCall<Detail>) {
  const { filter_key: key, filter_value: value } = query
  const queryScope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, queryScope, { feesBy: key })
  const scope = computeFees(whole)
  if (!scope.groups.some(({ group }) => group === value)) throw new AppError('not_found')
  const filter = { ...queryScope.filter, ...groupFilter(key, value) }
  const part = queryEngine(portfolio, { ...queryScope, filter }, { feesBy: query.group_by })
  const fees = computeFees(part, key === 'transaction_type' ? parseFeeType(value) : null)
  return {
    ...wireFees(portfolio, rebaseOnWhole(fees, scope), query.group_by, query.points),
    basis: describeBasis(portfolio, queryScope),
  }
}

function parseFeeType(value: string): FeeType | null {
  return FEE_TYPES.find(type => type === value) ?? null
}

/** The group as a filter. A fee type is no property of a position and filters nothing. */
function groupFilter(key: FeeGroupKey, value: string): EngineFilter {
  if (key === 'custodian') return { custodians: [value] }
  if (key === 'account') return { accounts: [value] }
  return key === 'instrument_type' ? { instrumentTypes: [value] } : {}
}

/** Fees of a part in basis points of the average value of the whole. */
function rebaseOnWhole(part: FeesResult, whole: FeesResult): FeesResult {
  const average = whole.total.averageValue
  const measured = <Figures extends FeeFigures>(figures: Figures): Figures => {
    const bps = average === null ? null : feesBps(figures.sum, average)
    return { ...figures, averageValue: average, bps, bpsAnnualized: annualizedBps(bps, whole.days) }
  }
  return { ...part, days: whole.days, total: measured(part.total), groups: part.groups.map(measured) }
}

function wireFees(portfolio: Portfolio, fees: FeesResult, key: FeeGroupKey, points: number | undefined) {
  const { daily, total } = fees
  const days = decimate(daily.cumulative, points ?? Number.POSITIVE_INFINITY)
  const groups = fees.groups
    .filter(group => group.count > 0)
    .map(group => wireGroup(portfolio, key, group, total.sum))
  return {
    total: {
      ...wireFigures(total),
      average_nav: total.averageValue,
      days: fees.days,
      daily_ts: Array.from(days, day => ({
        date: toIsoDate(daily.firstDay + day),
        daily_fees_abs: daily.fees[day] ?? 0,
        cumulative_sum: daily.cumulative[day] ?? 0,
      })),
      flags: wireFlags([]),
    },
    group_by: sortRows(groups, '-sum', group => group.key, portfolio.view.language),
  }
}

function wireFigures({ count, sum, byType, bps, bpsAnnualized }: FeeFigures) {
  return {
    count,
    sum,
    trade_fees: byType.fees,
    account_fees: byType.fees_cash,
    trailer_fees: byType.trailer_fees,
    bps,
    bps_annual: bpsAnnualized,
  }
}

function wireGroup(portfolio: Portfolio, key: FeeGroupKey, group: FeeGroup, all: number) {
  return {
    key: group.group,
    name: groupName(portfolio, key, group.group),
    ...wireFigures(group),
    share: all === 0 ? null : group.sum / all,
    bps_own: group.ownBps,
    average_nav_own: group.ownAverage,
    flags: wireFlags([]),
  }
}

const columns = {
  key: (row: Group) => row.key,
  name: (row: Group) => row.name,
  count: (row: Group) => row.count,
  trade_fees: (row: Group) => row.trade_fees,
  account_fees: (row: Group) => row.account_fees,
  trailer_fees: (row: Group) => row.trailer_fees,
  sum: (row: Group) => row.sum,
  share: (row: Group) => row.share,
  bps: (row: Group) => row.bps,
  bps_annual: (row: Group) => row.bps_annual,
  bps_own: (row: Group) => row.bps_own,
  average_nav_own: (row: Group) => row.average_nav_own,
}

function exportGroups({ group_by: groups, basis }: ReturnType<typeof listFees>): string {
  return toCsv<Group>(describedColumns(columns, basis), groups)
}
