import { expect, it } from 'vitest'
import { railEntries } from './rail-months.ts'

const keys = (input: Parameters<typeof railEntries>[0]) => railEntries(input).map(({ key }) => key)

it('lists the months of a year, newest first as the list', () => {
  const range = { first: '2026-01-05', last: '2026-03-16', current: '2026-03-02' }
  expect(keys({ ...range, isNewestFirst: true })).toEqual(['2026-03', '2026-02', '2026-01'])
  expect(keys({ ...range, isNewestFirst: false })).toEqual(['2026-01', '2026-02', '2026-03'])
})

it('opens the year in view and folds the others', () => {
  const range = { first: '2023-11-05', last: '2025-06-16', isNewestFirst: true }
  expect(keys({ ...range, current: '2023-12-01' })).toEqual(['2025', '2024', '2023-12', '2023-11'])
})

it('opens a month at its last day, or at its first where the oldest come first', () => {
  const range = { first: '2024-02-01', last: '2024-02-29', current: '2024-02-10' }
  expect(railEntries({ ...range, isNewestFirst: true })[0]?.date).toBe('2024-02-29')
  expect(railEntries({ ...range, isNewestFirst: false })[0]?.date).toBe('2024-02-01')
})
