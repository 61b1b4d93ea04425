import { describe, expect, it } from 'vitest'
import { contract } from '../contract.ts'
import { filterBody, period } from './filter.ts'

const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? []

describe('a period', () => {
  it('defaults to everything', () => {
    expect(period.parse({})).toEqual({ name: 'all', start_date: null, end_date: null })
  })

  it('accepts a listed name or a calendar year', () => {
    for (const name of ['ytd', '5y', '2024', '1999']) expect(period.parse({ name }).name).toBe(name)
    expect(messages(period.safeParse({ name: '7y' }))).toEqual([expect.stringContaining('all, 1d, 1w, mtd')])
    for (const name of ['20244', '1824', ' 2024', '2024; drop'])
      expect(period.safeParse({ name }).success).toBe(false)
  })

  it('requires either a name or dates', () => {
    const custom = { name: null, start_date: '2026-01-01', end_date: '2026-11-13' }
    expect(period.parse(custom)).toEqual(custom)
    expect(period.safeParse({ ...custom, name: 'ytd' }).success).toBe(false)
    expect(period.safeParse({ name: null }).success).toBe(false)
  })

  it('rejects an end before the start and invalid dates', () => {
    const dates = (start_date: string, end_date: string) =>
      period.safeParse({ name: null, start_date, end_date }).success
    expect(dates('2026-11-13', '2026-11-13')).toBe(true)
    expect(dates('2026-11-14', '2026-11-13')).toBe(false)
    expect(dates('2026-02-29', '2026-11-13')).toBe(false)
  })
})

describe('the filter', () => {
  it('does not restrict the scope if empty', () => {
    expect(filterBody.parse({})).toEqual({ settings: {}, filters: {} })
  })

  it('accepts `none` for a missing attribute', () => {
    const filters = { filter_country: ['CH', 'none'], filter_sector: ['none'] }
    expect(filterBody.parse({ filters }).filters).toEqual(filters)
    expect(filterBody.safeParse({ filters: { filter_country: ['XX'] } }).success).toBe(false)
  })

  it('distinguishes all families from a selected one', () => {
    expect(filterBody.parse({ family: null }).family).toBeNull()
    expect(filterBody.parse({})).not.toHaveProperty('family')
  })

  it('is parsed from JSON text in a query', () => {
    const { query } = contract.positions.search
    expect(
      query.parse({ q: 'nv', filter: '{"settings":{"currency":"CHF"}}' }).filter?.settings.currency,
    ).toBe('CHF')
    expect(messages(query.safeParse({ filter: '{' }))).toEqual(['Use the filter object as JSON text.'])
    expect(query.safeParse({ filter: '[]' }).success).toBe(false)
    expect(query.parse({})).toMatchObject({ type: 'open', q: '', limit: 10 })
  })
})

describe('an event range', () => {
  const { body } = contract.events.list

  it('has at most 363 days', () => {
    const range = (end_date: string) =>
      body.safeParse({ range: { start_date: '2026-01-01', end_date } }).success
    expect(range('2026-12-30')).toBe(true)
    expect(range('2026-12-31')).toBe(false)
    expect(range('2025-12-31')).toBe(false)
  })
})
