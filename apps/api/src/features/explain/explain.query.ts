import { contract } from '@plumbline/contract'
import {
  currencyMovers,
  dayOf,
  type QueryResult as EngineResult,
  type Explanation,
  explainMove,
  type GroupMove,
  isoOf,
  isWeekend,
  movesByGroup,
  movesByWeek,
  positionContributions,
  positionRowOf,
} from '@plumbline/engine'
import { groupName } from '../../figures/group-names.ts'
import { wireParts } from '../../figures/move-parts.ts'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { positionName, type SubjectScope, subjectScope } from '../../figures/subject.ts'
import { csvOf } from '../../platform/http/csv.ts'
import { type Asked, answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, type QueryScope, queryEngine, wireFlags } from '../../queries/query-scope.ts'

type Explain = typeof contract.explain.move
type Body = Asked<Explain>['body']
type Row = ReturnType<typeof rowOf>

/** What moved a scope: price, currency, income, fees, taxes and trading of everything in it, adding up exactly. */
export const explainMoveAnswer = answer<Explain, OwnStrategy[]>(
  contract.explain.move,
  (portfolio, { body }, strategies) => {
    const told = explained(portfolio, body, strategies)
    const { explanation, whole, rows, parts, scope } = told
    return {
      data: {
        trading_days: weekdaysIn(whole),
        opening_value: explanation.start,
        closing_value: explanation.end,
        flows: explanation.flows,
        pnl_abs_total: explanation.pnl,
        pnl_rel_total: relativeOf(portfolio, told.subject, whole),
        parts: wireParts(parts),
        residual: explanation.residual,
        rows,
        unmoved_count: explanation.unmoved,
        daily: dailyOf(whole),
        basis: basisOf(portfolio, scope),
        flags: wireFlags(whole.performance.flags),
      },
    }
  },
  (portfolio, { body }, strategies) => csvOf<Row>(columns, explained(portfolio, body, strategies).rows),
)

function explained(portfolio: Portfolio, body: Body, strategies: readonly OwnStrategy[]) {
  const subject = subjectScope(portfolio, body, body.subject, strategies)
  const scope = { ...subject.scope, period: explainedDays(portfolio, subject.scope, body) }
  const whole = queryEngine(portfolio, scope)
  const explanation = explainMove(whole)
  if (body.split_by === 'position')
    return {
      subject,
      scope,
      whole,
      explanation,
      parts: explanation.parts,
      rows: positionRowsOf(portfolio, subject, whole, explanation),
    }
  const groups = groupsOf(portfolio, scope, whole, explanation, body.split_by)
  return {
    subject,
    scope,
    whole,
    explanation,
    parts: body.split_by === 'week' ? sumOfWeeks(groups) : explanation.parts,
    rows: groups.map(group => groupRow(portfolio, body.split_by, whole, group)),
  }
}

/** Days after the last close have no figures; before the first transaction nothing moved. */
function explainedDays({ view }: Portfolio, { firstTransaction }: QueryScope, body: Body) {
  const to = Math.min(dayOf(body.end_date), view.asOf)
  return { from: Math.max(dayOf(body.start_date), firstTransaction ?? to + 1), to }
}

function groupsOf(
  portfolio: Portfolio,
  { mask, filter, period }: QueryScope,
  whole: EngineResult,
  explanation: Explanation,
  split: Exclude<Body['split_by'], 'position'>,
): GroupMove[] {
  if (split !== 'week') return movesByGroup(whole, explanation, split)
  const question = { mask, filter, period }
  return movesByWeek(portfolio.snapshot, whole.views, question, whole, isoOf)
}

/** Each week is explained from its own opening: what stands below them is what they come to. */
function sumOfWeeks(weeks: readonly GroupMove[]): Explanation['parts'] {
  const sum = (part: keyof Explanation['parts']) => weeks.reduce((total, week) => total + week.parts[part], 0)
  return {
    price: sum('price'),
    trading: sum('trading'),
    currency: sum('currency'),
    accrued: sum('accrued'),
    income: sum('income'),
    fees: sum('fees'),
    taxes: sum('taxes'),
  }
}

function positionRowsOf(
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
        : relativeOf(portfolio, subject, whole)
    const row = positionRowOf(snapshot, whole.views, move.position, whole.period)
    return rowOf({
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

function groupRow(
  portfolio: Portfolio,
  split: Exclude<Body['split_by'], 'position'> | 'position',
  whole: EngineResult,
  group: GroupMove,
) {
  const isNamed = split !== 'week' && split !== 'position'
  const mover = currencyMovers(whole).find(({ currency }) => currency === group.group)
  return rowOf({
    key: group.group,
    name: isNamed ? groupName(portfolio, split, group.group) : group.group,
    position: null,
    isCash: split === 'instrument_type' && group.group === 'cash',
    moveRel: split === 'currency' ? (mover?.rateChange ?? null) : null,
    move: group,
    contribution: group.contribution,
    flags: [],
  })
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

function rowOf({ key, name, position, isCash, moveRel, move, contribution, flags }: RowFacts) {
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

/** The return that lists show: of one position over its capital base, of everything else time-weighted. */
function relativeOf(portfolio: Portfolio, { position }: SubjectScope, whole: EngineResult): number | null {
  if (position === null) return whole.performance.pnl.rel.total
  return positionRowOf(portfolio.snapshot, whole.views, position, whole.period).calculated.pnlRel.total
}

function weekdaysIn({ period }: EngineResult): number {
  let count = 0
  for (let day = period.from; day <= period.to; day += 1) if (!isWeekend(day)) count += 1
  return count
}

function dailyOf({ performance: { dailyPnl }, period }: EngineResult) {
  const days: { date: string; pnl_abs_total: number }[] = []
  for (let day = period.from; day <= period.to; day += 1) {
    const pnl = dailyPnl.pnl.total[day - dailyPnl.firstDay] ?? 0
    if (!isWeekend(day) || pnl !== 0) days.push({ date: isoOf(day), pnl_abs_total: pnl })
  }
  return days
}

const columns = {
  key: (row: Row) => row.key,
  name: (row: Row) => row.name,
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
