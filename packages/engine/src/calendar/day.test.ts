import { describe, expect, it } from 'vitest'
import { addMonths, dateParts, dayFromParts, parseDay, toIsoDate } from './day.ts'

describe('a day number', () => {
  it('converts to the parts of Date and back on every day of three centuries', () => {
    const wrong: string[] = []
    for (let day = parseDay('1850-01-01'); day <= parseDay('2150-12-31'); day += 1) {
      const { year, month, dayOfMonth } = dateParts(day)
      const date = new Date(day * 86_400_000)
      const isSame =
        year === date.getUTCFullYear() && month === date.getUTCMonth() + 1 && dayOfMonth === date.getUTCDate()
      if (!isSame || dayFromParts(year, month, dayOfMonth) !== day) wrong.push(toIsoDate(day))
    }
    expect(wrong).toEqual([])
  })

  it('is clamped to the end of a shorter month', () => {
    expect(toIsoDate(addMonths(parseDay('2024-05-31'), -3))).toBe('2024-02-29')
    expect(toIsoDate(addMonths(parseDay('2023-05-31'), -3))).toBe('2023-02-28')
    expect(toIsoDate(addMonths(parseDay('2023-12-31'), 2))).toBe('2024-02-29')
    expect(toIsoDate(dayFromParts(2023, 14, 31))).toBe('2024-02-29')
    expect(toIsoDate(dayFromParts(2024, 0, 1))).toBe('2023-12-01')
  })
})
