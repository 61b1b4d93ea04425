import { parseDay, toIsoDate } from '@plumbline/engine'
import { describe, expect, it } from 'vitest'
import { momentIn, morningHour, readClock } from './local-clock.ts'

const morning = (day: string, zone: string | null) =>
  new Date(momentIn(parseDay(day), morningHour, zone)).toISOString()

describe('the morning of a day', () => {
  it.each([
    // Clocks go forward on 8 March 2026 in Los Angeles and on 29 March in Zurich.
    ['2026-03-07', 'America/Los_Angeles', '2026-03-07T14:00:00.000Z'],
    ['2026-03-08', 'America/Los_Angeles', '2026-03-08T13:00:00.000Z'],
    ['2026-03-28', 'Europe/Zurich', '2026-03-28T05:00:00.000Z'],
    ['2026-03-29', 'Europe/Zurich', '2026-03-29T04:00:00.000Z'],
    // They go back on 25 October in Zurich and on 1 November in Los Angeles.
    ['2026-10-24', 'Europe/Zurich', '2026-10-24T04:00:00.000Z'],
    ['2026-10-25', 'Europe/Zurich', '2026-10-25T05:00:00.000Z'],
    ['2026-10-31', 'America/Los_Angeles', '2026-10-31T13:00:00.000Z'],
    ['2026-11-01', 'America/Los_Angeles', '2026-11-01T14:00:00.000Z'],
    ['2026-06-01', 'Asia/Kathmandu', '2026-06-01T00:15:00.000Z'],
    ['2026-06-01', 'Pacific/Kiritimati', '2026-05-31T16:00:00.000Z'],
    ['2026-06-01', null, '2026-06-01T06:00:00.000Z'],
    ['2026-06-01', 'No/Such_Zone', '2026-06-01T06:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, expected) => {
    expect(morning(day, zone)).toBe(expected)
  })
})

describe('the clock of a user', () => {
  it.each([
    ['2026-03-08T12:59:59Z', 'America/Los_Angeles', '2026-03-08', '2026-03-07'],
    ['2026-03-08T13:00:00Z', 'America/Los_Angeles', '2026-03-08', '2026-03-08'],
    ['2026-11-01T13:59:59Z', 'America/Los_Angeles', '2026-11-01', '2026-10-31'],
    ['2026-11-01T14:00:00Z', 'America/Los_Angeles', '2026-11-01', '2026-11-01'],
    ['2026-03-29T03:59:59Z', 'Europe/Zurich', '2026-03-29', '2026-03-28'],
    ['2026-03-29T04:00:00Z', 'Europe/Zurich', '2026-03-29', '2026-03-29'],
    ['2026-10-25T04:59:59Z', 'Europe/Zurich', '2026-10-25', '2026-10-24'],
    ['2026-10-25T05:00:00Z', 'Europe/Zurich', '2026-10-25', '2026-10-25'],
  ])('at %s in %s shows %s, and the last morning is %s', (moment, zone, today, last) => {
    const clock = readClock(moment, zone)
    expect([toIsoDate(clock.today), toIsoDate(clock.morning)]).toEqual([today, last])
  })

  it('has one morning per day across both changes of the clock, in every zone', () => {
    for (const zone of ['America/Los_Angeles', 'Europe/Zurich', 'Australia/Lord_Howe', 'America/Santiago']) {
      const mornings = new Set<number>()
      const start = Date.parse('2026-01-01T00:00:00Z')
      for (let hours = 0; hours < 366 * 24; hours += 1)
        mornings.add(readClock(new Date(start + hours * 3_600_000).toISOString(), zone).morning)
      const sorted = [...mornings].sort((a, b) => a - b)
      expect(sorted.at(-1)).toBe((sorted[0] ?? 0) + sorted.length - 1)
    }
  })
})
