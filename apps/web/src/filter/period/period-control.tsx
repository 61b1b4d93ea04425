import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { Period } from '@plumbline/contract'
import { laterPart } from '../../lib/browser/later-part.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { plainTrigger, useLaterTrigger } from '../../ui/overlay/use-later-trigger.ts'
import { isPeriodName, namedPeriod, periodNames } from '../filter.ts'
import styles from './period-control.module.css'
import { usePeriodWords } from './period-words.ts'

/** A calendar is a large part of the code, and most visits choose a named period or none. */
export const periodDates = laterPart(() => import('./period-dates.tsx'))

interface PeriodControlProps {
  period: Period
  onChange: (period: Period) => void
}

/** Named periods in one row, and behind the last one calendar years and dates. */
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
  const words = usePeriodWords()
  const { module: parts, isOpenAtFirst, handlers } = useLaterTrigger(periodDates)
  const trigger = (
    <button
      type="button"
      className={classNames(styles.segment, isChosen && styles.chosen)}
      aria-label={`${text('period_dates_choose')}: ${words.button(period)}`}
    >
      <Icon name="calendar" size={12} />
      {words.button(period)}
    </button>
  )
  if (parts !== null) return <parts.PeriodDates {...{ trigger, period, onChange, isOpenAtFirst }} />
  return plainTrigger(trigger, handlers, { 'aria-haspopup': 'dialog', 'aria-expanded': false })
}
