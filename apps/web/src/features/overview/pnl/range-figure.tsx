import { toIsoDate } from '@plumbline/charts'
import { useQuery } from '@tanstack/react-query'
import { customPeriod, toFilterBody } from '../../../filter/filter.ts'
import { formatDateRange } from '../../../filter/period/period-labels.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { PnlAmount, PnlPercent } from '../../../portfolio/cells.tsx'
import { performanceQuery } from '../../../portfolio/queries.ts'
import type { Stop } from '../../../ui/chart/chart-series.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import styles from './range-figure.module.css'

interface RangeFigureProps {
  range: Stop
  onDone: () => void
}

/** The profit or loss between two days selected on the chart, computed by the server. */
export function RangeFigure({ range, onDone }: RangeFigureProps) {
  const text = useText()
  const format = useFormat()
  const { filter, change } = useFilter()
  const { open } = useModal()
  const period = customPeriod(toIsoDate(range.from), toIsoDate(range.to))
  const picked = { ...filter, period }
  const { data, isPlaceholderData, isError } = useQuery(
    performanceQuery(toFilterBody(picked), { series: 'cumulative', points: 2 }),
  )
  const isThere = data !== undefined && !isPlaceholderData
  return (
    <>
      <div className={styles.line}>
        <b>{formatDateRange(toIsoDate(range.from), toIsoDate(range.to), text, format)}</b>
        <span className={styles.quiet}>{text('pnl_range_days', { count: range.to - range.from + 1 })}</span>
      </div>
      <div className={styles.figure} aria-live="polite">
        {isThere ? (
          <>
            <span className={styles.amount}>
              <PnlAmount value={data.pnl.abs.total} />
            </span>
            <span className={styles.quiet} data-currency="">
              {data.basis.currency}
            </span>
            <span className={styles.spacer} />
            <span title={text('pnl_group_note')}>
              <PnlPercent value={data.pnl.on_capital.total} /> {text('pnl_on_capital')}
            </span>
          </>
        ) : isError ? (
          text('general_error')
        ) : (
          <Skeleton width={180} height={20} />
        )}
      </div>
      <div className={styles.line}>
        <Button
          variant="primary"
          size="small"
          onClick={() => {
            onDone()
            void open({ kind: 'explain', from: toIsoDate(range.from), to: toIsoDate(range.to) })
          }}
        >
          {text('explain_this')}
        </Button>
        <Button
          size="small"
          onClick={() => {
            onDone()
            change(picked)
          }}
        >
          {text('pnl_range_set')}
        </Button>
        <span className={styles.spacer} />
        <kbd>Esc</kbd>
      </div>
    </>
  )
}
