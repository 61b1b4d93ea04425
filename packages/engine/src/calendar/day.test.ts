import { describe, expect, it } from 'vitest'
import { addMonths, dayFromParts, dayOf, isoOf, partsOf } from './day.ts'

describe('days', () => {
  it('have the parts that the calendar says, on every day of three centuries', () => {
    const wrong: string[] = []
    for (let day = dayOf('1850-01-01'); day <= dayOf('2150-12-31'); day += 1) {
      const { year, month, dayOfMonth } = partsOf(day)
      const date = new Date(day * 86_400_000)
      const isSame =
        year === date.getUTCFullYear() && month === date.getUTCMonth() + 1 && dayOfMonth === date.getUTCDate()
      if (!isSame || dayFromParts(year, month, dayOfMonth) !== day) wrong.push(isoOf(day))
    }
    expect(wrong).toEqual([])
  })

  it('are clamped to the end of a shorter month', () => {
    expect(isoOf(addMonths(dayOf('2024-05-31'), -3))).toBe('2024-02-29')
    expect(isoOf(addMonths(dayOf('2023-05-31'), -3))).toBe('2023-02-28')
    expect(isoOf(addMonths(dayOf('2023-12-31'), 2))).toBe('2024-02-29')
    expect(isoOf(dayFromParts(2023, 14, 31))).toBe('2024-02-29')
    expect(isoOf(dayFromParts(2024, 0, 1))).toBe('2023-12-01')
  })
})
