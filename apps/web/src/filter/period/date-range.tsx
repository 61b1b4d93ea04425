import { type Day, parseDay, toIsoDate } from '@plumbline/charts'
import type { Period, PeriodName } from '@plumbline/contract'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import chip from '../chip.module.css'
import { customPeriod, isPeriodName, namedPeriod } from '../filter.ts'
import styles from './date-range.module.css'
import { RangeCalendar } from './range-calendar.tsx'

interface DateRangeProps {
  period: Period
  onChoose: (period: Period) => void
  /** The cancel button, where there is one. */
  cancel?: ReactNode
}

/** Selects a calendar year, or two dates by keyboard or calendar. */
export function DateRange({ period, onChoose, cancel }: DateRangeProps) {
  const text = useText()
  const format = useFormat()
  const { lists } = useSettingsData()
  const [from, setFrom] = useState<Day | null>(
    period.start_date === null ? null : parseDay(period.start_date),
  )
  const [to, setTo] = useState<Day | null>(period.end_date === null ? null : parseDay(period.end_date))
  const least = lists.date_picker_range.min
  const most = lists.date_picker_range.max
  const years = lists.period_names
    .map(({ id }) => id)
    .filter(isYear)
    .sort()

  const pick = (day: Day) => {
    // The first press starts a new range; the second completes it, in any order.
    if (from === null || to !== null) {
      setFrom(day)
      setTo(null)
    } else {
      setFrom(Math.min(from, day))
      setTo(Math.max(from, day))
    }
  }
  const isComplete = from !== null && to !== null
  return (
    <div className={styles.range}>
      {(years.length > 0 || least !== null) && (
        <div className={styles.years}>
          {years.map(year => (
            <button
              key={year}
              type="button"
              aria-pressed={period.name === year}
              className={classNames(chip.chip, chip.box, styles.year, period.name === year && chip.on)}
              onClick={() => onChoose(namedPeriod(year))}
            >
              {year}
            </button>
          ))}
          <span className={styles.spacer} />
          {least !== null && (
            <span className={styles.note}>{text('period_from_first', { date: format.date(least) })}</span>
          )}
        </div>
      )}
      <div className={styles.dates}>
        <DateInput label={text('period_first_day')} value={from} {...{ least, most }} onChange={setFrom} />
        <span className={styles.dash}>–</span>
        <DateInput label={text('period_last_day')} value={to} {...{ least, most }} onChange={setTo} />
      </div>
      <RangeCalendar
        from={from}
        to={to}
        least={least === null ? null : parseDay(least)}
        most={most === null ? null : parseDay(most)}
        onPick={pick}
      />
      <div className={styles.foot}>
        <span className={styles.note} aria-live="polite">
          {text(
            from === null ? 'period_choose_first' : isComplete ? 'period_named_clears' : 'period_choose_last',
          )}
        </span>
        <span className={styles.spacer} />
        {cancel}
        <Button
          variant="primary"
          size="small"
          disabled={!isComplete}
          onClick={() => isComplete && onChoose(customPeriod(toIsoDate(from), toIsoDate(to)))}
        >
          {text('period_set')}
        </Button>
      </div>
    </div>
  )
}

interface DateInputProps {
  label: string
  value: Day | null
  least: string | null
  most: string | null
  onChange: (day: Day | null) => void
}

function DateInput({ label, value, least, most, onChange }: DateInputProps) {
  return (
    <TextInput
      type="date"
      size="small"
      aria-label={label}
      className={styles.input}
      value={value === null ? '' : toIsoDate(value)}
      min={least ?? undefined}
      max={most ?? undefined}
      onChange={event => onChange(event.target.value === '' ? null : parseDay(event.target.value))}
    />
  )
}

function isYear(name: string): name is PeriodName {
  return isPeriodName(name) && /^\d{4}$/.test(name)
}
