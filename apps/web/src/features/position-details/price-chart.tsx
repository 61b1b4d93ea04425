import { parseDay } from '@plumbline/charts'
import type { Filter, PriceUnits } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { usePeriodLabels } from '../../filter/period/period-labels.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { usePrivacy } from '../../lib/browser/privacy.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { PriceUnitsSwitch, useSplitMarkers } from '../../portfolio/price-units.tsx'
import type { ChartMarker, ChartSeries } from '../../ui/chart/chart-series.ts'
import { dayStops } from '../../ui/chart/chart-series.ts'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import styles from './summary-tab.module.css'
import { type PositionDetail, positionQuery } from './use-position.ts'

/** The period of the filter, since the purchase, or all that is known. */
type Span = 'filter' | 'since' | 'all'

function withSpan(body: Filter, span: Span, { since_purchase: since }: PositionDetail): Filter {
  if (span === 'filter') return body
  const period = {
    all: { name: 'all' as const, start_date: null, end_date: null },
    since: { name: null, start_date: since.calculated.start_date, end_date: null },
  }[span]
  return { ...body, settings: { ...body.settings, period } }
}

/** The price over the period, adjusted for splits or as traded, with the trades on its line. */
export function PriceChart({ detail }: { detail: PositionDetail }) {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const labels = usePeriodLabels()
  const { body: given, filter } = useFilter()
  const [units, setUnits] = useState<PriceUnits>('adjusted')
  const [chosen, setSpan] = useState<Span>('filter')
  // A filter over the whole history has no period of its own.
  const isWhole = filter.period.name === 'all'
  const span = isWhole && chosen === 'filter' ? 'all' : chosen
  const body = useMemo(() => withSpan(given, span, detail), [given, span, detail])
  const isOwnRequest = units === 'as_traded' || span === 'since' || (span === 'all' && !isWhole)
  const traded = useQuery({
    ...positionQuery(body, detail.calculated_pos.id, units),
    enabled: isOwnRequest,
  })
  // Until other prices arrive, a position keeps those of the period: those of another would mislead.
  const isOther = isOwnRequest && !traded.isPlaceholderData
  const shown = (isOther ? traded.data : undefined) ?? detail
  const { prices, original_pos: original } = shown
  const stops = useMemo(() => dayStops(prices), [prices])
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
        <Segmented
          size="small"
          label={text('period')}
          segments={[
            ...(isWhole ? [] : [{ value: 'filter' as const, label: labels.name(filter.period) }]),
            { value: 'since', label: text('details_chart_since') },
            { value: 'all', label: text('period_all') },
          ]}
          value={span}
          onChange={setSpan}
        />
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
