import { contract, type FeeGroupKey, type Flag as WireFlag } from '@plumbline/contract'
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
  knownFees,
  toIsoDate,
  weightIn,
} from '@plumbline/engine'
import { describedColumns } from '../../figures/export-columns.ts'
import { groupName } from '../../figures/group-names.ts'
import { sortRows } from '../../figures/order.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, queryEngine, readScope, weightFlags, wireFlags } from '../../queries/query-scope.ts'

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
    const bps = average === null || figures.leftOut > 0 ? null : feesBps(figures.sum, average)
    return { ...figures, averageValue: average, bps, bpsAnnualized: annualizedBps(bps, whole.days) }
  }
  return { ...part, days: whole.days, total: measured(part.total), groups: part.groups.map(measured) }
}

function wireFees(portfolio: Portfolio, fees: FeesResult, key: FeeGroupKey, points: number | undefined) {
  const { daily, total } = fees
  const days = decimate(daily.cumulative, points ?? Number.POSITIVE_INFINITY)
  const firstLeftOut = daily.leftOut.indexOf(1)
  const groups = fees.groups
    .filter(group => group.count > 0 || group.leftOut > 0)
    .map(group => wireGroup(portfolio, key, group, knownFees(total)))
  return {
    total: {
      ...wireFigures(total),
      average_nav: total.averageValue,
      days: fees.days,
      daily_ts: Array.from(days, day => ({
        date: toIsoDate(daily.firstDay + day),
        daily_fees_abs: daily.leftOut[day] === 1 && !daily.fees[day] ? null : (daily.fees[day] ?? 0),
        cumulative_sum:
          firstLeftOut >= 0 && day >= firstLeftOut && !daily.cumulative[day]
            ? null
            : (daily.cumulative[day] ?? 0),
      })),
      flags: feeFlags(total),
    },
    group_by: sortRows(groups, '-sum', group => group.key, portfolio.view.language),
  }
}

/** Without a rate for any fee the sum is unknown; without one for some of them it is partial. */
function wireFigures(figures: FeeFigures) {
  const { count, byType, bps, bpsAnnualized, leftOut } = figures
  const known = (sum: number) => (leftOut > 0 && sum === 0 ? null : sum)
  return {
    count: count + leftOut,
    sum: knownFees(figures),
    trade_fees: known(byType.fees),
    account_fees: known(byType.fees_cash),
    trailer_fees: known(byType.trailer_fees),
    bps,
    bps_annual: bpsAnnualized,
  }
}

function feeFlags(figures: FeeFigures): WireFlag[] {
  if (figures.leftOut === 0) return []
  return wireFlags(knownFees(figures) === null ? ['no_rate'] : ['no_rate', 'partial'])
}

function wireGroup(portfolio: Portfolio, key: FeeGroupKey, group: FeeGroup, all: number | null) {
  const sum = knownFees(group)
  return {
    key: group.group,
    name: groupName(portfolio, key, group.group),
    ...wireFigures(group),
    share: weightIn(all, sum),
    bps_own: group.ownBps,
    average_nav_own: group.ownAverage,
    flags: [...feeFlags(group), ...weightFlags(all, { share: sum })],
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
