import { parseDay } from '@plumbline/charts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFilter } from '../../../filter/use-filter.ts'
import { usePrivacy } from '../../../lib/browser/privacy.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money, PartialMark } from '../../../portfolio/cells.tsx'
import type { Performance } from '../../../portfolio/queries.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { ChartEmpty } from '../../../ui/chart/chart-empty.tsx'
import type { ChartMarker, ChartSeries } from '../../../ui/chart/chart-series.ts'
import { ChartSkeleton } from '../../../ui/chart/chart-skeleton.tsx'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { flowsQuery } from '../card-queries.ts'
import styles from './balance-card.module.css'

type Unit = 'abs' | 'rel'

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
          {performance.data?.coverage.is_partial && <PartialMark />}
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
  const daily = performance.daily_balance
  const markers = useFlows()
  const stops = useMemo(
    () => daily.map(({ date }) => ({ from: parseDay(date), to: parseDay(date) })),
    [daily],
  )
  const series = useMemo((): ChartSeries[] => {
    const column = (field: 'allocated' | 'cash') =>
      daily.map(day => {
        const value = day[field]
        if (unit === 'abs' || value === null) return value
        return day.total === null || day.total === 0 ? null : value / day.total
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
  }, [daily, unit, text])
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
      {...{ stops, series, height, markers }}
      {...(unit === 'abs' && {
        details: (index: number) => [
          { label: text('overview_nav'), value: <Money value={daily[index]?.total ?? null} /> },
        ],
      })}
    />
  )
}

/** Markers for deposits (up) and withdrawals (down) under the line. */
function useFlows(): readonly ChartMarker[] {
  const text = useText()
  const format = useFormat()
  const isPrivate = usePrivacy()
  const { body } = useFilter()
  const { data } = useQuery({ ...flowsQuery(body), meta: { quiet: true } })
  return useMemo(
    () =>
      (data?.data ?? []).map((flow): ChartMarker => {
        const isIn = flow.transaction_type === 'deposit'
        const amount = isPrivate ? '' : ` ${format.amount(flow.calculated_amount)}`
        return {
          key: flow.id,
          day: parseDay(flow.date),
          direction: isIn ? 'up' : 'down',
          label: `${format.date(flow.date)}: ${text(isIn ? 'transaction_type_deposit' : 'transaction_type_withdrawal')}${amount}`,
          place: 'foot',
        }
      }),
    [data, text, format, isPrivate],
  )
}
