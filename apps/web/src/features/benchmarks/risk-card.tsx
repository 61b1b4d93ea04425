import type { ReceiptFigure } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { usePointsText } from '../../lib/format/use-points-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './benchmarks.module.css'
import { benchmarkSubject } from './subject.ts'
import type { Benchmark, Comparison, Relative } from './use-benchmarks.ts'

interface Line {
  key: string
  label: string
  note: ReactNode
  value: ReactNode
}

interface RiskCardProps {
  data: Comparison
  benchmark: Benchmark
  className?: string | undefined
}

/** Risk against the benchmark over the chosen period. */
export function RiskCard({ data, benchmark, className }: RiskCardProps) {
  const text = useText()
  const [period] = data.periods
  if (!period) return null
  return (
    <Card
      className={className}
      title={text('benchmark_risk')}
      note={text('benchmark_risk_note', { count: period.observations })}
    >
      <RiskLines {...{ period, benchmark }} />
    </Card>
  )
}

interface RiskLinesProps {
  period: Relative
  benchmark: Benchmark
}

function RiskLines({ period, benchmark }: RiskLinesProps) {
  const lines = useLines(period, benchmark)
  return (
    <dl className={styles.lines}>
      {lines.map(({ key, label, note, value }) => (
        <div key={key} className={styles.line}>
          <dt>
            {label}
            <span className={styles.lineNote}>{note}</span>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function useLines(period: Relative, benchmark: Benchmark): Line[] {
  const text = useText()
  const format = useFormat()
  const points = usePointsText()
  const { tracking_error: error, is_annual: isAnnual, difference, information_ratio: ratio } = period
  const figure = (name: ReceiptFigure, value: number | null, show: (value: number) => string) =>
    value === null ? (
      <Missing />
    ) : (
      <ReceiptButton subject={benchmarkSubject(benchmark)} figure={name}>
        {show(value)}
      </ReceiptButton>
    )
  const share = (name: ReceiptFigure, value: number | null, decimals = 2) =>
    figure(name, value, known => format.percent(known, { sign: 'minus', decimals }))
  const number = (name: ReceiptFigure, value: number | null) =>
    figure(name, value, known => format.number(known, { decimals: 2 }))
  const short = text('benchmark_risk_short')
  const ratioNote = isAnnual ? 'benchmark_information_ratio_annual' : 'benchmark_information_ratio_note'
  return [
    {
      key: 'error',
      label: text('benchmark_tracking_error'),
      note:
        error === null
          ? short
          : text(isAnnual ? 'benchmark_tracking_error_annual' : 'benchmark_tracking_error_period'),
      value: share('benchmark_tracking_error', error),
    },
    {
      key: 'ratio',
      label: text('benchmark_information_ratio'),
      note:
        ratio === null || error === null || difference === null
          ? ''
          : text(ratioNote, {
              difference: points(difference),
              error: format.percent(error, { sign: 'minus' }),
            }),
      value: number('benchmark_information_ratio', ratio),
    },
    {
      key: 'beta',
      label: text('benchmark_beta'),
      note: period.correlation !== null && (
        <>
          {text('benchmark_correlation')} {number('benchmark_correlation', period.correlation)}
        </>
      ),
      value: number('benchmark_beta', period.beta),
    },
    {
      key: 'alpha',
      label: text('benchmark_alpha'),
      note: text(isAnnual ? 'benchmark_alpha_note' : 'benchmark_alpha_short'),
      value: figure('benchmark_alpha', period.alpha, known => format.percent(known)),
    },
    {
      key: 'capture',
      label: text('benchmark_capture'),
      note: text('benchmark_capture_note', { up: period.months_up, down: period.months_down }),
      value: (
        <>
          {share('benchmark_up_capture', period.up_capture, 0)} /{' '}
          {share('benchmark_down_capture', period.down_capture, 0)}
        </>
      ),
    },
  ]
}
