import { parseDay } from '@plumbline/charts'
import type { PriceUnits } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { usePrivacy } from '../../lib/browser/privacy.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { PriceUnitsSwitch, useSplitMarkers } from '../../portfolio/price-units.tsx'
import type { ChartMarker, ChartSeries } from '../../ui/chart/chart-series.ts'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import styles from './summary-tab.module.css'
import { type PositionDetail, positionQuery } from './use-position.ts'

/** The price over the period, adjusted for splits or as traded, with the trades on its line. */
export function PriceChart({ detail }: { detail: PositionDetail }) {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const { body } = useFilter()
  const [units, setUnits] = useState<PriceUnits>('adjusted')
  const traded = useQuery({
    ...positionQuery(body, detail.calculated_pos.id, 'as_traded'),
    enabled: units === 'as_traded',
  })
  // Until its prices as traded arrive, a position keeps its adjusted ones: those of another would mislead.
  const isTraded = units === 'as_traded' && !traded.isPlaceholderData
  const shown = (isTraded ? traded.data : undefined) ?? detail
  const { prices, original_pos: original } = shown
  const stops = useMemo(
    () => prices.map(({ date }) => ({ from: parseDay(date), to: parseDay(date) })),
    [prices],
  )
  const values = useMemo(() => prices.map(({ price }) => price), [prices])
  const series = useMemo(
    (): ChartSeries[] => [{ key: 'price', label: text('positions_price'), values, colour: 'var(--series)' }],
    [values, text],
  )
  const trades = useTradeMarkers(shown)
  const splits = useSplitMarkers(shown.splits)
  const markers = useMemo(() => [...splits, ...trades], [splits, trades])
  if (prices.length < 2) return null
  return (
    <section className={styles.frame}>
      <header className={styles.frameHead}>
        <h3>{text('positions_price')}</h3>
        <span className={styles.quiet}>{original.view_currency}</span>
        {detail.splits.length > 0 && <PriceUnitsSwitch value={units} onChange={setUnits} />}
        <span className={styles.spacer} />
        <span className={styles.quiet}>
          {text('details_low')} <b>{format.price(Math.min(...values))}</b> {text('details_high')}{' '}
          <b>{format.price(Math.max(...values))}</b>
        </span>
      </header>
      <div className={styles.chart}>
        <TimeChart
          kind="lines"
          label={text('details_price_chart', { currency: original.view_currency })}
          unit="price"
          hasZero={false}
          {...{ stops, series, markers }}
          height={isPhone ? 140 : 132}
        />
      </div>
    </section>
  )
}

/** The trades of the period, in the units of the line. */
function useTradeMarkers({ trades }: PositionDetail): readonly ChartMarker[] {
  const text = useText()
  const format = useFormat()
  const isPrivate = usePrivacy()
  return useMemo(
    () =>
      trades.map(
        ({ date, side, quantity }, index): ChartMarker => ({
          key: `trade ${index}`,
          day: parseDay(date),
          direction: side === 'buy' ? 'up' : 'down',
          label: text(`chart_trade_${side}`, { quantity: isPrivate ? '' : format.quantity(quantity) }).trim(),
          place: 'line',
        }),
      ),
    [trades, text, format, isPrivate],
  )
}
