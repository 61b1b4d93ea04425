import { describe, expect, it } from 'vitest'
import { accruedInterest, days360, interestPeriods, parseDay, yearFraction } from '../../src/index.ts'

const isda = (from: string, to: string) => {
  const period = { from: parseDay(from), to: parseDay(to) }
  return yearFraction(period.from, period.to, 'ACT/ACT ISDA', period)
}

describe('ACT/ACT ISDA', () => {
  // The examples of ISDA's memorandum 'EMU and market conventions: recent developments' (1998).
  it.each([
    ['2003-11-01', '2004-05-01', 0.497724380567],
    ['1999-02-01', '1999-07-01', 0.41095890411],
    ['1999-07-01', '2000-07-01', 1.001377348604],
    ['2002-08-15', '2003-07-15', 0.915068493151],
    ['2003-07-15', '2004-01-15', 0.504004790778],
    ['1999-07-30', '2000-01-30', 0.503892506924],
    ['2000-01-30', '2000-06-30', 0.415300546448],
  ])('divides the days of each calendar year by its length: %s to %s', (from, to, fraction) => {
    expect(isda(from, to)).toBeCloseTo(fraction, 12)
  })

  it('counts the first day and not the last, and whole years as years', () => {
    expect(isda('2019-12-31', '2020-01-01')).toBeCloseTo(1 / 365, 15)
    expect(isda('2020-12-31', '2021-01-01')).toBeCloseTo(1 / 366, 15)
    expect(isda('2020-01-01', '2021-01-01')).toBe(1)
    expect(isda('1999-01-01', '2009-01-01')).toBeCloseTo(10, 12)
    expect(isda('2020-01-01', '2020-01-01')).toBe(0)
  })

  it('pays a coupon by its days, and accrues up to it', () => {
    const terms = {
      coupon: 0.06,
      perYear: 2,
      dayCount: 'ACT/ACT ISDA',
      maturity: parseDay('2004-05-01'),
    } as const
    const [period] = interestPeriods(terms, parseDay('2004-04-30'), parseDay('2004-04-30'))
    expect(period?.amount).toBeCloseTo(0.06 * (61 / 365 + 121 / 366), 12)
    expect(accruedInterest(terms, parseDay('2004-03-01'))).toBeCloseTo(0.06 * (61 / 365 + 60 / 366), 12)
  })
})

describe('months of 30 days', () => {
  // Ends of February, where the conventions differ: bond basis, US, Eurobond basis, 30E/360 ISDA.
  it.each([
    ['2006-08-31', '2007-02-28', 178, 178, 178, 180],
    ['2007-02-28', '2007-08-31', 183, 180, 182, 180],
    ['2007-08-31', '2008-02-29', 179, 179, 179, 180],
    ['2008-02-29', '2008-08-31', 182, 180, 181, 180],
    ['2008-02-29', '2009-02-28', 359, 360, 359, 360],
    ['2008-02-28', '2008-03-31', 33, 33, 32, 32],
    ['2006-01-31', '2006-02-28', 28, 28, 28, 30],
    ['2006-09-30', '2006-10-31', 30, 30, 30, 30],
  ])('%s to %s', (from, to, ...expected) => {
    const found = (['30/360', '30/360 US', '30E/360', '30E/360 ISDA'] as const).map(convention =>
      days360(parseDay(from), parseDay(to), convention),
    )
    expect(found).toEqual(expected)
  })

  it('do not move the maturity under 30E/360 ISDA', () => {
    const [from, maturity] = [parseDay('2008-08-31'), parseDay('2009-02-28')]
    expect(days360(from, maturity, '30E/360 ISDA', maturity)).toBe(178)
    expect(days360(from, maturity, '30E/360 ISDA')).toBe(180)
  })
})
