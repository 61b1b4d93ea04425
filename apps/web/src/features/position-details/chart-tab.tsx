import { parseDay, toIsoDate } from '@plumbline/charts'
import type { PnlChartRelativity } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDateRange } from '../../filter/period/period-labels.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { usePrivacy } from '../../lib/browser/privacy.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { ChartLegend } from '../../ui/chart/chart-legend.tsx'
import type { ChartMarker, ChartSeries } from '../../ui/chart/chart-series.ts'
import { dayStops } from '../../ui/chart/chart-series.ts'
import { ChartEmpty } from '../../ui/chart/placeholder/chart-empty.tsx'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import styles from './chart-tab.module.css'
import { type PositionDetail, type PositionView, positionTransactionsQuery } from './use-position.ts'

const seriesKeys = ['total', 'realized', 'unrealized'] as const
type SeriesKey = (typeof seriesKeys)[number]
type View = 'calculated' | 'original'

const seriesStyles: Record<SeriesKey, Pick<ChartSeries, 'colour' | 'isDashed'>> = {
  total: { colour: 'var(--series)' },
  realized: { colour: 'var(--c2)' },
  unrealized: { colour: 'var(--c5)', isDashed: true },
}

/** Profit and loss of the position over time, with its trades as markers. */
export function ChartTab({ detail, height }: { detail: PositionDetail; height: number }) {
  const text = useText()
  const isPrivate = usePrivacy()
  const [shown, setShown] = useState<readonly SeriesKey[]>(['total'])
  const [chosen, setRelativity] = useState<PnlChartRelativity>('abs')
  const [view, setView] = useState<View>('calculated')
  const { calculated_pos: calculated, original_pos: original } = detail
  const position = view === 'calculated' ? calculated : original
  const relativity = isPrivate ? 'rel' : chosen
  const daily = useMemo(() => clipToHolding(position), [position])
  const stops = useMemo(() => dayStops(daily), [daily])
  const series = useMemo(
    () =>
      shown.map(
        (key): ChartSeries => ({
          key,
          label: text(`overview_${key}`),
          values: daily.map(day => day[`pnl_${relativity}_${key}`]),
          ...seriesStyles[key],
        }),
      ),
    [shown, daily, relativity, text],
  )
  const markers = useTrades(detail)
  const isConverted = original.view_currency !== calculated.view_currency
  const toggle = (key: string) => {
    const next = seriesKeys.filter(one => shown.includes(one) !== (one === key))
    if (next.length > 0) setShown(next)
  }
  return (
    <>
      <div className={styles.bar}>
        {isConverted && (
          <Segmented
            size="small"
            label={text('calculate_in')}
            segments={[
              { value: 'calculated', label: calculated.view_currency },
              { value: 'original', label: original.view_currency },
            ]}
            value={view}
            onChange={setView}
          />
        )}
        <Segmented
          size="small"
          label={text('pnl_relativity')}
          segments={[
            ...(isPrivate ? [] : [{ value: 'abs' as const, label: text('chart_amount') }]),
            { value: 'rel', label: '%' },
          ]}
          value={relativity}
          onChange={setRelativity}
        />
        <span className={styles.note}>{text('chart_trades')}</span>
        <span className={styles.spacer} />
        <ChartLegend
          entries={seriesKeys.map(key => ({
            key,
            label: text(`overview_${key}`),
            isShown: shown.includes(key),
            ...(key === shown[0] ? seriesStyles.total : seriesStyles[key]),
          }))}
          onToggle={toggle}
        />
      </div>
      {stops.length === 0 ? (
        <ChartEmpty height={height} title={text('pnl_none')}>
          {text('pnl_none_note')}
        </ChartEmpty>
      ) : (
        <TimeChart
          kind="lines"
          label={text('details_chart')}
          unit={relativity === 'abs' ? 'amount' : 'percent'}
          {...{ stops, series, height, markers }}
          renderRange={(range, close) => <ExplainRange id={calculated.id} range={range} onDone={close} />}
        />
      )}
    </>
  )
}

/** Limits the series to the holding period, starting at the close before the opening. */
function clipToHolding({ daily_pnl: daily, date_open: open, date_closed: closed }: PositionView) {
  const first = Math.max(0, daily.findIndex(({ date }) => date >= open) - 1)
  const after = closed === null ? -1 : daily.findIndex(({ date }) => date > closed)
  return daily.slice(first, after === -1 ? undefined : after + 1)
}

/** The trades of the period as chart markers. */
function useTrades({ calculated_pos: position }: PositionDetail): readonly ChartMarker[] {
  const text = useText()
  const format = useFormat()
  const isPrivate = usePrivacy()
  const { body } = useFilter()
  const { data } = useQuery(
    positionTransactionsQuery(body, position.id, { category: 'trade', limit: 1000, order_by: 'date' }),
  )
  return useMemo(
    () =>
      (data?.data ?? []).flatMap((trade): ChartMarker[] => {
        if (trade.side !== 'buy' && trade.side !== 'sell') return []
        const quantity = isPrivate ? '' : format.quantity(Math.abs(trade.quantity ?? 0))
        return [
          {
            key: trade.id,
            day: parseDay(trade.date),
            direction: trade.side === 'buy' ? 'up' : 'down',
            label: text(`chart_trade_${trade.side}`, { quantity }).trim(),
            place: 'line',
          },
        ]
      }),
    [data, text, format, isPrivate],
  )
}

interface ExplainRangeProps {
  id: string
  range: { from: number; to: number }
  onDone: () => void
}

function ExplainRange({ id, range, onDone }: ExplainRangeProps) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  // The first point is the close that the range opens with.
  const from = toIsoDate(range.from === range.to ? range.from : range.from + 1)
  const to = toIsoDate(range.to)
  return (
    <div className={styles.range}>
      <b>{formatDateRange(from, to, text, format)}</b>
      <div className={styles.actions}>
        <Button
          variant="primary"
          size="small"
          onClick={() => void open({ kind: 'explain', position: id, from, to })}
        >
          {text('explain_this')}
        </Button>
        <Button size="small" onClick={onDone}>
          {text('cancel')}
        </Button>
      </div>
    </div>
  )
}
