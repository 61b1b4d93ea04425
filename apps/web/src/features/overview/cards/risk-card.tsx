import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDateRange } from '../../../filter/period/period-labels.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { lacksPrices } from '../../../portfolio/cells.tsx'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { Missing, Percent as PercentFigure } from '../../../ui/display/figure.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { type Month, type Risk, riskQuery } from '../card-queries.ts'
import { useChartPoints } from '../pnl/use-pnl.ts'
import { useMonthName } from './months/month-name.ts'
import styles from './risk-card.module.css'

/** Volatility, risk-adjusted returns and drawdowns. */
export function RiskCard({ className }: { className?: string | undefined }) {
  const text = useText()
  const { body } = useFilter()
  const query = useQuery(riskQuery(body, useChartPoints()))
  return (
    <Card className={className} title={text('risk')} note={text('risk_note')}>
      <QuerySection query={query} skeleton={<SkeletonRows rows={8} rowHeight={44} />}>
        {risk =>
          risk.volatility === null && risk.max_drawdown.depth === null ? (
            <RiskMissing isPriceMissing={lacksPrices(risk.flags)} />
          ) : (
            <RiskList risk={risk} />
          )
        }
      </QuerySection>
    </Card>
  )
}

/** Why there are no figures: a price or rate is missing, or the period is too short. */
function RiskMissing({ isPriceMissing }: { isPriceMissing: boolean }) {
  const text = useText()
  return isPriceMissing ? (
    <EmptyState icon="alert" title={text('overview_missing_all')}>
      {text('overview_amount_missing')}
    </EmptyState>
  ) : (
    <EmptyState icon="clock" title={text('risk_too_short')}>
      {text('risk_too_short_note')}
    </EmptyState>
  )
}

interface Line {
  key: string
  label: string
  note: string
  value: ReactNode
}

function RiskList({ risk }: { risk: Risk }) {
  const lines = useLines(risk)
  return (
    <dl className={styles.list}>
      {lines.map(({ key, label, note, value }) => (
        <div key={key} className={styles.line}>
          <dt>
            {label}
            <span className={styles.note}>{note}</span>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function useLines(risk: Risk): Line[] {
  const text = useText()
  const format = useFormat()
  const monthName = useMonthName()
  const percent = (value: number | null) => format.percent(value, { sign: 'minus' })
  const yearly = (note: string) => (risk.is_annual ? note : text('risk_after_one_year'))
  const { max_drawdown: deepest, current_drawdown: now } = risk
  const days = (from: string | null, to: string | null) =>
    from === null || to === null ? '' : formatDateRange(from, to, text, format)
  const month = (key: 'best' | 'worst', value: Month | null): Line => ({
    key,
    label: text(`risk_${key}_month`),
    note: value === null || value.month === null ? '' : monthName(value.year, value.month),
    value: value === null ? <Missing /> : <PercentFigure value={value.twr} hasShape={false} />,
  })
  return [
    {
      key: 'volatility',
      label: text('risk_volatility'),
      note: yearly(text('risk_volatility_note', { count: format.count(risk.observations) })),
      value: percent(risk.volatility),
    },
    {
      key: 'sharpe',
      label: text('risk_sharpe'),
      note: yearly(text('risk_sharpe_note', { rate: percent(risk.risk_free_rate) })),
      value: format.number(risk.sharpe),
    },
    {
      key: 'sortino',
      label: text('risk_sortino'),
      note: yearly(text('risk_sortino_note')),
      value: format.number(risk.sortino),
    },
    {
      key: 'var',
      label: text('risk_value_at_risk'),
      note: text('risk_value_at_risk_note'),
      value: percent(risk.value_at_risk),
    },
    {
      key: 'drawdown',
      label: text('risk_drawdown'),
      note: days(deepest.from, deepest.to),
      value: <PercentFigure value={negative(deepest.depth)} hasShape={false} />,
    },
    {
      key: 'recovered',
      label: text('risk_recovered'),
      note: deepest.recovered_on === null && deepest.depth ? text('risk_not_recovered') : '',
      value: deepest.recovered_on === null ? <Missing /> : format.date(deepest.recovered_on),
    },
    {
      key: 'now',
      label: text('risk_now'),
      note:
        now.from === null ? text('risk_at_high') : text('risk_last_high', { date: format.date(now.from) }),
      value: <PercentFigure value={negative(now.depth)} hasShape={false} />,
    },
    month('best', risk.best_month),
    month('worst', risk.worst_month),
    {
      key: 'months',
      label: text('risk_months_up'),
      note: risk.months_count === 0 ? '' : percent(risk.months_up / risk.months_count),
      value: text('risk_months_of', { up: risk.months_up, count: risk.months_count }),
    },
  ]
}

/** Drawdowns show as negative numbers. */
function negative(depth: number | null): number | null {
  return depth === null ? null : -Math.abs(depth)
}
