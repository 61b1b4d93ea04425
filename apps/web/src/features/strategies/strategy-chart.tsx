import { parseDay } from '@plumbline/charts'
import { useMemo } from 'react'
import { usePrivacy } from '../../lib/browser/privacy.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { ChartEmpty } from '../../ui/chart/chart-empty.tsx'
import type { ChartSeries } from '../../ui/chart/chart-series.ts'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import styles from './strategies.module.css'
import type { StrategyDetail } from './use-strategies.ts'

/** Profit and loss of the strategy by day, in percent when amounts are hidden. */
export function StrategyChart({ detail }: { detail: StrategyDetail }) {
  const text = useText()
  const isPrivate = usePrivacy()
  const isPhone = useIsPhone()
  const { daily_pnl: daily } = detail
  const stops = useMemo(
    () => daily.map(({ date }) => ({ from: parseDay(date), to: parseDay(date) })),
    [daily],
  )
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'total',
        label: text('strategy_pnl'),
        values: daily.map(day => (isPrivate ? day.pnl_rel_total : day.pnl_abs_total)),
        colour: 'var(--series)',
      },
    ],
    [daily, isPrivate, text],
  )
  const height = isPhone ? 220 : 300
  return (
    <div className={styles.chart}>
      {stops.length < 2 ? (
        <ChartEmpty height={height} title={text('pnl_none')}>
          {text('pnl_none_note')}
        </ChartEmpty>
      ) : (
        <TimeChart
          kind="lines"
          label={text('strategy_chart')}
          unit={isPrivate ? 'percent' : 'amount'}
          {...{ stops, series, height }}
        />
      )}
    </div>
  )
}
