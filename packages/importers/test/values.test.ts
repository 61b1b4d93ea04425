import { describe, expect, it } from 'vitest'
import { findCurrencySymbol } from '../src/text/currency.ts'
import { parseMoment } from '../src/text/date.ts'
import { parseDecimal, strictDecimal } from '../src/text/decimal.ts'
import { hasValidCheckDigit } from '../src/text/isin.ts'

describe('parseDecimal', () => {
  it.each([
    ['1234.56', '.', '1234.56'],
    ['1,234.56', '.', '1234.56'],
    ['1.234,56', ',', '1234.56'],
    ["1'234,50", ',', '1234.5'],
    ['1’234’567.00', '.', '1234567'],
    ['1 046,3825', ',', '1046.3825'],
    ['-$30.93', '.', '-30.93'],
    ['($1,259.59)', '.', '-1259.59'],
    ['50,00-', ',', '-50'],
    ['−12', '.', '-12'],
    ['€0.00', '.', '0'],
    ['+7', '.', '7'],
    ['.5', '.', '0.5'],
    ['300,', ',', '300'],
    ['-0.00', '.', '0'],
    ['CHF 12.50', '.', '12.5'],
    ['C$1,259.59', '.', '1259.59'],
    ['-HK$12', '.', '-12'],
    ['1 234,56 $ US', ',', '1234.56'],
    // An unambiguous mark applies, whatever the file uses.
    ['0,76672417', '.', '0.76672417'],
    ['-97.93', ',', '-97.93'],
    ['0,125', '.', '0.125'],
    ['1,234,567', '.', '1234567'],
    // For ambiguous numbers the file decides.
    ['1,250', '.', '1250'],
    ['1,250', ',', '1.25'],
    ['1.250', ',', '1250'],
    ['1.250', '.', '1.25'],
    ['123456789012345678.123456789', '.', '123456789012345678.123456789'],
  ] as const)('reads %s (mark %s) as %s', (text, mark, expected) => {
    expect(parseDecimal(text, mark)).toBe(expected)
  })

  it.each(['', 'n/a', '1-2', '--5', '1.2.3,4,5', '12abc', '1,23,4', 'Infinity', 'EOF123', '9'.repeat(40)])(
    'rejects %s',
    text => {
      expect(() => parseDecimal(text, '.')).toThrow()
    },
  )

  it('keeps every digit of numbers with an exponent (strictDecimal)', () => {
    expect(strictDecimal('1.2e6', 'x')).toBe('1200000')
    expect(strictDecimal('125e-4', 'x')).toBe('0.0125')
    expect(strictDecimal('-1.50E+1', 'x')).toBe('-15')
    expect(() => strictDecimal('1e999', 'x')).toThrow()
  })
})

describe('findCurrencySymbol', () => {
  it.each([
    ['$12', 'USD'],
    ['US$12', 'USD'],
    ['C$12', 'CAD'],
    ['-CA$12.50', 'CAD'],
    ['A$12', 'AUD'],
    ['NZ$12', 'NZD'],
    ['HK$ 12', 'HKD'],
    ['S$12', 'SGD'],
    ['R$ 12,50', 'BRL'],
    ['12,50 $ CA', 'CAD'],
    ['12,50 $', 'USD'],
    ['CN¥12', 'CNY'],
    ['¥12', 'JPY'],
    ['12', null],
  ])('reads %s as %s', (text, expected) => {
    expect(findCurrencySymbol(text)).toBe(expected)
  })
})

describe('parseMoment', () => {
  it.each([
    ['2026-11-13', 'mdy', '2026-11-13', null],
    ['13.11.2026', 'dmy', '2026-11-13', null],
    ['11/13/2026', 'mdy', '2026-11-13', null],
    ['13-Nov-2026', 'mdy', '2026-11-13', null],
    ['16-jan-2025', 'dmy', '2025-01-16', null],
    ['3 März 2026', 'dmy', '2026-03-03', null],
    ['Nov 13, 2026', 'dmy', '2026-11-13', null],
    ['20261113', 'dmy', '2026-11-13', null],
    ["1/6'26", 'mdy', '2026-01-06', null],
    ['12/19/18', 'mdy', '2018-12-19', null],
    ['31.12.69', 'dmy', '2069-12-31', null],
    ['24-08-2022 07:00:15', 'dmy', '2022-08-24', '07:00:15'],
    ['2019-12-02T08:23:08.459586Z', 'ymd', '2019-12-02', '08:23:08'],
    ['2025-01-17 16:57:02 UTC', 'ymd', '2025-01-17', '16:57:02'],
    ['2026-03-01 1:05 pm', 'ymd', '2026-03-01', '13:05:00'],
    ['20230210 071526', 'ymd', '2023-02-10', '07:15:26'],
    // The date stays as written, although it is the next day in another zone.
    ['2026-12-31T23:59:59-08:00', 'ymd', '2026-12-31', '23:59:59'],
    ['29.02.2024', 'dmy', '2024-02-29', null],
  ] as const)('reads %s (%s) as %s %s', (text, order, date, time) => {
    expect(parseMoment(text, order)).toEqual({ date, time })
  })

  it.each([
    '',
    '31.02.2026',
    '29.02.2023',
    '2026-13-01',
    '0000-00-00',
    '9999-12-31',
    '13.11.2026 banana',
    'soon',
    '1/1',
  ])('rejects %s', text => {
    expect(() => parseMoment(text, 'dmy')).toThrow()
  })
})

describe('hasValidCheckDigit', () => {
  it('detects a mistyped ISIN', () => {
    expect(hasValidCheckDigit('US0378331005')).toBe(true)
    expect(hasValidCheckDigit('CH0012221716')).toBe(true)
    expect(hasValidCheckDigit('CH0012221761')).toBe(false)
  })
})
