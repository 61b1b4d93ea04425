import type { TextKey } from '@plumbline/contract/texts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDateRange } from '../../../filter/period/period-labels.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import {
  alignBenchmark,
  type BenchmarkLine,
  benchmarkColour,
  benchmarkLineQuery,
} from '../../../portfolio/benchmark-line.ts'
import { lacksPrices, PnlPercent } from '../../../portfolio/cells.tsx'
import type { Performance } from '../../../portfolio/queries.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { ReceiptButton } from '../../../receipt/receipt-button.tsx'
import type { ChartSeries } from '../../../ui/chart/chart-series.ts'
import { dayStops } from '../../../ui/chart/chart-series.ts'
import { ChartSkeleton } from '../../../ui/chart/placeholder/chart-skeleton.tsx'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Risk, riskQuery } from '../card-queries.ts'
import { useChartPoints } from '../pnl/use-pnl.ts'
import { BenchmarkFoot } from './benchmark-foot.tsx'
import styles from './performance-card.module.css'
import { compareReturns, useDifferenceText } from './return-difference.ts'

type Span = 'year' | 'period'

interface PerformanceCardProps {
  performance: UseQueryResult<Performance>
  className?: string | undefined
}

/** Time-weighted and money-weighted return side by side, and why they differ. */
export function PerformanceCard({ performance, className }: PerformanceCardProps) {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const { body } = useFilter()
  const points = useChartPoints()
  const risk = useQuery(riskQuery(body, points))
  const { data: benchmark = null } = useQuery(benchmarkLineQuery(body, { points }))
  const [span, setSpan] = useState<Span>('year')
  const basis = performance.data?.basis
  return (
    <Card
      className={className}
      title={text('performance')}
      note={
        basis?.start_date && basis.end_date && !isPhone
          ? formatDateRange(basis.start_date, basis.end_date, text, format)
          : undefined
      }
      actions={
        <Segmented
          size="small"
          label={text('performance_span')}
          segments={[
            { value: 'year', label: text('performance_a_year') },
            { value: 'period', label: text('performance_whole') },
          ]}
          value={span}
          onChange={setSpan}
        />
      }
    >
      <QuerySection query={performance} skeleton={<ChartSkeleton height={300} />}>
        {data => (
          <>
            <Returns performance={data} span={span} />
            <div className={styles.charts}>
              <ReturnChart performance={data} benchmark={benchmark} height={isPhone ? 150 : 170} />
            </div>
          </>
        )}
      </QuerySection>
      <BenchmarkFoot benchmark={benchmark} />
      <QuerySection query={risk} skeleton={<ChartSkeleton height={100} />}>
        {data => (
          <div className={styles.charts}>
            <DrawdownChart risk={data} height={isPhone ? 96 : 104} />
          </div>
        )}
      </QuerySection>
    </Card>
  )
}

function Returns({ performance, span }: { performance: Performance; span: Span }) {
  const text = useText()
  const format = useFormat()
  const { returns, basis } = performance
  const why = useDifferenceText(performance)
  const subject = { kind: 'portfolio' } as const
  const isYear = span === 'year' && returns.twr_annual !== null
  const twr = isYear ? returns.twr_annual : returns.twr
  return (
    <dl className={styles.returns}>
      <div>
        <dt>
          {text('performance_twr')} <abbr>TWR</abbr>
        </dt>
        <dd className={styles.large}>
          <ReceiptButton subject={subject} figure="twr">
            <PnlPercent value={twr} />
          </ReceiptButton>
          {isYear && <span className={styles.unit}>{text('performance_per_year')}</span>}
        </dd>
        <dd className={styles.under}>
          {isYear && basis.start_date !== null
            ? text('performance_since', {
                value: format.percent(returns.twr),
                date: format.date(basis.start_date),
              })
            : twr === null && lacksPrices(performance.flags)
              ? text('overview_missing_all')
              : returns.twr_annual === null
                ? text('performance_below_a_year')
                : text('performance_annual', { value: format.percent(returns.twr_annual) })}
        </dd>
      </div>
      <div>
        <dt>
          {text('performance_xirr')} <abbr>XIRR</abbr>
        </dt>
        <dd className={styles.large}>
          <ReceiptButton subject={subject} figure="xirr">
            <PnlPercent value={returns.xirr} />
          </ReceiptButton>
          {returns.xirr !== null && <span className={styles.unit}>{text('performance_per_year')}</span>}
        </dd>
        <dd className={styles.under}>
          {returns.xirr === null
            ? text(explainNoXirr(performance))
            : text('performance_flows', { count: returns.flows_count })}
        </dd>
      </div>
      <div className={styles.why}>
        <dt className="visually-hidden">{text('performance_xirr')}</dt>
        <dd>{why}</dd>
      </div>
    </dl>
  )
}

/** Why there is no money-weighted return. */
function explainNoXirr(performance: Performance): TextKey {
  const difference = compareReturns(performance)
  if (difference === 'missing') return 'overview_missing_all'
  return difference === 'short' ? 'performance_no_xirr' : 'performance_xirr_unsolved'
}

interface ReturnChartProps {
  performance: Performance
  benchmark: BenchmarkLine | null
  height: number
}

function ReturnChart({ performance, benchmark, height }: ReturnChartProps) {
  const text = useText()
  const daily = performance.daily_pnl
  const stops = useMemo(() => dayStops(daily), [daily])
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'twr',
        label: text('performance_twr'),
        values: daily.map(day => day.pnl_rel_total),
        colour: 'var(--series)',
      },
      ...(benchmark?.benchmark
        ? [
            {
              key: 'benchmark',
              label: benchmark.benchmark.name,
              values: alignBenchmark(benchmark, daily),
              colour: benchmarkColour,
            },
          ]
        : []),
    ],
    [daily, benchmark, text],
  )
  // The opening is 0 even when every later day is missing.
  if (stops.length === 0 || series[0]?.values.slice(1).every(value => value === null)) return null
  return (
    <TimeChart kind="lines" label={text('performance_chart')} unit="percent" {...{ stops, series, height }} />
  )
}

/** The drawdown from the last high, on the same days as the chart above. */
function DrawdownChart({ risk, height }: { risk: Risk; height: number }) {
  const text = useText()
  const format = useFormat()
  const daily = risk.daily_drawdown
  const stops = useMemo(() => dayStops(daily), [daily])
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'drawdown',
        label: text('risk_below_high'),
        values: daily.map(({ drawdown }) => (drawdown === null ? null : -Math.abs(drawdown))),
        colour: 'var(--bar-neg)',
      },
    ],
    [daily, text],
  )
  if (stops.length === 0) return null
  const { depth } = risk.max_drawdown
  return (
    <>
      <p className={styles.below}>
        {text('risk_below_high')}
        {depth !== null && (
          <b>{text('risk_deepest', { depth: format.percent(-Math.abs(depth), { sign: 'minus' }) })}</b>
        )}
      </p>
      <TimeChart kind="lines" label={text('risk_below_high')} unit="percent" {...{ stops, series, height }} />
    </>
  )
}
