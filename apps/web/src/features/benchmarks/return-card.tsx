import { useMemo } from 'react'
import { formatDateRange } from '../../filter/period/period-labels.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { benchmarkColour } from '../../portfolio/benchmark-line.ts'
import { Points } from '../../portfolio/points.tsx'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { ChartLegend } from '../../ui/chart/chart-legend.tsx'
import { type ChartSeries, dayStops } from '../../ui/chart/chart-series.ts'
import { ChartEmpty } from '../../ui/chart/placeholder/chart-empty.tsx'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { Percent } from '../../ui/display/figure.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './benchmarks.module.css'
import { benchmarkSubject } from './subject.ts'
import type { Benchmark, Comparison } from './use-benchmarks.ts'
import { useMissingTexts } from './use-missing-texts.ts'

interface ReturnCardProps {
  data: Comparison
  benchmark: Benchmark
  className?: string | undefined
}

/** The returns as two lines, and their difference below. */
export function ReturnCard({ data, benchmark, className }: ReturnCardProps) {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const { line, basis } = data
  const missing = useMissingTexts(data.periods[0]?.missing ?? [])
  const stops = useMemo(() => dayStops(line), [line])
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'portfolio',
        label: text('benchmark_portfolio'),
        values: line.map(({ portfolio }) => portfolio),
        colour: 'var(--series)',
      },
      {
        key: 'benchmark',
        label: benchmark.name,
        values: line.map(point => point.benchmark),
        colour: benchmarkColour,
      },
    ],
    [line, benchmark.name, text],
  )
  const differences = useMemo(
    (): ChartSeries[] => [
      {
        key: 'difference',
        label: text('benchmark_difference'),
        values: line.map(point =>
          point.portfolio === null || point.benchmark === null ? null : point.portfolio - point.benchmark,
        ),
        colour: 'var(--text-2)',
      },
    ],
    [line, text],
  )
  const details = (index: number) => [
    {
      label: text('benchmark_difference'),
      value: <Points value={differences[0]?.values[index] ?? null} />,
    },
  ]
  const isDrawn = series[0]?.values.slice(1).some(value => value !== null) ?? false
  return (
    <Card
      className={className}
      title={text('benchmark_return')}
      note={
        basis.start_date && basis.end_date && !isPhone
          ? text('benchmark_return_note', {
              currency: basis.currency,
              range: formatDateRange(basis.start_date, basis.end_date, text, format),
            })
          : undefined
      }
      actions={
        !isPhone && (
          <ChartLegend
            entries={series.map(each => ({ ...each, isShown: true }))}
            onToggle={() => undefined}
          />
        )
      }
    >
      {missing.length > 0 && (
        <div className={styles.notes}>
          {missing.map(reason => (
            <Note key={reason} tone="warn">
              {reason}
            </Note>
          ))}
        </div>
      )}
      <Totals data={data} benchmark={benchmark} />
      <div className={styles.charts}>
        {isDrawn ? (
          <TimeChart
            kind="lines"
            label={text('benchmark_chart')}
            unit="percent"
            height={isPhone ? 220 : 320}
            {...{ stops, series, details }}
          />
        ) : (
          <ChartEmpty height={220} title={text('pnl_none')}>
            {text('pnl_no_return')}
          </ChartEmpty>
        )}
        {isDrawn && missing.length === 0 && (
          <>
            <p className={styles.under}>
              <b>{text('benchmark_difference')}</b> {text('benchmark_difference_note')}
            </p>
            <TimeChart
              kind="lines"
              label={text('benchmark_difference')}
              unit="points"
              height={110}
              stops={stops}
              series={differences}
            />
          </>
        )}
      </div>
    </Card>
  )
}

/** The returns of the whole period and their difference, with their receipts. */
function Totals({ data, benchmark }: { data: Comparison; benchmark: Benchmark }) {
  const text = useText()
  const [chosen] = data.periods
  if (!chosen) return null
  const subject = benchmarkSubject(benchmark)
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{text('benchmark_portfolio')}</dt>
        <dd>
          <ReceiptButton subject={subject} figure="twr">
            <Percent value={chosen.total.portfolio} />
          </ReceiptButton>
        </dd>
      </div>
      <div>
        <dt>{benchmark.name}</dt>
        <dd>
          <ReceiptButton subject={subject} figure="benchmark_return">
            <Percent value={chosen.total.benchmark} />
          </ReceiptButton>
        </dd>
      </div>
      <div>
        <dt>{text('benchmark_difference')}</dt>
        <dd>
          <ReceiptButton subject={subject} figure="benchmark_difference">
            <Points value={chosen.total.difference} />
          </ReceiptButton>
        </dd>
      </div>
    </dl>
  )
}
