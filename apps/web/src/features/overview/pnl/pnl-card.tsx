import type { UseQueryResult } from '@tanstack/react-query'
import { useFilter } from '../../../filter/use-filter.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import type { Performance } from '../../../portfolio/queries.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { ChartLegend } from '../../../ui/chart/chart-legend.tsx'
import { ChartSkeleton } from '../../../ui/chart/chart-skeleton.tsx'
import { IconButton } from '../../../ui/display/icon-button.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { HistoryBrush } from './history-brush.tsx'
import styles from './pnl-card.module.css'
import { PnlBarChart, PnlLineChart } from './pnl-chart.tsx'
import { dailyBars, seriesKeys, seriesStyle } from './pnl-series.ts'
import { useDailyPnl, usePnlView } from './use-pnl.ts'

interface PnlCardProps {
  performance: UseQueryResult<Performance>
  className?: string | undefined
}

/** Profit and loss over the period, with the whole history below. */
export function PnlCard({ performance, className }: PnlCardProps) {
  const text = useText()
  const isPhone = useIsPhone()
  const { body } = useFilter()
  const view = usePnlView()
  const { open } = useModal()
  const isDaily = view.kind === 'daily'
  const daily = useDailyPnl(body, isDaily)
  const query = isDaily ? daily : performance
  const currency = query.data?.basis.currency ?? body.settings.currency ?? ''
  const height = isPhone ? 196 : 348
  return (
    <Card
      className={className}
      title={text('overview_pnl_short')}
      note={
        isPhone ? undefined : (
          <PnlNote view={view} daily={isDaily ? daily.data : undefined} currency={currency} />
        )
      }
      actions={
        <div className={styles.actions}>
          {!isPhone && <Legend view={view} />}
          <Segmented
            size="small"
            label={text('pnl_kind')}
            segments={[
              { value: 'cumulative', label: text('pnl_cumulative') },
              { value: 'daily', label: text('pnl_daily') },
            ]}
            value={view.kind}
            onChange={view.setKind}
          />
          <Segmented
            size="small"
            label={text('pnl_relativity')}
            segments={[
              ...(view.isPrivate ? [] : [{ value: 'abs' as const, label: currency || '…' }]),
              { value: 'rel', label: '%' },
            ]}
            value={view.relativity}
            onChange={view.setRelativity}
          />
          <IconButton
            icon="calculator"
            label={text('pnl_explain_last')}
            onClick={() => void open({ kind: 'explain', last: 'day' })}
          />
        </div>
      }
    >
      <div className={styles.body}>
        {isPhone && <Legend view={view} />}
        <QuerySection query={query} skeleton={<ChartSkeleton height={height} />}>
          {data =>
            isDaily ? (
              <PnlBarChart performance={data} {...{ view, height }} isDraggable={!isPhone} />
            ) : (
              <PnlLineChart performance={data} {...{ view, height }} isDraggable={!isPhone} />
            )
          }
        </QuerySection>
        <HistoryBrush shown={performance.data} relativity={view.relativity} />
      </div>
    </Card>
  )
}

type View = ReturnType<typeof usePnlView>

/** Toggles several lines, or selects one series of bars. */
function Legend({ view }: { view: View }) {
  const text = useText()
  const [leading] = view.shown
  const isBars = view.kind === 'daily'
  const entries = seriesKeys.map(key => ({
    key,
    label: text(`overview_${key}`),
    isShown: isBars ? key === leading : view.shown.includes(key),
    ...(isBars ? { colour: 'var(--text-2)' } : seriesStyle(key, leading)),
  }))
  const press = (key: string) => {
    const found = seriesKeys.find(one => one === key)
    if (found === undefined) return
    if (isBars) view.show([found])
    else view.show(seriesKeys.filter(one => view.shown.includes(one) !== (one === found)))
  }
  return <ChartLegend entries={entries} onToggle={press} />
}

/** The unit of the chart, such as 'by week, CHF'. */
function PnlNote({
  view,
  daily,
  currency,
}: {
  view: View
  daily: Performance | undefined
  currency: string
}) {
  const text = useText()
  const unit = view.relativity === 'rel' ? '%' : currency
  if (view.kind === 'cumulative') return text('pnl_note_cumulative', { unit })
  const bars = daily === undefined ? 'day' : dailyBars(daily.daily_pnl, 'total', 'abs').unit
  return text(`pnl_note_${bars}`, { unit })
}
