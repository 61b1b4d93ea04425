import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format/use-format.ts'
import { usePointsText } from '../../../lib/format/use-points-text.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import type { BenchmarkLine } from '../../../portfolio/benchmark-line.ts'
import styles from './performance-card.module.css'

/** The difference to the benchmark, with a way to the comparison. */
export function BenchmarkFoot({ benchmark }: { benchmark: BenchmarkLine | null }) {
  const text = useText()
  const format = useFormat()
  const points = usePointsText()
  if (benchmark === null) return null
  const { benchmark: known, total } = benchmark
  return (
    <p className={styles.benchmark}>
      {known !== null && total.difference !== null && (
        <span>
          {text('benchmark_line', {
            name: known.name,
            benchmark: format.percent(total.benchmark),
            difference: points(total.difference),
          })}
        </span>
      )}
      <Link to="/benchmark">{text('benchmark')}</Link>
    </p>
  )
}
