import { describe, expect, it } from 'vitest'
import { parseDay, toIsoDate } from './day.ts'
import { easterSunday, isMarketClosed } from './market-holidays.ts'

const closed = (exchange: string | null, year: number) => {
  const days: string[] = []
  for (let day = parseDay(`${year}-01-01`); day <= parseDay(`${year}-12-31`); day += 1)
    if (isMarketClosed(exchange, day) && !isMarketClosed(null, day)) days.push(toIsoDate(day).slice(5))
  return days.join(' ')
}

describe('the calendar of an exchange', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2038, '2038-04-25'],
  ])('finds Easter of %i', (year, expected) => {
    expect(toIsoDate(easterSunday(year))).toBe(expected)
  })

  // As published by the exchanges.
  it.each([
    ['New York', 2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'],
    ['XNYS', 2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26'],
    ['Zurich', 2026, '01-01 01-02 04-03 04-06 05-01 05-14 05-25 12-24 12-25 12-31'],
    ['Xetra', 2026, '01-01 04-03 04-06 05-01 12-24 12-25 12-31'],
    ['Paris', 2025, '01-01 04-18 04-21 05-01 12-25 12-26'],
    ['London', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    ['LSE', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  ])('%s closes in %i on these weekdays', (exchange, year, expected) => {
    expect(closed(exchange, year)).toBe(expected)
  })

  it('knows weekends only for an exchange that is not listed', () => {
    expect([
      isMarketClosed('Elsewhere', parseDay('2026-12-25')),
      isMarketClosed(null, parseDay('2026-12-26')),
    ]).toEqual([false, true])
    expect(isMarketClosed('constructor', parseDay('2026-12-25'))).toBe(false)
  })
})
