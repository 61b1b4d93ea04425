import { contract, type GroupKey } from '@plumbline/contract'
import { type GroupRow, groupRows, positionRows } from '@plumbline/engine'
import { AppError } from '../../http/app-error.ts'
import { csvOf } from '../../http/csv.ts'
import { type Asked, answer, type Portfolio } from '../../portfolio/answer.ts'
import { groupName } from '../../portfolio/group-names.ts'
import { inOrder } from '../../portfolio/order.ts'
import { pnlFields } from '../../portfolio/position-rows.ts'
import { askEngine, askingOf, basisOf, wireFlags } from '../../portfolio/question.ts'

type Grouped = typeof contract.grouped.list
type EngineAnswer = ReturnType<typeof askEngine>
type Group = ReturnType<typeof listed>['rows'][number]

/** The portfolio in groups, cash included: groups add up to it. */
export const groupedAnswer = answer<Grouped>(
  contract.grouped.list,
  (portfolio, asked) => {
    const { rows, whole, asking } = listed(portfolio, asked)
    const sum = (
      field: 'value' | 'exposure' | 'fees' | 'taxes' | 'dividends' | 'interest' | 'other_income',
    ) => rows.reduce((total, row) => total + (row[field] ?? 0), 0)
    const { abs, rel } = whole.performance.pnl
    return {
      data: rows,
      count: rows.length,
      total: {
        value: sum('value'),
        exposure: sum('exposure'),
        weight: whole.performance.balance.total === 0 ? null : 1,
        cost: null,
        proceeds: null,
        ...pnlFields(abs, rel),
        fees: sum('fees'),
        taxes: sum('taxes'),
        dividends: sum('dividends'),
        interest: sum('interest'),
        other_income: sum('other_income'),
        flags: wireFlags(whole.performance.flags),
      },
      is_overlapping: false,
      basis: basisOf(portfolio, asking),
    }
  },
  (portfolio, asked) => csvOf<Group>(columns, listed(portfolio, asked).rows),
)

function listed(portfolio: Portfolio, { query, body }: Asked<Grouped>) {
  const asking = askingOf(portfolio, body)
  const { group_by: key } = query
  if (key === 'strategy') throw new AppError('not_built')
  const whole = askEngine(portfolio, asking, { groupBy: key })
  const income = incomeByGroup(portfolio, whole)
  const rows = groupRows(whole, 'value').map(row => wireGroup(portfolio, key, row, whole, income))
  return { rows: inOrder(rows, query.order_by, row => row.key, portfolio.view.language), whole, asking }
}

function wireGroup(
  portfolio: Portfolio,
  key: Exclude<GroupKey, 'strategy'>,
  row: GroupRow,
  whole: EngineAnswer,
  income: Map<string, Income>,
) {
  const nav = whole.performance.balance.total
  const none = { total: null, realized: null, unrealized: null }
  return {
    key: row.group,
    name: groupName(portfolio, key, row.group),
    count: row.positions,
    value: row.value,
    exposure: row.exposure,
    weight: nav === 0 ? null : row.value / nav,
    exposure_weight: nav === 0 ? null : row.exposure / nav,
    contribution: row.contribution.total,
    ...pnlFields(row.pnl, row.twr),
    ...(income.get(row.group) ?? noIncome()),
    open: pnlFields(row.open, none),
    closed: pnlFields(row.closed, none),
    flags: wireFlags(row.flags),
  }
}

type Income = ReturnType<typeof noIncome>

function noIncome() {
  return { fees: 0, taxes: 0, dividends: 0, interest: 0, other_income: 0 }
}

/** What each group's positions brought and cost. */
function incomeByGroup({ book }: Portfolio, whole: EngineAnswer): Map<string, Income> {
  const { scope, lenses, period } = whole
  const sums = new Map<string, Income>()
  const isIn = (position: number) => whole.isIn[position] === 1
  for (const list of ['open', 'closed', 'cash'] as const)
    for (const row of positionRows(book, lenses, isIn, period, list)) {
      const group = scope.groups[scope.groupOf[row.index] ?? -1]
      if (group === undefined) continue
      const sum = sums.get(group) ?? noIncome()
      sums.set(group, sum)
      sum.fees += row.calculated.fees
      sum.taxes += row.calculated.taxes
      sum.dividends += row.calculated.dividends
      sum.interest += row.calculated.interest
      sum.other_income += row.calculated.otherIncome
    }
  return sums
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
