import { type Day, parseDay, toIsoDate, toWeekday, toYear } from '@plumbline/charts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from '../display/icon-button.tsx'
import { addMonths, anyMonday, type MonthGrid, monthGrid } from './month-grid.ts'
import styles from './range-calendar.module.css'

interface RangeCalendarProps {
  from: Day | null
  to: Day | null
  /** Days outside cannot be chosen; null means no limit. */
  least: Day | null
  most: Day | null
  onPick: (day: Day) => void
}

/** Two months side by side in one tab stop: arrows move by day and week, Page keys by month, with Shift by year. */
export function RangeCalendar({ from, to, least, most, onPick }: RangeCalendarProps) {
  const text = useText()
  const [focused, setFocused] = useState<Day>(() => to ?? from ?? latestDay(most))
  const [shown, setShown] = useState<Day>(() => addMonths(monthGrid(focused).first, -1))
  const isMoved = useRef(false)
  const frame = useRef<HTMLDivElement>(null)
  const year = toYear(addMonths(shown, 1))
  const months = [monthGrid(shown), monthGrid(addMonths(shown, 1))]

  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    frame.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  }, [focused])

  const moveTo = (day: Day) => {
    const next = Math.max(least ?? day, Math.min(most ?? day, day))
    isMoved.current = true
    setFocused(next)
    const first = monthGrid(next).first
    if (first < shown) setShown(first)
    else if (first > addMonths(shown, 1)) setShown(addMonths(first, -1))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, Day> = {
      ArrowLeft: focused - 1,
      ArrowRight: focused + 1,
      ArrowUp: focused - 7,
      ArrowDown: focused + 7,
      PageUp: addMonths(focused, event.shiftKey ? -12 : -1),
      PageDown: addMonths(focused, event.shiftKey ? 12 : 1),
      Home: focused - toWeekday(focused),
      End: focused - toWeekday(focused) + 6,
    }
    const target = moves[event.key]
    if (target === undefined || !(event.target instanceof Element && event.target.matches('[data-day]')))
      return
    event.preventDefault()
    moveTo(target)
  }
  // The focused day must be visible, or Tab finds no day.
  const isInView = months.some(({ weeks }) => weeks.flat().includes(focused))
  const tabStop = isInView ? focused : shown

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are for the days within.
    <div ref={frame} className={styles.calendar} onKeyDown={onKeyDown}>
      {least !== null && most !== null && (
        <YearSelect
          first={toYear(least)}
          last={toYear(most)}
          year={year}
          onYear={next => setShown(addMonths(shown, 12 * (next - year)))}
        />
      )}
      <IconButton
        icon="chevron-left"
        size="small"
        className={styles.previous}
        label={text('calendar_previous')}
        disabled={least !== null && shown <= least}
        onClick={() => setShown(addMonths(shown, -1))}
      />
      {months.map(month => (
        <Month key={month.first} {...{ month, from, to, least, most, tabStop }} onPick={onPick} />
      ))}
      <IconButton
        icon="chevron-right"
        size="small"
        className={styles.next}
        label={text('calendar_next')}
        disabled={most !== null && addMonths(shown, 2) > most}
        onClick={() => setShown(addMonths(shown, 1))}
      />
    </div>
  )
}

interface YearSelectProps {
  first: number
  last: number
  year: number
  onYear: (year: number) => void
}

function YearSelect({ first, last, year, onYear }: YearSelectProps) {
  const text = useText()
  return (
    <label className={styles.year}>
      <span className="visually-hidden">{text('calendar_year')}</span>
      <select value={year} onChange={event => onYear(Number(event.target.value))}>
        {Array.from({ length: last - first + 1 }, (_, index) => last - index).map(each => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}

interface MonthProps extends RangeCalendarProps {
  month: MonthGrid
  tabStop: Day
}

function Month({ month, from, to, least, most, tabStop, onPick }: MonthProps) {
  const language = useLanguage()
  const format = useFormat()
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(toIsoDate(month.first)),
  )
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <table className={styles.month}>
      <caption className={styles.name}>{name}</caption>
      <thead>
        <tr>
          {[0, 1, 2, 3, 4, 5, 6].map(day => (
            <th key={day} scope="col">
              {weekday.format(new Date(toIsoDate(anyMonday + day))).slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks of a month never move.
          <tr key={row}>
            {week.map((day, column) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: days of a week never move.
                <td key={column} />
              ) : (
                <td key={day} className={classNames(isWithin(day, from, to) && styles.within)}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === tabStop ? 0 : -1}
                    aria-label={format.weekday(toIsoDate(day))}
                    aria-pressed={day === from || day === to}
                    disabled={(least !== null && day < least) || (most !== null && day > most)}
                    className={classNames(styles.day, toWeekday(day) > 4 && styles.weekend)}
                    onClick={() => onPick(day)}
                  >
                    {Number(toIsoDate(day).slice(8))}
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Today, or the last day that can be chosen before it. */
function latestDay(most: Day | null): Day {
  return Math.min(parseDay(new Date().toISOString()), most ?? Number.POSITIVE_INFINITY)
}

function isWithin(day: Day, from: Day | null, to: Day | null): boolean {
  return from !== null && to !== null && day >= from && day <= to
}
