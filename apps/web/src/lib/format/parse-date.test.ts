import { expect, it } from 'vitest'
import { parseTypedDate } from './parse-date.ts'

it.each([
  ['13 Nov 2026', 'd MMM yyyy', '2026-11-13'],
  ['5. Mär 2026', 'd MMM yyyy', '2026-03-05'],
  ['Nov 13, 2026', 'MMM d, yyyy', '2026-11-13'],
  ['11/13/2026', 'MMM d, yyyy', '2026-11-13'],
  ['13.11.2026', 'dd.MM.yyyy', '2026-11-13'],
  ['1.2.26', 'dd.MM.yyyy', '2026-02-01'],
  ['2026-11-13', 'dd.MM.yyyy', '2026-11-13'],
  ['31.2.2026', 'dd.MM.yyyy', null],
  ['tomorrow', 'dd.MM.yyyy', null],
] as const)('reads %s in the format %s as %s', (typed, format, date) => {
  expect(parseTypedDate(typed, format)).toBe(date)
})
