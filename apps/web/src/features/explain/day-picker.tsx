import { Popover } from '@base-ui/react/popover'
import { type Day, parseDay, toIsoDate } from '@plumbline/charts'
import { useState } from 'react'
import { formatDateRange } from '../../filter/period/period-labels.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { RangeCalendar } from '../../ui/calendar/range-calendar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { buttonClass } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import popup from '../../ui/overlay/popup/popup.module.css'
import { popupPlacing } from '../../ui/overlay/popup/popup-placing.ts'
import styles from './explain.module.css'

interface DayPickerProps {
  from: string
  to: string
  onDays: (from: string, to: string) => void
}

/** Selects the explained days in a calendar: one click for a day, two for a range. */
export function DayPicker({ from, to, onDays }: DayPickerProps) {
  const text = useText()
  const format = useFormat()
  const { lists } = useSettingsData()
  const range = lists.date_picker_range
  const [isOpen, setIsOpen] = useState(false)
  const [first, setFirst] = useState<Day | null>(null)
  const isDay = from === to
  const days = isDay ? format.weekday(from) : formatDateRange(from, to, text, format)
  const pick = (day: Day) => {
    if (isDay) {
      setIsOpen(false)
      onDays(toIsoDate(day), toIsoDate(day))
    } else if (first === null) setFirst(day)
    else {
      setIsOpen(false)
      setFirst(null)
      onDays(toIsoDate(Math.min(first, day)), toIsoDate(Math.max(first, day)))
    }
  }
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={open => {
        setIsOpen(open)
        setFirst(null)
      }}
    >
      <Popover.Trigger
        className={buttonClass({ size: 'small' })}
        aria-label={`${text('explain_dates')}: ${days}`}
      >
        {days}
        <Icon name="calendar" size={14} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner
          {...popupPlacing}
          className={classNames(popup.positioner, popup.above)}
          align="start"
          sideOffset={6}
        >
          <Popover.Popup className={classNames(popup.popup, styles.calendar)}>
            <Popover.Title className="visually-hidden">{text('explain_dates')}</Popover.Title>
            <RangeCalendar
              from={first ?? parseDay(from)}
              to={first === null ? parseDay(to) : null}
              least={range?.min ? parseDay(range.min) : null}
              most={range?.max ? parseDay(range.max) : null}
              onPick={pick}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
