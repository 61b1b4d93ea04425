import { describe, expect, it } from 'vitest'
import { describeProblem, describeSkipped } from './problem-message.ts'

describe('the message for a row', () => {
  it('is in the language of the reader', () => {
    expect(describeSkipped({ line: 6, code: 'no_money', value: null }, 'de')).toBe('Bewegt kein Geld.')
    expect(describeSkipped({ line: 6, code: 'cancelled', value: '9' }, 'en-US')).toBe('Cancelled in line 9.')
    expect(describeProblem({ code: 'unknown_security', value: 'ALPF' }, 'de')).toContain(
      'ALPF ist noch nicht bekannt',
    )
  })
})
