import type { AttributionKey } from '@plumbline/contract'
import { useFilter } from '../../filter/use-filter.ts'
import { useIsNarrow, useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { usePointsText } from '../../lib/format/use-points-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Points } from '../../portfolio/points.tsx'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import type { ReceiptRequest } from '../../receipt/receipt-request.ts'
import { Missing, Percent } from '../../ui/display/figure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './benchmarks.module.css'
import { benchmarkSubject } from './subject.ts'
import { type Benchmark, type Comparison, loadComparisonCsv, type Relative } from './use-benchmarks.ts'
import { useMissingTexts } from './use-missing-texts.ts'

interface PeriodsCardProps {
  data: Comparison
  benchmark: Benchmark
  options: { by: AttributionKey; strategy?: string | undefined }
  className?: string | undefined
}

/** Returns and their difference by period. */
export function PeriodsCard({ data, benchmark, options, className }: PeriodsCardProps) {
  const text = useText()
  const { body } = useFilter()
  const { periods } = data
  const [chosen] = periods
  const isNarrow = useIsNarrow()
  return (
    <Card
      className={className}
      title={text('benchmark_periods')}
      note={text('benchmark_periods_note', { currency: data.basis.currency })}
      actions={
        <CsvButton
          isIconOnly
          load={() => loadComparisonCsv(body, options, 'periods')}
          fileName="benchmark.csv"
        />
      }
    >
      {isNarrow ? <ByRow {...{ periods, benchmark }} /> : <ByColumn {...{ periods, benchmark }} />}
      <div className={styles.foot}>
        <span>{text('benchmark_periods_foot')}</span>
        {chosen && <InTotal period={chosen} />}
      </div>
    </Card>
  )
}

interface PeriodsTableProps {
  periods: readonly Relative[]
  benchmark: Benchmark
}

function ByColumn({ periods, benchmark }: PeriodsTableProps) {
  const text = useText()
  const nameOf = usePeriodName()
  return (
    <table className={styles.periods}>
      <thead>
        <tr>
          <td />
          {periods.map(period => (
            <th scope="col" key={period.name}>
              {nameOf(period)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{text('benchmark_portfolio')}</th>
          {periods.map(period => (
            <ReturnCell key={period.name} {...{ period, benchmark }} side="portfolio" />
          ))}
        </tr>
        <tr>
          <th scope="row">{benchmark.name}</th>
          {periods.map(period => (
            <ReturnCell key={period.name} {...{ period, benchmark }} side="benchmark" />
          ))}
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text('benchmark_difference')}</th>
          {periods.map(period => (
            <DifferenceCell key={period.name} {...{ period, benchmark }} />
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

/** The same on narrow screens. */
function ByRow({ periods, benchmark }: PeriodsTableProps) {
  const text = useText()
  const nameOf = usePeriodName()
  return (
    <table className={styles.periods}>
      <thead>
        <tr>
          <td />
          <th scope="col">{text('benchmark_portfolio')}</th>
          <th scope="col">{benchmark.name}</th>
          <th scope="col">{text('benchmark_difference')}</th>
        </tr>
      </thead>
      <tbody>
        {periods.map(period => (
          <tr key={period.name}>
            <th scope="row">{nameOf(period)}</th>
            <ReturnCell {...{ period, benchmark }} side="portfolio" />
            <ReturnCell {...{ period, benchmark }} side="benchmark" />
            <DifferenceCell {...{ period, benchmark }} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Such as '3Y, per year'. */
function usePeriodName() {
  const text = useText()
  const format = useFormat()
  return ({ name, start_date, is_annual }: Relative): string => {
    const period = text(`benchmark_period_${name}`, { date: format.date(start_date) })
    return is_annual ? text('benchmark_per_year', { period }) : period
  }
}

interface CellProps {
  period: Relative
  benchmark: Benchmark
}

/** Figures of a period as it is, and per year. */
const figures = {
  portfolio: ['twr', 'annual_return'],
  benchmark: ['benchmark_return', 'benchmark_annual_return'],
  difference: ['benchmark_difference', 'benchmark_annual_difference'],
} as const

function requestOf({ period, benchmark }: CellProps, name: keyof typeof figures): ReceiptRequest {
  const { start_date, end_date, is_annual } = period
  const [figure, perYear] = figures[name]
  return {
    subject: benchmarkSubject(benchmark),
    figure: is_annual ? perYear : figure,
    period: { start_date, end_date },
  }
}

function ReturnCell({ side, ...props }: CellProps & { side: 'portfolio' | 'benchmark' }) {
  const isPhone = useIsPhone()
  const reasons = useMissingTexts(props.period.missing)
  const value = props.period[side]
  const shown = <Percent value={value} hasShape={!isPhone || side === 'benchmark'} />
  return (
    <td title={(side === 'benchmark' && reasons.join(' ')) || undefined}>
      {value === null ? (
        shown
      ) : (
        <ReceiptButton isQuiet {...requestOf(props, side)}>
          {shown}
        </ReceiptButton>
      )}
    </td>
  )
}

function DifferenceCell(props: CellProps) {
  const { difference } = props.period
  if (difference === null)
    return (
      <td>
        <Missing />
      </td>
    )
  return (
    <td>
      <ReceiptButton isQuiet {...requestOf(props, 'difference')}>
        <Points value={difference} />
      </ReceiptButton>
    </td>
  )
}

/** The returns of the chosen period as a sum, where the table states them per year. */
function InTotal({ period: { total, is_annual } }: { period: Relative }) {
  const text = useText()
  const format = useFormat()
  const points = usePointsText()
  if (!is_annual || total.difference === null) return null
  return (
    <span>
      {text('benchmark_in_total', {
        portfolio: format.percent(total.portfolio),
        benchmark: format.percent(total.benchmark),
        difference: points(total.difference),
      })}
    </span>
  )
}
