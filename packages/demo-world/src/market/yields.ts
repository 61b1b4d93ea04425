import type { Axis } from './axis.ts'
import { buildCurve, type Milestone } from './curve.ts'

/** What a government bond of ten years yields, as a fraction per year: falling, then the turn, then calm. */
const milestonesByCurrency: Readonly<Record<string, readonly Milestone[]>> = {
  USD: [
    ['2016-10-03', 0.017],
    ['2018-11-08', 0.0322],
    ['2020-08-04', 0.0056],
    ['2021-03-31', 0.017],
    ['2022-10-24', 0.0422],
    ['2023-10-19', 0.0493],
    ['2024-09-16', 0.0365],
    ['2025-01-13', 0.0477],
    ['2026-12-31', 0.0412],
  ],
  EUR: [
    ['2016-10-03', 0.0015],
    ['2018-02-15', 0.0075],
    ['2019-08-28', -0.0065],
    ['2021-12-31', -0.002],
    ['2023-10-03', 0.0292],
    ['2024-12-02', 0.0206],
    ['2026-12-31', 0.0272],
  ],
  CHF: [
    ['2016-10-03', -0.0045],
    ['2018-02-15', 0.0012],
    ['2019-08-28', -0.0098],
    ['2022-01-03', -0.0012],
    ['2022-10-20', 0.0128],
    ['2024-12-11', 0.0026],
    ['2026-12-31', 0.0041],
  ],
  GBP: [
    ['2016-10-03', 0.008],
    ['2020-08-04', 0.001],
    ['2022-09-27', 0.0448],
    ['2025-01-13', 0.0486],
    ['2026-12-31', 0.0445],
  ],
}

/** The yields along the axis, per currency. */
export function yieldsOn(axis: Axis): ReadonlyMap<string, Float64Array> {
  return new Map(
    Object.entries(milestonesByCurrency).map(([currency, milestones]) => [
      currency,
      buildCurve(axis, {
        name: `yield/${currency}`,
        milestones,
        volatility: currency === 'CHF' ? 0.00026 : 0.00042,
        quarterlySteps: [0.0012, -0.0018, 0.0008, -0.0004],
      }),
    ]),
  )
}

/** What money in an account earns (or costs), as a fraction per year, by the first day it was so. */
const cashRates: Readonly<Record<string, readonly (readonly [date: string, rate: number])[]>> = {
  CHF: [
    ['2016-10-03', -0.005],
    ['2022-10-01', 0],
    ['2023-04-01', 0.005],
    ['2024-10-01', 0.0025],
    ['2025-07-01', 0],
  ],
  EUR: [
    ['2016-10-03', 0],
    ['2022-10-01', 0.005],
    ['2023-07-01', 0.02],
    ['2025-01-01', 0.01],
  ],
  USD: [
    ['2016-10-03', 0.002],
    ['2018-07-01', 0.009],
    ['2020-04-01', 0],
    ['2022-10-01', 0.021],
    ['2023-04-01', 0.036],
    ['2025-01-01', 0.029],
  ],
  GBP: [
    ['2016-10-03', 0],
    ['2022-10-01', 0.012],
    ['2023-07-01', 0.026],
  ],
}

/** The rate on cash of a currency on an ISO date, 0 where none is paid. */
export function cashRateOn(currency: string, date: string): number {
  return cashRates[currency]?.findLast(([from]) => from <= date)?.[1] ?? 0
}
