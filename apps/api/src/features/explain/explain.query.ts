import { contract } from '@plumbline/contract'
import {
  currencyMovers,
  type QueryResult as EngineResult,
  type Explanation,
  explainMove,
  findGapDays,
  findGaps,
  type GroupMove,
  isoWeekday,
  isScopePnlUnknown,
  isWeekend,
  movesByGroup,
  movesByWeek,
  parseDay,
  positionContributions,
  positionRow,
  toIsoDate,
} from '@plumbline/engine'
import { describedColumns } from '../../figures/export-columns.ts'
import { groupName } from '../../figures/group-names.ts'
import { noParts, wireParts } from '../../figures/move-parts.ts'
import { pnlOfScope } from '../../figures/position-rows.ts'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { positionName, type SubjectScope, subjectScope } from '../../figures/subject.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  type QueryScope,
  queryEngine,
  readPerformance,
  wireFlags,
} from '../../queries/query-scope.ts'

type Explain = typeof contract.explain.move
type Body = EndpointCall<Explain>['body']
type Row = ReturnType<typeof wireRow>

/** The effects that explain the P/L of a scope: price, currency, income, fees, taxes and trading. They add up exactly. */
export const explainMoveQuery = defineEndpointQuery<Explain, OwnStrategy[]>(
  contract.explain.move,
  (portfolio, { body }, strategies) => {
    const explained = explainScope(portfolio, body, strategies)
    const { explanation, whole, rows, scope } = explained
    const known = readPerformance(whole)
    const isKnown = known.pnl.abs.total !== null
    return {
      data: {
        trading_days: countWeekdays(whole),
        opening_value: known.opening.total,
        closing_value: known.balance.total,
        flows: known.cashFlow.net,
        pnl_abs_total: known.pnl.abs.total,
        ...relativePnl(portfolio, explained.subject, whole),
        parts: isKnown ? wireParts(explanation.parts) : noParts,
        residual: isKnown ? explanation.residual : null,
        rows,
        unmoved_count: explanation.unmoved,
        daily: wireDaily(whole),
        basis: describeBasis(portfolio, scope),
        flags: wireFlags(known.flags),
      },
    }
  },
  (portfolio, { body }, strategies) => {
    const { rows, scope } = explainScope(portfolio, body, strategies)
    return toCsv<Row>(describedColumns(columns, describeBasis(portfolio, scope)), rows)
  },
)

function explainScope(portfolio: Portfolio, body: Body, strategies: readonly OwnStrategy[]) {
  const subject = subjectScope(portfolio, body, body.subject, strategies)
  const scope = { ...subject.scope, period: clampPeriod(portfolio, subject.scope, body) }
  const whole = queryEngine(portfolio, scope)
  const explanation = explainMove(whole)
  const rows =
    body.split_by === 'position'
      ? wirePositionRows(portfolio, subject, whole, explanation)
      : wireGroupRows(
          portfolio,
          scope,
          body.split_by,
          whole,
          splitIntoGroups(scope, whole, explanation, body.split_by),
        )
  return { subject, scope, whole, explanation, rows }
}

/** The requested days from the first transaction to the last close. */
function clampPeriod({ view }: Portfolio, { firstTransaction }: QueryScope, body: Body) {
  const to = Math.min(parseDay(body.end_date), view.asOf)
  return { from: Math.max(parseDay(body.start_date), firstTransaction ?? to + 1), to }
}

function splitIntoGroups(
  { mask, filter, period }: QueryScope,
  whole: EngineResult,
  explanation: Explanation,
  split: Exclude<Body['split_by'], 'position'>,
): GroupMove[] {
  if (split !== 'week') return movesByGroup(whole, explanation, split)
  return movesByWeek(whole, { mask, filter, period }, toIsoDate)
}

function wirePositionRows(
  portfolio: Portfolio,
  subject: SubjectScope,
  whole: EngineResult,
  explanation: Explanation,
) {
  const { snapshot } = portfolio
  // Contributions are parts of the return of the scope.
  const hasReturn = readPerformance(whole).pnl.rel.total !== null
  const contributions = hasReturn ? positionContributions(whole) : null
  return explanation.rows.map(move => {
    const contribution =
      subject.position === null
        ? (contributions?.[move.position] ?? null)
        : relativePnl(portfolio, subject, whole).twr
    const row = positionRow(snapshot, whole.views, move.position, whole.period)
    return wireRow({
      key: row.key,
      name: positionName(portfolio, move.position),
      position: row.key,
      isCash: move.isCash,
      moveRel: move.priceChange,
      move: row.calculated.pnlAbs.total === null ? null : move,
      contribution,
      flags: wireFlags(row.flags),
    })
  })
}

/** Whether the P/L of a group or week depends on a missing price or rate. */
function findUnknownGroups(
  portfolio: Portfolio,
  scope: QueryScope,
  split: Exclude<Body['split_by'], 'position'>,
  whole: EngineResult,
): (group: string) => boolean {
  if (split === 'week')
    return group => {
      const from = Math.max(parseDay(group), whole.period.from)
      return isScopePnlUnknown(whole, { from, to: Math.min(from + 7 - isoWeekday(from), whole.period.to) })
    }
  const grouped = queryEngine(portfolio, scope, { groupBy: split })
  const gaps = findGaps(grouped).groups
  return group => gaps[grouped.scope.groups.indexOf(group)]?.isPnlUnknown ?? false
}

function wireGroupRows(
  portfolio: Portfolio,
  scope: QueryScope,
  split: Exclude<Body['split_by'], 'position'>,
  whole: EngineResult,
  groups: readonly GroupMove[],
) {
  const movers = split === 'currency' ? currencyMovers(whole) : []
  const hasReturn = readPerformance(whole).pnl.rel.total !== null
  const isUnknown = findUnknownGroups(portfolio, scope, split, whole)
  return groups.map(group =>
    wireRow({
      key: group.group,
      name: split === 'week' ? group.group : groupName(portfolio, split, group.group),
      position: null,
      isCash: split === 'instrument_type' && group.group === 'cash',
      moveRel: movers.find(({ currency }) => currency === group.group)?.rateChange ?? null,
      move: isUnknown(group.group) ? null : group,
      contribution: hasReturn ? group.contribution : null,
      flags: wireFlags(isUnknown(group.group) ? ['no_rate'] : []),
    }),
  )
}

interface RowFacts {
  key: string
  name: string
  position: string | null
  isCash: boolean
  moveRel: number | null
  /** Null when a transaction has no rate. */
  move: Pick<GroupMove, 'parts' | 'flows' | 'pnl'> | null
  contribution: number | null
  flags: ReturnType<typeof wireFlags>
}

function wireRow({ key, name, position, isCash, moveRel, move, contribution, flags }: RowFacts) {
  return {
    key,
    name,
    position_id: position,
    is_cash: isCash,
    move_rel: moveRel,
    parts: move === null ? noParts : wireParts(move.parts),
    flows: move?.flows ?? null,
    pnl_abs_total: move?.pnl ?? null,
    contribution,
    flags,
  }
}

/** The P/L as a share of its capital. A position has no time-weighted return of its own; lists show its share instead. */
function relativePnl({ snapshot }: Portfolio, { position }: SubjectScope, whole: EngineResult) {
  if (position === null) {
    const { pnl_rel_total, capital_base, twr } = pnlOfScope(whole)
    return { pnl_rel_total, capital_base, twr }
  }
  const { pnlRel, capitalBase } = positionRow(snapshot, whole.views, position, whole.period).calculated
  return { pnl_rel_total: pnlRel.total, capital_base: capitalBase, twr: pnlRel.total }
}

function countWeekdays({ period }: EngineResult): number {
  let count = 0
  for (let day = period.from; day <= period.to; day += 1) if (!isWeekend(day)) count += 1
  return count
}

function wireDaily(whole: EngineResult) {
  const { performance, period } = whole
  const { dailyPnl } = performance
  const gaps = findGapDays(whole)
  const days: { date: string; pnl_abs_total: number | null }[] = []
  for (let day = period.from; day <= period.to; day += 1) {
    const place = day - dailyPnl.firstDay
    const pnl = gaps?.dayPnl[place] === 1 ? null : (dailyPnl.pnl.total[place] ?? 0)
    if (!isWeekend(day) || pnl !== 0) days.push({ date: toIsoDate(day), pnl_abs_total: pnl })
  }
  return days
}

const columns = {
  key: (row: Row) => row.key,
  name: (row: Row) => row.name,
  position_id: (row: Row) => row.position_id,
  is_cash: (row: Row) => row.is_cash,
  move_rel: (row: Row) => row.move_rel,
  price: (row: Row) => row.parts.price,
  currency: (row: Row) => row.parts.currency,
  income: (row: Row) => row.parts.income,
  fees: (row: Row) => row.parts.fees,
  taxes: (row: Row) => row.parts.taxes,
  trading: (row: Row) => row.parts.trading,
  pnl_abs_total: (row: Row) => row.pnl_abs_total,
  contribution: (row: Row) => row.contribution,
  flows: (row: Row) => row.flows,
}
