import type { AttributionKey } from '@plumbline/contract'
import { useFilter } from '../../filter/use-filter.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { usePointsText } from '../../lib/format/use-points-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Points } from '../../portfolio/points.tsx'
import { Percent } from '../../ui/display/figure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './benchmarks.module.css'
import { type Benchmark, type Comparison, loadPeriodsCsv, type Relative } from './use-benchmarks.ts'
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
  const isPhone = useIsPhone()
  return (
    <Card
      className={className}
      title={text('benchmark_periods')}
      note={text('benchmark_periods_note', { currency: data.basis.currency })}
      actions={<CsvButton isIconOnly load={() => loadPeriodsCsv(body, options)} fileName="benchmark.csv" />}
    >
      {isPhone ? <ByRow {...{ periods, benchmark }} /> : <ByColumn {...{ periods, benchmark }} />}
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
            <td key={period.name}>
              <Percent value={period.portfolio} />
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{benchmark.name}</th>
          {periods.map(period => (
            <BenchmarkCell key={period.name} period={period} />
          ))}
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text('benchmark_difference')}</th>
          {periods.map(period => (
            <td key={period.name}>
              <Points value={period.difference} />
            </td>
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
            <td>
              <Percent value={period.portfolio} hasShape={false} />
            </td>
            <BenchmarkCell period={period} />
            <td>
              <Points value={period.difference} />
            </td>
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

function BenchmarkCell({ period }: { period: Relative }) {
  const reasons = useMissingTexts(period.missing)
  return (
    <td title={reasons.join(' ') || undefined}>
      <Percent value={period.benchmark} />
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
