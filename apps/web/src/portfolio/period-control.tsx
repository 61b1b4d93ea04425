import { Popover } from '@base-ui/react/popover'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { Period } from '@plumbline/contract'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import popup from '../ui/popup.module.css'
import { DateRange } from './date-range.tsx'
import { isPeriodName, namedPeriod, periodNames } from './filter.ts'
import styles from './period-control.module.css'
import { usePeriodWords } from './period-words.ts'

interface PeriodControlProps {
  period: Period
  onChange: (period: Period) => void
}

/** Named periods in one row, and behind the last one calendar years and dates. */
export function PeriodControl({ period, onChange }: PeriodControlProps) {
  const text = useText()
  const words = usePeriodWords()
  const [isOpen, setIsOpen] = useState(false)
  const choose = (next: Period) => {
    setIsOpen(false)
    onChange(next)
  }
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
      <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
        <Popover.Trigger
          className={classNames(styles.segment, !isNamed && styles.chosen)}
          aria-label={`${text('period_dates_choose')}: ${words.button(period)}`}
        >
          <Icon name="calendar" size={12} />
          {words.button(period)}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className={popup.positioner} align="start" sideOffset={8} collisionPadding={8}>
            <Popover.Popup className={classNames(popup.popup, styles.popup)}>
              <Popover.Title className="visually-hidden">{text('period')}</Popover.Title>
              <DateRange
                period={period}
                onChoose={choose}
                cancel={
                  <Button size="small" onClick={() => setIsOpen(false)}>
                    {text('cancel')}
                  </Button>
                }
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}
