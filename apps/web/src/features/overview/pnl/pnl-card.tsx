import type { UseQueryResult } from '@tanstack/react-query'
import { useFilter } from '../../../filter/use-filter.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { type BenchmarkLine, benchmarkColour } from '../../../portfolio/benchmark-line.ts'
import type { Performance } from '../../../portfolio/queries.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { ChartLegend } from '../../../ui/chart/chart-legend.tsx'
import { ChartSkeleton } from '../../../ui/chart/placeholder/chart-skeleton.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { IconButton } from '../../../ui/display/icon-button.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { HistoryBrush } from './history-brush.tsx'
import styles from './pnl-card.module.css'
import { PnlBarChart, PnlLineChart } from './pnl-chart.tsx'
import { dailyBars, seriesKeys, seriesNames, seriesStyles } from './pnl-series.ts'
import { useBenchmarkLine, useDailyPnl, usePnlView } from './use-pnl.ts'

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
  const benchmark = useBenchmarkLine(body, view)
  const isDaily = view.kind === 'daily'
  const daily = useDailyPnl(body, isDaily)
  const query = isDaily ? daily : performance
  const currency = query.data?.basis.currency ?? body.settings.currency ?? ''
  const height = isPhone ? 196 : 348
  const bars = isDaily && daily.data ? dailyBars(daily.data.daily_pnl, 'total', 'abs').unit : 'day'
  return (
    <Card
      className={className}
      title={text('overview_pnl_short')}
      note={isPhone ? undefined : <PnlNote {...{ view, bars, currency }} />}
      actions={
        <div className={styles.actions}>
          {!isPhone && <Legend view={view} benchmark={benchmark} />}
          <Segmented
            size="small"
            label={text('pnl_kind')}
            segments={[
              { value: 'cumulative', label: text('pnl_cumulative') },
              { value: 'daily', label: text(barNames[bars]) },
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
        {isPhone && <Legend view={view} benchmark={benchmark} />}
        <QuerySection query={query} skeleton={<ChartSkeleton height={height} />}>
          {data =>
            isDaily ? (
              <PnlBarChart performance={data} {...{ view, height }} isDraggable={!isPhone} />
            ) : (
              <PnlLineChart
                performance={data}
                benchmark={view.hidesBenchmark ? null : benchmark}
                {...{ view, height }}
                isDraggable={!isPhone}
              />
            )
          }
        </QuerySection>
        <HistoryBrush shown={performance.data} relativity={view.relativity} />
      </div>
    </Card>
  )
}

type View = ReturnType<typeof usePnlView>
type BarUnit = ReturnType<typeof dailyBars>['unit']

/** Days are summed to weeks or months where there are too many of them. */
const barNames = { day: 'pnl_daily', week: 'pnl_weekly', month: 'pnl_monthly' } as const

/** Toggles several lines, or selects one series of bars. */
function Legend({ view, benchmark }: { view: View; benchmark: BenchmarkLine | null }) {
  const text = useText()
  const [leading] = view.shown
  const isBars = view.kind === 'daily'
  const entries = seriesKeys.map(key => ({
    key,
    label: text(seriesNames[view.relativity][key]),
    isShown: isBars ? key === leading : view.shown.includes(key),
    ...seriesStyles[key],
  }))
  const press = (key: string) => {
    if (key === 'benchmark') view.toggleBenchmark()
    const found = seriesKeys.find(one => one === key)
    if (found === undefined) return
    if (isBars) view.show([found])
    else if (view.shown.length > 1 || !view.shown.includes(found))
      view.show(seriesKeys.filter(one => view.shown.includes(one) !== (one === found)))
  }
  const others = benchmark?.benchmark
    ? [
        {
          key: 'benchmark',
          label: benchmark.benchmark.name,
          isShown: !view.hidesBenchmark,
          colour: benchmarkColour,
        },
      ]
    : []
  return <ChartLegend entries={[...entries, ...others]} onToggle={press} />
}

/** What the chart shows, such as 'Realized, by week, CHF', with a way to the total that the headline states. */
function PnlNote({ view, bars, currency }: { view: View; bars: BarUnit; currency: string }) {
  const text = useText()
  const unit = view.relativity === 'rel' ? '%' : currency
  const drawn = view.kind === 'daily' ? view.shown.slice(0, 1) : view.shown
  const names = drawn.map(key => text(seriesNames[view.relativity][key])).join(' + ')
  const how =
    view.kind === 'cumulative' ? text('pnl_note_cumulative', { unit }) : text(`pnl_note_${bars}`, { unit })
  return (
    <>
      {names}, {how}{' '}
      {!drawn.includes('total') && (
        <Button
          variant="quiet"
          size="small"
          className={styles.showTotal}
          onClick={() => view.show(['total'])}
        >
          {text('pnl_show_total')}
        </Button>
      )}
    </>
  )
}
