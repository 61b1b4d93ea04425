import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { Period } from '@plumbline/contract'
import { lazyChunk } from '../../lib/browser/lazy-chunk.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { plainTrigger, useLazyTrigger } from '../../ui/overlay/use-lazy-trigger.ts'
import { isPeriodName, namedPeriod, periodNames } from '../filter.ts'
import styles from './period-control.module.css'
import { usePeriodLabels } from './period-labels.ts'

/** The calendar is a large share of the code, and most visits choose a named period or none. */
export const periodDates = lazyChunk(() => import('./period-dates.tsx'))

interface PeriodControlProps {
  period: Period
  onChange: (period: Period) => void
}

/** The named periods in one row, followed by a button for calendar years and dates. */
export function PeriodControl({ period, onChange }: PeriodControlProps) {
  const text = useText()
  const isNamed = periodNames.some(name => name === period.name)
  return (
    <div className={styles.control}>
      <ToggleGroup
        aria-label={text('period')}
        className={styles.names}
        value={[period.name ?? '']}
        onValueChange={([name]) => name !== undefined && isPeriodName(name) && onChange(namedPeriod(name))}
      >
        {periodNames.map(name => (
          <Toggle key={name} value={name} className={styles.segment}>
            {text(`period_${name}`)}
          </Toggle>
        ))}
      </ToggleGroup>
      <DatesButton period={period} onChange={onChange} isChosen={!isNamed} />
    </div>
  )
}

function DatesButton({ period, onChange, isChosen }: PeriodControlProps & { isChosen: boolean }) {
  const text = useText()
  const labels = usePeriodLabels()
  const { module: loaded, isInitiallyOpen, handlers } = useLazyTrigger(periodDates)
  const trigger = (
    <button
      type="button"
      className={classNames(styles.segment, isChosen && styles.chosen)}
      aria-label={`${text('period_dates_choose')}: ${labels.button(period)}`}
    >
      <Icon name="calendar" size={12} />
      {labels.button(period)}
    </button>
  )
  if (loaded !== null) return <loaded.PeriodDates {...{ trigger, period, onChange, isInitiallyOpen }} />
  return plainTrigger(trigger, handlers, { 'aria-haspopup': 'dialog', 'aria-expanded': false })
}
