import { describe, expect, it } from 'vitest'
import {
  accruedInterest,
  days360,
  findCouponPeriod,
  parseDay,
  toIsoDate,
  yearFraction,
} from '../../src/index.ts'

type Pair = readonly [from: string, to: string]
const count = (pairs: readonly Pair[], convention: Parameters<typeof days360>[2], maturity?: string) =>
  pairs.map(([from, to]) =>
    days360(parseDay(from), parseDay(to), convention, maturity === undefined ? null : parseDay(maturity)),
  )

describe('day counts', () => {
  it('divide by the coupon period under ACT/ACT ICMA (bond-daycount-actact-icma)', () => {
    const periods = [
      ['2003-11-01', '2004-05-01', '2003-11-01', '2004-05-01', 0.5],
      ['1999-02-01', '1999-07-01', '1998-07-01', '1999-07-01', 0.41095890411],
      ['1999-07-01', '2000-07-01', '1999-07-01', '2000-07-01', 1],
      ['2002-08-15', '2003-07-15', '2003-01-15', '2003-07-15', 0.915760869565],
      ['2003-07-15', '2004-01-15', '2003-07-15', '2004-01-15', 0.5],
      ['2000-01-30', '2000-06-30', '2000-01-30', '2000-07-30', 0.417582417582],
    ] as const
    for (const [from, to, start, end, wanted] of periods) {
      const period = { from: parseDay(start), to: parseDay(end) }
      expect(yearFraction(parseDay(from), parseDay(to), 'ACT/ACT ICMA', period)).toBeCloseTo(wanted, 10)
    }
    const period = { from: parseDay('2024-01-15'), to: parseDay('2024-07-15') }
    expect(yearFraction(parseDay('2024-07-01'), parseDay('2024-08-15'), 'ACT/ACT ICMA', period)).toBeCloseTo(
      7 / 182 + 31 / 368,
      12,
    )
    expect(yearFraction(parseDay('2024-07-01'), parseDay('2024-07-31'), 'ACT/360', period)).toBe(30 / 360)
    expect(yearFraction(parseDay('2024-07-01'), parseDay('2024-07-31'), 'ACT/365', period)).toBe(30 / 365)
    expect(yearFraction(parseDay('2024-07-31'), parseDay('2024-07-01'), 'ACT/365', period)).toBe(0)
  })

  it('differ at month ends between 30/360 conventions (bond-daycount-30-360)', () => {
    const basis: Pair[] = [
      ['2006-08-20', '2007-02-20'],
      ['2006-08-31', '2007-02-28'],
      ['2007-02-28', '2007-08-31'],
      ['2007-08-31', '2008-02-29'],
      ['2008-02-29', '2008-08-31'],
      ['2006-01-31', '2006-02-28'],
      ['2006-02-28', '2006-03-03'],
      ['2006-09-30', '2006-10-31'],
      ['2006-10-31', '2006-11-28'],
      ['2007-02-26', '2008-02-29'],
      ['2008-02-29', '2009-02-28'],
      ['2008-02-28', '2008-03-31'],
    ]
    expect(count(basis, '30/360')).toEqual([180, 178, 183, 179, 182, 28, 5, 30, 28, 363, 359, 33])
    const euro: Pair[] = [
      ['2006-02-28', '2006-08-31'],
      ['2006-08-31', '2007-02-28'],
      ['2007-08-31', '2008-02-29'],
      ['2008-02-29', '2008-08-31'],
      ['2006-09-30', '2006-10-31'],
      ['2008-02-28', '2008-08-31'],
      ['2008-02-28', '2008-03-31'],
    ]
    expect(count(euro, '30E/360')).toEqual([182, 178, 179, 181, 30, 182, 32])
    const us: Pair[] = [
      ['2006-08-31', '2007-02-28'],
      ['2007-02-28', '2007-08-31'],
      ['2008-02-29', '2008-08-31'],
      ['2006-02-28', '2006-03-03'],
      ['2008-02-28', '2008-08-31'],
      ['2008-02-29', '2009-02-28'],
      ['2008-02-28', '2008-03-31'],
    ]
    expect(count(us, '30/360 US')).toEqual([178, 180, 180, 3, 183, 360, 33])
    const isda: Pair[] = [
      ['2006-02-28', '2006-08-31'],
      ['2006-08-31', '2007-02-28'],
      ['2007-08-31', '2008-02-29'],
      ['2011-08-31', '2012-02-29'],
    ]
    expect(count(isda, '30E/360 ISDA', '2012-02-29')).toEqual([180, 180, 180, 179])
  })
})

describe('accrued interest', () => {
  it('is negative once the coupon belongs to the seller (bond-accrued-agb-ex-coupon)', () => {
    const terms = {
      coupon: 0.06,
      perYear: 2,
      dayCount: 'ACT/ACT ICMA',
      maturity: parseDay('2017-02-15'),
      exCouponDays: 7,
    } as const
    const accrued = ['2014-08-07', '2014-08-08', '2014-08-11'].map(
      on => 100 * accruedInterest(terms, parseDay(on)),
    )
    const wanted = [2.867, -0.116, -0.066]
    accrued.forEach((value, index) => {
      expect(value).toBeCloseTo(wanted[index] ?? 0, 3)
      expect(103 + value).toBeCloseTo([105.867, 102.884, 102.934][index] ?? 0, 3)
    })
  })

  it('counts ex-coupon days in weekdays if the market does', () => {
    const terms = {
      coupon: 0.08,
      perYear: 2,
      dayCount: 'ACT/ACT ICMA',
      maturity: parseDay('2021-06-07'),
      exCouponWeekdays: 6,
    } as const
    const accrued = ['2013-05-29', '2013-05-30', '2013-05-31'].map(
      on => 100 * accruedInterest(terms, parseDay(on)),
    )
    const wanted = [(4 * 173) / 182, (-4 * 8) / 182, (-4 * 7) / 182]
    accrued.forEach((value, index) => {
      expect(value).toBeCloseTo(wanted[index] ?? 0, 9)
    })
  })

  it('treats the 31st as the convention defines (bond-accrued-30-360-31st)', () => {
    const terms = {
      coupon: 0.015,
      perYear: 2,
      dayCount: '30/360 US',
      maturity: parseDay('2019-02-13'),
    } as const
    expect(100 * accruedInterest(terms, parseDay('2017-07-31'))).toBeCloseTo(0.7, 6)
  })

  it('scales with the nominal (bond-accrued-face-1000)', () => {
    const terms = {
      coupon: 0.04,
      perYear: 1,
      dayCount: 'ACT/ACT ICMA',
      maturity: parseDay('2027-10-25'),
    } as const
    const accrued = accruedInterest(terms, parseDay('2022-11-07'))
    expect(1000 * accrued).toBeCloseTo(1.42465, 4)
    expect(100 * accrued).toBeCloseTo(0.142465, 5)
    expect(1000 * 0.9682 + 1000 * accrued).toBeCloseTo(969.62465, 4)
  })

  it('starts at issue and ends at maturity', () => {
    const terms = {
      coupon: 0.04,
      perYear: 1,
      dayCount: '30E/360',
      maturity: parseDay('2027-10-25'),
      issued: parseDay('2025-04-25'),
    } as const
    expect(accruedInterest(terms, parseDay('2025-04-25'))).toBe(0)
    expect(accruedInterest(terms, parseDay('2025-07-25'))).toBeCloseTo(0.01, 12)
    expect(accruedInterest(terms, parseDay('2025-10-25'))).toBe(0)
    expect(accruedInterest(terms, parseDay('2027-10-25'))).toBe(0)
    const period = findCouponPeriod(terms, parseDay('2026-10-24'))
    expect([toIsoDate(period.from), toIsoDate(period.to)]).toEqual(['2025-10-25', '2026-10-25'])
  })
})
