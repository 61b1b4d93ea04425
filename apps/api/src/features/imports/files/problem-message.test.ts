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

  it('writes amounts that differ as amounts, with their currency', () => {
    const problem = { code: 'balance_differs', field: 'USD', value: '64006.91 ≠ -6612.4' } as const
    expect(describeProblem(problem, 'en-US')).toContain(': 64,006.91 ≠ −6,612.40 USD.')
    expect(describeProblem(problem, 'de')).toContain('64.006,91 ≠ −6.612,40 USD')
    expect(
      describeProblem({ code: 'amount_differs', field: 'amount', value: '125 ≠ 152.125' }, 'en-US'),
    ).toContain(': 125.00 ≠ 152.125.')
  })
})
