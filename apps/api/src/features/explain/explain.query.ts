import { contract } from '@plumbline/contract'
import {
  currencyMovers,
  type QueryResult as EngineResult,
  type Explanation,
  explainMove,
  type GroupMove,
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
import { wireParts } from '../../figures/move-parts.ts'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { positionName, type SubjectScope, subjectScope } from '../../figures/subject.ts'
import { toCsv } from '../../platform/http/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, type QueryScope, queryEngine, wireFlags } from '../../queries/query-scope.ts'

type Explain = typeof contract.explain.move
type Body = EndpointCall<Explain>['body']
type Row = ReturnType<typeof wireRow>

/** The effects that explain the P/L of a scope: price, currency, income, fees, taxes and trading. They add up exactly. */
export const explainMoveQuery = defineEndpointQuery<Explain, OwnStrategy[]>(
  contract.explain.move,
  (portfolio, { body }, strategies) => {
    const explained = explainScope(portfolio, body, strategies)
    const { explanation, whole, rows, scope } = explained
    return {
      data: {
        trading_days: countWeekdays(whole),
        opening_value: explanation.start,
        closing_value: explanation.end,
        flows: explanation.flows,
        pnl_abs_total: explanation.pnl,
        pnl_rel_total: relativePnl(portfolio, explained.subject, whole),
        parts: wireParts(explanation.parts),
        residual: explanation.residual,
        rows,
        unmoved_count: explanation.unmoved,
        daily: wireDaily(whole),
        basis: describeBasis(portfolio, scope),
        flags: wireFlags(whole.performance.flags),
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
  const contributions = positionContributions(whole)
  return explanation.rows.map(move => {
    const contribution =
      subject.position === null
        ? (contributions?.[move.position] ?? null)
        : relativePnl(portfolio, subject, whole)
    const row = positionRow(snapshot, whole.views, move.position, whole.period)
    return wireRow({
      key: row.key,
      name: positionName(portfolio, move.position),
      position: row.key,
      isCash: move.isCash,
      moveRel: move.priceChange,
      move,
      contribution,
      flags: wireFlags(row.flags),
    })
  })
}

function wireGroupRows(
  portfolio: Portfolio,
  split: Exclude<Body['split_by'], 'position'>,
  whole: EngineResult,
  groups: readonly GroupMove[],
) {
  const movers = split === 'currency' ? currencyMovers(whole) : []
  return groups.map(group =>
    wireRow({
      key: group.group,
      name: split === 'week' ? group.group : groupName(portfolio, split, group.group),
      position: null,
      isCash: split === 'instrument_type' && group.group === 'cash',
      moveRel: movers.find(({ currency }) => currency === group.group)?.rateChange ?? null,
      move: group,
      contribution: group.contribution,
      flags: [],
    }),
  )
}

interface RowFacts {
  key: string
  name: string
  position: string | null
  isCash: boolean
  moveRel: number | null
  move: Pick<GroupMove, 'parts' | 'flows' | 'pnl'>
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
    parts: wireParts(move.parts),
    flows: move.flows,
    pnl_abs_total: move.pnl,
    contribution,
    flags,
  }
}

/** The return that lists show: over its capital base for one position, time-weighted for everything else. */
function relativePnl(portfolio: Portfolio, { position }: SubjectScope, whole: EngineResult): number | null {
  if (position === null) return whole.performance.pnl.rel.total
  return positionRow(portfolio.snapshot, whole.views, position, whole.period).calculated.pnlRel.total
}

function countWeekdays({ period }: EngineResult): number {
  let count = 0
  for (let day = period.from; day <= period.to; day += 1) if (!isWeekend(day)) count += 1
  return count
}

function wireDaily({ performance: { dailyPnl }, period }: EngineResult) {
  const days: { date: string; pnl_abs_total: number }[] = []
  for (let day = period.from; day <= period.to; day += 1) {
    const pnl = dailyPnl.pnl.total[day - dailyPnl.firstDay] ?? 0
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
