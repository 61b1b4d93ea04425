import { describe, expect, it } from 'vitest'
import { hideNumbers } from './hide-numbers.ts'

describe('the numbers of a sentence', () => {
  it.each([
    ['Loss of 850 JPY', 'Loss of ••• JPY'],
    ['The balance is −5,200.50 CHF.', 'The balance is ••• CHF.'],
    ["Der Saldo beträgt −1'234.50 CHF.", 'Der Saldo beträgt ••• CHF.'],
    ['Closing entry: sell 2 at 110.5 CHF.', 'Closing entry: sell ••• at ••• CHF.'],
    ['2 verkaufen zu 1\u202f100,5 CHF', '••• verkaufen zu ••• CHF'],
    ['40 more sold than held', '••• more sold than held'],
  ])('are hidden: %s', (written, shown) => {
    expect(hideNumbers(written)).toBe(shown)
  })

  it.each([
    'Expired on 18 Sep 2026 and still open.',
    'Am 18. Sept. 2026 verfallen',
    'Mar 3, 2026',
    '2026-09-18, 18.09.2026, 09/18/2026 at 21:41',
    '+102% and −1,23 %',
    'CH0012032048',
  ])('are shown where they are dates, times, percentages or part of a word: %s', written => {
    expect(hideNumbers(written)).toBe(written)
  })
})
