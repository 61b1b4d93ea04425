import { parseDay, toIsoDate } from '@plumbline/engine'
import { describe, expect, it } from 'vitest'
import { lastComplete, nextDue } from './cadence.ts'

const last = (cadence: Parameters<typeof lastComplete>[0], today: string) => {
  const { from, to } = lastComplete(cadence, parseDay(today))
  return `${toIsoDate(from)} ${toIsoDate(to)}`
}

describe('the last complete period', () => {
  it.each([
    ['daily', '2026-03-01', '2026-02-28 2026-02-28'],
    ['weekly', '2026-11-15', '2026-11-02 2026-11-08'],
    ['weekly', '2026-11-16', '2026-11-09 2026-11-15'],
    ['monthly', '2028-03-01', '2028-02-01 2028-02-29'],
    ['quarterly', '2026-01-01', '2025-10-01 2025-12-31'],
    ['quarterly', '2026-11-15', '2026-07-01 2026-09-30'],
    ['yearly', '2026-12-31', '2025-01-01 2025-12-31'],
  ] as const)('for %s on %s is %s', (cadence, today, expected) => {
    expect(last(cadence, today)).toBe(expected)
  })

  it('is followed by the next one without a gap', () => {
    for (const cadence of ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const) {
      const today = parseDay('2026-11-15')
      const due = nextDue(cadence, today)
      expect(lastComplete(cadence, due).from).toBe(lastComplete(cadence, today).to + 1)
    }
  })
})
