import { useMemo } from 'react'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSplitMarkers } from '../../portfolio/price-units.tsx'
import type { ChartSeries } from '../../ui/chart/chart-series.ts'
import { dayStops } from '../../ui/chart/chart-series.ts'
import { ChartEmpty } from '../../ui/chart/placeholder/chart-empty.tsx'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { targetColours } from './target-colours.ts'
import { formatTarget } from './target-label.ts'
import type { PriceHistory, WatchedTicker } from './use-watchlist.ts'
import styles from './watchlist.module.css'

interface PriceChartProps {
  watched: WatchedTicker
  history: PriceHistory
}

/** Closing prices, with a dashed line at each target. */
export function PriceChart({ watched, history: { prices, splits } }: PriceChartProps) {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const stops = useMemo(() => dayStops(prices), [prices])
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'price',
        label: text('watchlist_price'),
        values: prices.map(({ price }) => price),
        colour: 'var(--series)',
      },
      ...watched.price_targets.map(
        (target): ChartSeries => ({
          key: target.id,
          label: `${formatTarget(target, text)} ${format.quote(target.price)}`,
          values: prices.map(() => target.price),
          colour: targetColours[target.direction],
          isDashed: true,
        }),
      ),
    ],
    [prices, watched.price_targets, text, format],
  )
  const markers = useSplitMarkers(splits)
  const height = isPhone ? 220 : 260
  return (
    <div className={styles.chart}>
      {stops.length < 2 ? (
        <ChartEmpty height={height} title={text('watchlist_no_prices')}>
          {text('watchlist_no_prices_note')}
        </ChartEmpty>
      ) : (
        <TimeChart
          kind="lines"
          label={text('watchlist_chart', { name: watched.ticker.name })}
          unit="quote"
          hasZero={false}
          {...{ stops, series, height, markers }}
        />
      )}
    </div>
  )
}
