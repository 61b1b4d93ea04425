import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'

const file = (date: string) =>
  new TextEncoder().encode(
    [
      ':20:1',
      ':25:1',
      ':28C:1',
      ':60F:C260101CHF0,',
      `:61:${date}C10,00NTRFNONREF`,
      ':62F:C260131CHF10,',
    ].join('\n'),
  )

describe('dates in the future', () => {
  const codes = (date: string, today?: string) => {
    const reading = readFile(file(date), today === undefined ? {} : { today })
    return reading.state === 'read' ? reading.reading.problems.map(({ code }) => code) : [reading.state]
  }

  it('are problems from a week ahead on', () => {
    expect(codes('261125', '2026-11-18')).toEqual([])
    expect(codes('261126', '2026-11-18')).toEqual(['future_date'])
    expect(codes('690101', '2026-11-18')).toEqual(['future_date'])
  })

  it('are read where the present day is not given', () => {
    expect(codes('690101')).toEqual([])
  })
})
