import { useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Popover } from '../../ui/overlay/popover.tsx'
import { type EventRange, isRange, maxDays, type RangeChoice, rangeNames } from './event-range.ts'
import styles from './events.module.css'

interface EventRangeControlProps {
  choice: RangeChoice
  /** The range shown. */
  shown: EventRange | undefined
  onChoice: (choice: RangeChoice) => void
}

/** Selects the range: a named one, or a custom start and end. */
export function EventRangeControl({ choice, shown, onChoice }: EventRangeControlProps) {
  const text = useText()
  return (
    <>
      <Segmented
        size="small"
        label={text('events_range')}
        segments={rangeNames.map(name => ({ value: name as string, label: text(`events_range_${name}`) }))}
        value={choice.name}
        onChange={chosen => {
          const name = rangeNames.find(one => one === chosen)
          if (name !== undefined) onChoice({ name })
        }}
      />
      <Popover
        align="end"
        title={text('events_range_own')}
        trigger={<IconButton icon="calendar" label={text('events_range_own')} isOn={choice.name === 'own'} />}
      >
        <CustomRange
          key={`${shown?.start_date} ${shown?.end_date}`}
          shown={shown}
          onRange={range => onChoice({ name: 'own', range })}
        />
      </Popover>
    </>
  )
}

interface CustomRangeProps {
  shown: EventRange | undefined
  onRange: (range: EventRange) => void
}

/** A custom range. It takes effect once valid; until then a hint explains the limits. */
function CustomRange({ shown, onRange }: CustomRangeProps) {
  const text = useText()
  const [range, setRange] = useState<EventRange>(shown ?? { start_date: '', end_date: '' })
  const change = (next: EventRange) => {
    setRange(next)
    if (isRange(next)) onRange(next)
  }
  return (
    <div className={styles.dates}>
      <Field label={text('events_range_from')}>
        <DateInput
          size="small"
          value={range.start_date}
          onChange={event => change({ ...range, start_date: event.target.value })}
        />
      </Field>
      <Field
        label={text('events_range_to')}
        error={isRange(range) ? undefined : text('events_range_wrong', { count: maxDays })}
      >
        <DateInput
          size="small"
          value={range.end_date}
          onChange={event => change({ ...range, end_date: event.target.value })}
        />
      </Field>
    </div>
  )
}
