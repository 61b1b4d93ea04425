import { type Day, parseDay, toIsoDate } from '@plumbline/charts'
import type { Period, PeriodName } from '@plumbline/contract'
import { type ReactNode, useContext, useState } from 'react'
import { parseTypedDate } from '../../lib/format/parse-date.ts'
import { DateSettingsContext, useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { RangeCalendar } from '../../ui/calendar/range-calendar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import chip from '../chip.module.css'
import { customPeriod, isPeriodName, namedPeriod } from '../filter.ts'
import styles from './date-range.module.css'
import { periodDays, presetDays } from './period-days.ts'

interface DateRangeProps {
  period: Period
  onChoose: (period: Period) => void
  /** The cancel button, where there is one. */
  cancel?: ReactNode
}

/** Selects a calendar year, or two dates by keyboard or calendar. */
export function DateRange({ period, onChoose, cancel }: DateRangeProps) {
  const text = useText()
  const { lists } = useSettingsData()
  const least = lists.date_picker_range.min
  const most = lists.date_picker_range.max
  const [opened] = useState(() => periodDays(period, toDay(least), toDay(most)))
  const [from, setFrom] = useState<Day | null>(opened.from)
  const [to, setTo] = useState<Day | null>(opened.to)
  // A pick in the calendar replaces what is typed.
  const [picks, setPicks] = useState(0)

  const pick = (day: Day) => {
    setPicks(picks + 1)
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
      <Years chosen={period.name} least={least} onChoose={onChoose} />
      {most !== null && <Presets most={most} from={from} to={to} onChoose={onChoose} />}
      <div className={styles.dates}>
        <DateInput
          key={`from ${picks}`}
          label={text('period_first_day')}
          value={from}
          {...{ least, most }}
          onChange={setFrom}
        />
        <span className={styles.dash}>–</span>
        <DateInput
          key={`to ${picks}`}
          label={text('period_last_day')}
          value={to}
          {...{ least, most }}
          onChange={setTo}
        />
      </div>
      <RangeCalendar from={from} to={to} least={toDay(least)} most={toDay(most)} onPick={pick} />
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

interface YearsProps {
  chosen: Period['name']
  least: string | null
  onChoose: (period: Period) => void
}

/** The calendar years with data, and the first day of all. */
function Years({ chosen, least, onChoose }: YearsProps) {
  const text = useText()
  const format = useFormat()
  const { lists } = useSettingsData()
  const years = lists.period_names
    .map(({ id }) => id)
    .filter(isYear)
    .sort()
  if (years.length === 0 && least === null) return null
  return (
    <div className={styles.years}>
      {years.map(year => (
        <button
          key={year}
          type="button"
          aria-pressed={chosen === year}
          className={classNames(chip.chip, chip.box, styles.year, chosen === year && chip.on)}
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
  )
}

interface PresetsProps {
  most: string
  from: Day | null
  to: Day | null
  onChoose: (period: Period) => void
}

/** The last month and the quarters around the last day with data. */
function Presets({ most, from, to, onChoose }: PresetsProps) {
  const text = useText()
  return (
    <div className={styles.years}>
      {Object.entries(presetDays(parseDay(most))).map(([name, days]) => (
        <button
          key={name}
          type="button"
          aria-pressed={days.from === from && days.to === to}
          className={classNames(chip.chip, chip.box, styles.year)}
          onClick={() => {
            if (days.from !== null && days.to !== null)
              onChoose(customPeriod(toIsoDate(days.from), toIsoDate(days.to)))
          }}
        >
          {text(`period_preset_${name as PresetName}`)}
        </button>
      ))}
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

/** A date typed in the user's format. What is no date within the limits is kept as typed and marked. */
function DateInput({ label, value, least, most, onChange }: DateInputProps) {
  const format = useFormat()
  const { format: dateFormat } = useContext(DateSettingsContext)
  const [typed, setTyped] = useState<string | null>(null)
  const read = (text: string) => {
    const date = parseTypedDate(text, dateFormat)
    return date === null || (least !== null && date < least) || (most !== null && date > most) ? null : date
  }
  return (
    <TextInput
      size="small"
      aria-label={label}
      className={styles.input}
      value={typed ?? (value === null ? '' : format.date(toIsoDate(value)))}
      placeholder={most === null ? undefined : format.date(most)}
      aria-invalid={(typed !== null && typed !== '' && read(typed) === null) || undefined}
      autoComplete="off"
      onChange={event => {
        setTyped(event.target.value)
        const date = read(event.target.value)
        onChange(date === null ? null : parseDay(date))
      }}
      onBlur={() => {
        if (typed !== null && read(typed) !== null) setTyped(null)
      }}
    />
  )
}

function toDay(date: string | null): Day | null {
  return date === null ? null : parseDay(date)
}

type PresetName = keyof ReturnType<typeof presetDays>

function isYear(name: string): name is PeriodName {
  return isPeriodName(name) && /^\d{4}$/.test(name)
}
