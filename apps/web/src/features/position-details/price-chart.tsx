import { parseDay } from '@plumbline/charts'
import { useMemo } from 'react'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { ChartSeries } from '../../ui/chart/chart-series.ts'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import styles from './summary-tab.module.css'
import type { PositionDetail } from './use-position.ts'

/** The price over the period. */
export function PriceChart({ detail }: { detail: PositionDetail }) {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const { prices, original_pos: original } = detail
  const label = text('details_price_chart', { currency: original.view_currency })
  const stops = useMemo(
    () => prices.map(({ date }) => ({ from: parseDay(date), to: parseDay(date) })),
    [prices],
  )
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'price',
        label: text('positions_price'),
        values: prices.map(({ price }) => price),
        colour: 'var(--series)',
      },
    ],
    [prices, text],
  )
  if (prices.length < 2) return null
  const values = prices.map(({ price }) => price)
  return (
    <section className={styles.frame}>
      <header className={styles.frameHead}>
        <h3>{text('positions_price')}</h3>
        <span className={styles.quiet}>{original.view_currency}</span>
        <span className={styles.spacer} />
        <span className={styles.quiet}>
          {text('details_low')} <b>{format.price(Math.min(...values))}</b> {text('details_high')}{' '}
          <b>{format.price(Math.max(...values))}</b>
        </span>
      </header>
      <div className={styles.chart}>
        <TimeChart
          kind="lines"
          label={label}
          unit="price"
          hasZero={false}
          {...{ stops, series }}
          height={isPhone ? 140 : 132}
        />
      </div>
    </section>
  )
}
