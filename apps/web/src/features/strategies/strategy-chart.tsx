import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { usePrivacy } from '../../lib/browser/privacy.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { usePointsText } from '../../lib/format/use-points-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { alignBenchmark, benchmarkColour, benchmarkLineQuery } from '../../portfolio/benchmark-line.ts'
import type { ChartSeries } from '../../ui/chart/chart-series.ts'
import { dayStops } from '../../ui/chart/chart-series.ts'
import { ChartEmpty } from '../../ui/chart/placeholder/chart-empty.tsx'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import styles from './strategies.module.css'
import type { StrategyDetail } from './use-strategies.ts'

/** Profit and loss of the strategy by day, or its return beside its benchmark. */
export function StrategyChart({ detail }: { detail: StrategyDetail }) {
  const text = useText()
  const isPrivate = usePrivacy()
  const isPhone = useIsPhone()
  const [unit, setUnit] = useState<'abs' | 'rel'>('abs')
  const isRelative = isPrivate || unit === 'rel'
  const { body } = useFilter()
  const { data: benchmark } = useQuery(benchmarkLineQuery(body, { strategy: detail.strategy_id }))
  const { daily_pnl: daily } = detail
  const stops = useMemo(() => dayStops(daily), [daily])
  const series = useMemo((): ChartSeries[] => {
    const own: ChartSeries = {
      key: 'total',
      label: text(isRelative ? 'strategy_twr' : 'strategy_pnl'),
      values: daily.map(day => (isRelative ? day.twr : day.pnl_abs_total)),
      colour: 'var(--series)',
    }
    if (!isRelative || !benchmark?.benchmark) return [own]
    const { name } = benchmark.benchmark
    const line = alignBenchmark(benchmark, daily)
    return [own, { key: 'benchmark', label: name, values: line, colour: benchmarkColour }]
  }, [daily, isRelative, benchmark, text])
  const height = isPhone ? 220 : 300
  return (
    <div className={styles.chart}>
      <div className={styles.chartBar}>
        <h3 className={styles.heading}>
          {text('strategy_chart')}{' '}
          <span>{text('strategy_chart_note', { currency: isRelative ? '%' : detail.basis.currency })}</span>
        </h3>
        <BenchmarkLink strategy={detail.strategy_id} difference={benchmark?.total.difference ?? null} />
        {!isPrivate && (
          <Segmented
            size="small"
            label={text('pnl_relativity')}
            segments={[
              { value: 'abs', label: detail.basis.currency },
              { value: 'rel', label: '%' },
            ]}
            value={unit}
            onChange={setUnit}
          />
        )}
      </div>
      {stops.length < 2 ? (
        <ChartEmpty height={height} title={text('pnl_none')}>
          {text('pnl_none_note')}
        </ChartEmpty>
      ) : (
        <TimeChart
          kind="lines"
          label={text('strategy_chart')}
          unit={isRelative ? 'percent' : 'amount'}
          {...{ stops, series, height }}
        />
      )}
    </div>
  )
}

/** A way to the benchmark of the strategy, with the difference if it has one. */
function BenchmarkLink({ strategy, difference }: { strategy: string; difference: number | null }) {
  const text = useText()
  const points = usePointsText()
  return (
    <span className={styles.toBenchmark}>
      <Link to="/benchmark" search={{ strategy }}>
        {text('benchmark')}
      </Link>{' '}
      {difference !== null && points(difference)}
    </span>
  )
}
