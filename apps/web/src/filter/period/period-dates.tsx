import { Popover } from '@base-ui/react/popover'
import type { Period } from '@plumbline/contract'
import { type ReactElement, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import popup from '../../ui/overlay/popup/popup.module.css'
import { popupPlacing } from '../../ui/overlay/popup/popup-placing.ts'
import type { InitialOpenState } from '../../ui/overlay/popup/use-lazy-trigger.ts'
import { DateRange } from './date-range.tsx'
import styles from './period-dates.module.css'

interface PeriodDatesProps extends InitialOpenState {
  trigger: ReactElement
  period: Period
  onChange: (period: Period) => void
}

/** Calendar years and dates in a popover. */
export function PeriodDates({ trigger, period, onChange, isInitiallyOpen }: PeriodDatesProps) {
  const text = useText()
  const [isOpen, setIsOpen] = useState(isInitiallyOpen)
  const choose = (next: Period) => {
    setIsOpen(false)
    onChange(next)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner {...popupPlacing} className={popup.positioner} align="start" sideOffset={8}>
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
  )
}
