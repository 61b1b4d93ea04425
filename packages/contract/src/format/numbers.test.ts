import { describe, expect, it } from 'vitest'
import { localeNumberFormat, numberLocale, parseNumberFormat } from './number-locale.ts'
import {
  amountParts,
  figureTone,
  formatAmount,
  formatCompact,
  formatDecimal,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatTick,
} from './numbers.ts'

const en = 'en-US'

describe('ticks of an axis', () => {
  it('have as many decimals as tell one from the next', () => {
    expect([0.8105, 0.811, 0.8115].map(value => formatTick(value, en, 0.0005))).toEqual([
      '0.8105',
      '0.811',
      '0.8115',
    ])
    expect([1_234_500, 1_235_000].map(value => formatTick(value, en, 500))).toEqual(['1.2345M', '1.235M'])
    expect([0.0025, 0.005].map(value => formatTick(value, en, 0.0025))).toEqual(['0.0025', '0.005'])
    expect([100, 150, 2500].map(value => formatTick(value, en, 50))).toEqual(['100', '150', '2.5K'])
  })
})

describe('amounts', () => {
  it.each([
    [33049538.02, '33,049,538.02'],
    [0, '0.00'],
    [-0, '0.00'],
    [-0.004, '0.00'],
    [-0.005, '−0.01'],
    [-195635.07, '−195,635.07'],
    [999.999, '1,000.00'],
    [1e15, '1,000,000,000,000,000.00'],
  ])('writes %d as %s', (value, written) => expect(formatAmount(value, en)).toBe(written))

  it('uses a minus sign, never a hyphen', () => {
    expect(formatAmount(-1, en)).toBe('\u22121.00')
    expect(formatCompact(-1e6, en)).toBe('\u22121.00M')
    expect(formatPercent(-0.1, en)).toBe('\u221210.00%')
  })

  it.each([
    [1303019.97, '+1,303,019.97'],
    [-16830.1, '−16,830.10'],
    [0, '0.00'],
    [0.001, '0.00'],
    [-0.001, '0.00'],
  ])('signs the change %d as %s', (value, written) =>
    expect(formatAmount(value, en, { sign: 'always' })).toBe(written),
  )

  it('shows a missing value as a dash, never as zero', () => {
    expect(formatAmount(null, en)).toBe('–')
    expect(formatCompact(null, en)).toBe('–')
    expect(formatPrice(null, en)).toBe('–')
    expect(formatPercent(null, en)).toBe('–')
    expect(formatQuantity(null, en)).toBe('–')
  })

  it('splits off the decimals and keeps the sign on the whole part', () => {
    expect(amountParts(-1234.5, en)).toEqual({ whole: '−1,234', decimals: '.50' })
    expect(amountParts(1234.5, en, { sign: 'always' })).toEqual({ whole: '+1,234', decimals: '.50' })
    expect(amountParts(1234.5, en, { decimals: 0 })).toEqual({ whole: '1,235', decimals: '' })
  })

  it('uses the separators of the language', () => {
    expect(formatAmount(-1234567.891, 'de')).toBe('−1.234.567,89')
    expect(formatCompact(33049538, 'de')).toBe('33,05\u00a0Mio.')
    expect(formatPercent(0.3753, 'de')).toBe('+37,53\u00a0%')
  })
})

describe('number formats', () => {
  it.each([
    ['1,234.56', '−1,234,567.89', '33.05M', '1,234,567.5'],
    ['1.234,56', '−1.234.567,89', '33,05M', '1.234.567,5'],
    ["1'234.56", "−1'234'567.89", '33.05M', "1'234'567.5"],
    ['1 234,56', '−1\u00a0234\u00a0567,89', '33,05M', '1\u00a0234\u00a0567,5'],
  ] as const)('%s is used in every language', (format, amount, compact, decimal) => {
    const locale = numberLocale(en, format)
    expect(formatAmount(-1234567.891, locale)).toBe(amount)
    expect(formatAmount(-1234567.891, numberLocale('de', format))).toBe(amount)
    const { whole, decimals } = amountParts(-1234567.891, locale)
    expect(whole + decimals).toBe(amount)
    expect(formatCompact(33049538, locale)).toBe(compact)
    expect(formatDecimal('1234567.5', locale)).toBe(decimal)
  })

  it('follows the language unless one is chosen', () => {
    expect(numberLocale('de', null)).toBe('de')
    expect(localeNumberFormat('de')).toBe('1.234,56')
    expect(parseNumberFormat('1.2')).toBeNull()
  })

  it('shows no decimals of yen', () => {
    expect(formatAmount(1234.5, en, { currency: 'JPY' })).toBe('1,235')
  })
})

describe('decimals', () => {
  it.each([
    ['93601.83', '93,601.83', '93.601,83'],
    ['-148060.388', '−148,060.388', '−148.060,388'],
    ['0.0052024139', '0.0052024139', '0,0052024139'],
    ['10400', '10,400', '10.400'],
    ['-0.00', '0.00', '0,00'],
    ['12345678901234567.123456789', '12,345,678,901,234,567.123456789', '12.345.678.901.234.567,123456789'],
  ])('writes %s in all its digits', (text, english, german) => {
    expect(formatDecimal(text, en)).toBe(english)
    expect(formatDecimal(text, 'de')).toBe(german)
  })
})

describe('compact numbers', () => {
  it.each([
    [0, '0.00'],
    [950, '950.00'],
    [999.99, '999.99'],
    [999.994, '999.99'],
    [999.995, '1.00K'],
    [1000, '1.00K'],
    [-241130, '−241.13K'],
    [999994, '999.99K'],
    [999995, '1.00M'],
    [33049538.02, '33.05M'],
    [1.2e9, '1.20B'],
    [2.5e12, '2.50T'],
    [2.5e15, '2,500.00T'],
  ])('writes %d as %s', (value, written) => expect(formatCompact(value, en)).toBe(written))

  it('drops trailing zeros on an axis', () => {
    expect([0, 2500000, 5e6, -500000, 1250].map(value => formatTick(value, en))).toEqual([
      '0',
      '2.5M',
      '5M',
      '−500K',
      '1.25K',
    ])
  })
})

describe('prices', () => {
  it.each([
    [184.66, '184.66'],
    [0.8105, '0.8105'],
    [1.3053, '1.3053'],
    [12905, '12,905'],
    [12905.5, '12,905.50'],
    [4850000, '4,850,000'],
    [42.5, '42.50'],
    [100, '100.00'],
    [5, '5.00'],
    [0, '0.00'],
    [98.6875, '98.6875'],
    [0.00001234, '0.00001234'],
    [-37.63, '−37.63'],
  ])('writes %d as %s, in its own precision', (value, written) =>
    expect(formatPrice(value, en)).toBe(written),
  )
})

describe('quantities and percentages', () => {
  it.each([
    [9000, '9,000'],
    [0.4, '0.4'],
    [12.0625, '12.0625'],
    [-900, '−900'],
  ])('writes the quantity %d as %s', (value, written) => expect(formatQuantity(value, en)).toBe(written))

  it.each([
    [0.3753, '+37.53%'],
    [-0.5616, '−56.16%'],
    [0, '0.00%'],
    [0.000004, '0.00%'],
    [3.735, '+373.50%'],
  ])('writes the fraction %d as %s', (value, written) => expect(formatPercent(value, en)).toBe(written))

  it('writes weights without a plus, and with one decimal in lists', () => {
    expect(formatPercent(0.2812, en, { sign: 'minus' })).toBe('28.12%')
    expect(formatPercent(0.9333, en, { decimals: 1 })).toBe('+93.3%')
  })

  it('counts a figure as a gain only if it is above zero after rounding', () => {
    expect([5, -5, 0, 0.004, -0.004, null].map(value => figureTone(value))).toEqual([
      'gain',
      'loss',
      'none',
      'none',
      'none',
      'none',
    ])
  })
})
