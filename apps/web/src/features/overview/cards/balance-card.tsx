import { parseDay } from '@plumbline/charts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatDateRange } from '../../../filter/period/period-labels.ts'
import { usePrivacy } from '../../../lib/browser/privacy.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money, PartialMark } from '../../../portfolio/cells.tsx'
import type { Performance } from '../../../portfolio/queries.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import type { ChartMarker, ChartSeries } from '../../../ui/chart/chart-series.ts'
import { dayStops, findRanges } from '../../../ui/chart/chart-series.ts'
import { ChartEmpty } from '../../../ui/chart/placeholder/chart-empty.tsx'
import { ChartSkeleton } from '../../../ui/chart/placeholder/chart-skeleton.tsx'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import styles from './balance-card.module.css'
import { roundBalances, roundFlows } from './balance-series.ts'

type Unit = 'abs' | 'rel'
type DayBalance = Performance['daily_balance'][number]

const isPartial = ({ missing_count: missing }: DayBalance): boolean => missing > 0

interface BalanceCardProps {
  performance: UseQueryResult<Performance>
  className?: string | undefined
}

/** The net asset value over time, with cash stacked on the invested value. */
export function BalanceCard({ performance, className }: BalanceCardProps) {
  const text = useText()
  const isPhone = useIsPhone()
  const isPrivate = usePrivacy()
  const [chosen, setUnit] = useState<Unit>('abs')
  const unit = isPrivate ? 'rel' : chosen
  const currency = performance.data?.basis.currency ?? ''
  const height = isPhone ? 180 : 288
  return (
    <Card
      className={className}
      title={text('balance')}
      note={isPhone ? undefined : text('balance_note', { unit: unit === 'abs' ? currency : '%' })}
      actions={
        <div className={styles.actions}>
          {performance.data?.daily_balance.some(isPartial) && <PartialMark />}
          <span className={styles.legend}>
            <span className={styles.allocated} /> {text('overview_allocated')}
            <span className={styles.cash} /> {text('overview_cash')}
          </span>
          <Segmented
            size="small"
            label={text('pnl_relativity')}
            segments={[
              ...(isPrivate ? [] : [{ value: 'abs' as const, label: currency }]),
              { value: 'rel', label: '%' },
            ]}
            value={unit}
            onChange={setUnit}
          />
        </div>
      }
    >
      <div className={styles.body}>
        <QuerySection query={performance} skeleton={<ChartSkeleton height={height} />}>
          {data => <BalanceChart performance={data} unit={unit} height={height} />}
        </QuerySection>
      </div>
    </Card>
  )
}

interface BalanceChartProps {
  performance: Performance
  unit: Unit
  height: number
}

function BalanceChart({ performance, unit, height }: BalanceChartProps) {
  const text = useText()
  const format = useFormat()
  const daily = performance.daily_balance
  const markers = useFlowMarkers(performance)
  const stops = useMemo(() => dayStops(daily), [daily])
  const partial = useMemo(() => findRanges(daily, isPartial), [daily])
  const balances = useMemo(() => roundBalances(performance), [performance])
  const series = useMemo((): ChartSeries[] => {
    const column = (field: 'allocated' | 'cash') =>
      unit === 'abs'
        ? balances.map(day => day[field])
        : daily.map(day => {
            const value = day[field]
            return value === null || day.total === null || day.total === 0 ? null : value / day.total
          })
    return [
      {
        key: 'allocated',
        label: text('overview_allocated'),
        values: column('allocated'),
        colour: 'var(--c1)',
      },
      { key: 'cash', label: text('overview_cash'), values: column('cash'), colour: 'var(--c10)' },
    ]
  }, [daily, balances, unit, text])
  const describeDay = (day: DayBalance | undefined, total: number | null) => [
    ...(unit === 'abs' ? [{ label: text('overview_nav'), value: <Money value={total} /> }] : []),
    ...(day && isPartial(day)
      ? [{ label: text('balance_left_out'), value: format.count(day.missing_count) }]
      : []),
  ]
  if (stops.length === 0) {
    return (
      <ChartEmpty height={height} title={text('pnl_none')}>
        {text('pnl_none_note')}
      </ChartEmpty>
    )
  }
  return (
    <TimeChart
      kind="lines"
      isStacked
      label={text('balance_chart')}
      unit={unit === 'abs' ? 'value' : 'percent'}
      {...{ stops, series, height, markers, partial }}
      details={index => describeDay(daily[index], balances[index]?.total ?? null)}
    />
  )
}

/** Markers for deposits (up) and withdrawals (down) under the line. */
function useFlowMarkers(performance: Performance) {
  const isNetInvested = performance.cash_flow.is_net_invested
  const text = useText()
  const format = useFormat()
  const isPrivate = usePrivacy()
  return useMemo(
    () =>
      roundFlows(performance).flatMap(({ from, to, deposits, withdrawals }): ChartMarker[] => {
        const dates = from === to ? format.date(from) : formatDateRange(from, to, text, format)
        const mark = (direction: 'up' | 'down', name: string, amount: number): ChartMarker[] =>
          amount === 0
            ? []
            : [
                {
                  key: `${from} ${direction}`,
                  day: parseDay(to),
                  direction,
                  label: `${dates}: ${name}${isPrivate ? '' : ` ${format.amount(Math.abs(amount))}`}`,
                  place: 'foot',
                },
              ]
        return [
          ...mark('up', text(isNetInvested ? 'overview_flows_in' : 'overview_deposits'), deposits),
          ...mark('down', text(isNetInvested ? 'overview_flows_out' : 'overview_withdrawals'), withdrawals),
        ]
      }),
    [performance, isNetInvested, text, format, isPrivate],
  )
}
