import { Popover } from '@base-ui/react/popover'
import { parseDay, toIsoDate } from '@plumbline/charts'
import { type ReactElement, useState } from 'react'
import { classNames } from '../class-names.ts'
import popup from '../overlay/popup/popup.module.css'
import { popupPlacing } from '../overlay/popup/popup-placing.ts'
import type { InitialOpenState } from '../overlay/popup/use-lazy-trigger.ts'
import styles from './date-calendar.module.css'
import { RangeCalendar } from './range-calendar.tsx'

interface DateCalendarProps extends InitialOpenState {
  trigger: ReactElement
  label: string
  /** The chosen date as 2026-11-13. */
  value: string | null
  onPick: (date: string) => void
}

/** The years on offer; other dates can be typed. */
const limits = { least: parseDay('1970-01-01'), most: parseDay('2099-12-31') }

/** A calendar in a popover; a pick closes it. */
export function DateCalendar({ trigger, label, value, onPick, isInitiallyOpen }: DateCalendarProps) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen)
  const day = value === null ? null : parseDay(value)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner
          {...popupPlacing}
          className={classNames(popup.positioner, popup.above)}
          align="end"
          sideOffset={6}
        >
          <Popover.Popup className={classNames(popup.popup, styles.popup)}>
            <Popover.Title className="visually-hidden">{label}</Popover.Title>
            <RangeCalendar
              from={day}
              to={day}
              {...limits}
              onPick={picked => {
                setIsOpen(false)
                onPick(toIsoDate(picked))
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
