import { describe, expect, it } from 'vitest'
import { dayIn, formatAgo, formatDate, formatDay, formatMoment, formatWeekday } from './dates.ts'

const now = new Date('2026-11-13T12:00:00Z')

describe('dates', () => {
  it.each([
    ['d MMM yyyy', '13 Nov 2026', '5 Aug 2024'],
    ['MMM d, yyyy', 'Nov 13, 2026', 'Aug 5, 2024'],
    ['dd.MM.yyyy', '13.11.2026', '05.08.2024'],
    ['yyyy-MM-dd', '2026-11-13', '2024-08-05'],
  ] as const)('are written by the setting %s', (format, late, early) => {
    expect(formatDate('2026-11-13', format, 'en-US')).toBe(late)
    expect(formatDate('2024-08-05', format, 'en-US')).toBe(early)
  })

  it('name months in the requested language', () => {
    expect(formatDate('2026-03-05', 'd MMM yyyy', 'de')).toBe('5. Mär 2026')
    expect(formatDate('2026-12-31', 'd MMM yyyy', 'de')).toBe('31. Dez 2026')
  })

  it('include the weekday in the long form', () => {
    expect(formatWeekday('2024-08-05', 'd MMM yyyy', 'en-US')).toBe('Mon 5 Aug 2024')
    expect(formatWeekday('2026-11-15', 'dd.MM.yyyy', 'de')).toBe('So 15.11.2026')
  })

  it('omit the year in the short form', () => {
    expect(formatDay('2026-11-13', 'd MMM yyyy', 'en-US')).toBe('13 Nov')
    expect(formatDay('2026-11-03', 'dd.MM.yyyy', 'de')).toBe('03.11.')
  })

  it('never shift by a day in any time zone', () => {
    expect(formatDate('2026-01-01', 'yyyy-MM-dd', 'en-US')).toBe('2026-01-01')
  })
})

describe('points in time', () => {
  it('are formatted in the time zone of the user', () => {
    const moment = new Date('2026-11-13T23:30:00Z')
    expect(dayIn(moment, 'Europe/Zurich')).toBe('2026-11-14')
    expect(dayIn(moment, 'America/New_York')).toBe('2026-11-13')
    expect(dayIn(moment, 'Nowhere/Land')).toBe(dayIn(moment, 'UTC'))
    const style = { format: 'd MMM yyyy', language: 'en-US' } as const
    expect(formatMoment(moment, now, { ...style, timeZone: 'Europe/Zurich' })).toBe('14 Nov, 00:30')
    expect(formatMoment(new Date('2025-02-01T08:12:00Z'), now, { ...style, timeZone: 'UTC' })).toBe(
      '1 Feb 2025, 08:12',
    )
  })

  it.each([
    ['2026-11-13T11:59:30Z', 'now', 'jetzt'],
    ['2026-11-13T11:55:00Z', '5 minutes ago', 'vor 5 Minuten'],
    ['2026-11-13T09:00:00Z', '3 hours ago', 'vor 3 Stunden'],
    ['2026-11-12T11:00:00Z', 'yesterday', 'gestern'],
    ['2026-11-11T11:00:00Z', '2 days ago', 'vorgestern'],
    ['2026-11-14T11:00:00Z', 'now', 'jetzt'],
  ])('%s is %s', (moment, english, german) => {
    expect(formatAgo(new Date(moment), now, 'en-US')).toBe(english)
    expect(formatAgo(new Date(moment), now, 'de')).toBe(german)
  })

  it('are formatted as a date after a week', () => {
    expect(formatAgo(new Date('2026-11-06T11:00:00Z'), now, 'en-US')).toBeNull()
  })
})
