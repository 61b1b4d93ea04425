import type { Day } from '@plumbline/engine'
import { roundTo } from '../decimals.ts'
import { type Axis, axisIndex } from './axis.ts'
import { buildCurve, type CurvePlan, type Milestone } from './curve.ts'

/** Rates of all currencies are kept against this one, so every triangle of rates closes. */
export const pivotCurrency = 'USD'

const digits = 6
/** A yen or a krona is worth so little that it needs more digits behind the point to have as many that count. */
const digitsOfSmall = 8

/** What one unit is worth in dollars. */
const milestonesByCurrency: Readonly<Record<string, readonly Milestone[]>> = {
  CHF: [
    ['2016-10-03', 1.028],
    ['2017-01-03', 0.974],
    ['2017-05-08', 1.004],
    ['2017-09-08', 1.058],
    ['2018-02-15', 1.083],
    ['2018-05-02', 1.002],
    ['2019-04-25', 0.981],
    ['2019-12-31', 1.033],
    ['2020-05-15', 1.03],
    ['2021-01-06', 1.136],
    ['2021-11-24', 1.07],
    ['2022-06-14', 1.0],
    ['2022-10-21', 0.991],
    ['2023-07-18', 1.165],
    ['2023-10-03', 1.086],
    ['2023-12-28', 1.188],
    ['2024-05-01', 1.091],
    ['2024-09-30', 1.182],
    ['2025-01-13', 1.09],
    ['2025-07-01', 1.262],
    ['2026-03-10', 1.274],
    ['2026-12-31', 1.249],
  ],
  EUR: [
    ['2016-10-03', 1.123],
    ['2017-01-03', 1.042],
    ['2017-05-08', 1.094],
    ['2017-09-08', 1.204],
    ['2018-02-15', 1.249],
    ['2018-05-02', 1.198],
    ['2019-04-25', 1.114],
    ['2019-12-31', 1.121],
    ['2020-05-15', 1.082],
    ['2021-01-06', 1.232],
    ['2021-11-24', 1.121],
    ['2022-06-14', 1.042],
    ['2022-10-21', 0.986],
    ['2023-07-18', 1.123],
    ['2023-10-03', 1.047],
    ['2023-12-28', 1.106],
    ['2024-05-01', 1.07],
    ['2024-09-30', 1.114],
    ['2025-01-13', 1.024],
    ['2025-07-01', 1.179],
    ['2026-03-10', 1.177],
    ['2026-12-31', 1.163],
  ],
  GBP: [
    ['2016-10-03', 1.285],
    ['2018-04-16', 1.432],
    ['2020-03-19', 1.151],
    ['2021-05-31', 1.42],
    ['2022-09-26', 1.071],
    ['2025-07-01', 1.372],
    ['2026-12-31', 1.324],
  ],
  JPY: [
    ['2016-10-03', 0.00984],
    ['2016-12-15', 0.00847],
    ['2020-12-31', 0.00968],
    ['2022-10-20', 0.00667],
    ['2024-07-10', 0.00619],
    ['2025-04-21', 0.0071],
    ['2026-12-31', 0.00652],
  ],
  SEK: [
    ['2016-10-03', 0.1166],
    ['2018-02-15', 0.126],
    ['2020-03-19', 0.0958],
    ['2021-01-06', 0.1222],
    ['2022-09-27', 0.0879],
    ['2025-09-16', 0.1079],
    ['2026-12-31', 0.1052],
  ],
  NOK: [
    ['2016-10-03', 0.1252],
    ['2020-03-19', 0.0858],
    ['2021-05-31', 0.1204],
    ['2024-08-05', 0.0907],
    ['2026-12-31', 0.0994],
  ],
  CAD: [
    ['2016-10-03', 0.762],
    ['2020-03-19', 0.687],
    ['2021-05-31', 0.829],
    ['2025-02-03', 0.684],
    ['2026-12-31', 0.716],
  ],
}

const volatilities: Readonly<Record<string, number>> = { CHF: 0.0034, EUR: 0.0034, JPY: 0.0048 }

/** Currencies that are tied to another: the krone to the euro, the Hong Kong dollar to the dollar. */
const pegs: Readonly<Record<string, { to: string; rate: number }>> = {
  DKK: { to: 'EUR', rate: 1 / 7.4605 },
  HKD: { to: 'USD', rate: 0.12815 },
}

/** How many digits a currency's rate is quoted with. */
export function rateDigits(currency: string): number {
  return currency === 'JPY' ? digitsOfSmall : digits
}

export interface Fx {
  /** Per currency its worth in the pivot along the axis, as quoted. */
  readonly rates: ReadonlyMap<string, Float64Array>
  /** Units of `to` for one unit of `from` at the close of a day. */
  rate(from: string, to: string, day: Day): number
}

export function fxOn(axis: Axis): Fx {
  const exact = new Map<string, Float64Array>()
  for (const [currency, milestones] of Object.entries(milestonesByCurrency)) {
    const plan: CurvePlan = {
      name: `fx/${currency}`,
      volatility: volatilities[currency] ?? 0.005,
      quarterlySteps: [0.012, -0.011, 0.004, -0.004],
      milestones: milestones.map(([date, worth]): Milestone => [date, Math.log(worth)]),
    }
    exact.set(currency, buildCurve(axis, plan).map(Math.exp))
  }
  for (const [currency, peg] of Object.entries(pegs)) {
    const anchor = exact.get(peg.to) ?? new Float64Array(axis.days.length).fill(1)
    exact.set(
      currency,
      anchor.map(worth => worth * peg.rate),
    )
  }
  const rates = new Map(
    [...exact].map(([currency, values]) => [
      currency,
      values.map(value => roundTo(value, rateDigits(currency))),
    ]),
  )
  const worth = (currency: string, place: number): number =>
    currency === pivotCurrency ? 1 : (rates.get(currency)?.[place] ?? Number.NaN)
  return {
    rates,
    rate: (from, to, day) => {
      if (from === to) return 1
      const place = axisIndex(axis, day)
      return worth(from, place) / worth(to, place)
    },
  }
}
