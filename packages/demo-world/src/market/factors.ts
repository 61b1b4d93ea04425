import type { Axis } from './axis.ts'
import { buildCurve, type CurvePlan, type Milestone } from './curve.ts'

/** Levels are easier to read than their logarithms, which is what returns add up in. */
function levels(...points: readonly Milestone[]): Milestone[] {
  return points.map(
    ([date, level, volatility]): Milestone =>
      volatility === undefined ? [date, Math.log(level)] : [date, Math.log(level), volatility],
  )
}

/**
 * The shares of the world: a calm rise, a nervous winter, a crash with its recovery, a boom, a slow bear
 * market, another rise with a sharp fright in it.
 */
const worldPlan: CurvePlan = {
  name: 'factor/world',
  volatility: 0.0065,
  milestones: levels(
    ['2016-10-03', 100],
    ['2018-01-26', 119, 0.0045],
    ['2018-02-09', 108, 0.012],
    ['2018-09-20', 117],
    ['2018-12-24', 96, 0.011],
    ['2019-07-26', 114],
    ['2020-02-19', 123, 0.005],
    ['2020-03-23', 82, 0.03],
    ['2020-06-08', 108, 0.018],
    ['2020-10-30', 109, 0.009],
    ['2021-11-16', 145],
    ['2022-06-16', 114, 0.01],
    ['2022-08-16', 123],
    ['2022-10-12', 104, 0.01],
    ['2023-07-31', 126],
    ['2023-10-27', 111],
    ['2024-07-16', 142, 0.0055],
    ['2024-08-05', 129, 0.013],
    ['2025-02-19', 153, 0.0055],
    ['2025-04-08', 122, 0.022],
    ['2025-10-29', 161],
    ['2026-02-12', 169],
    ['2026-03-27', 147, 0.014],
    ['2026-11-20', 179],
    ['2026-12-31', 181],
  ),
  quarterlySteps: [0.031, 0.024, -0.035, 0.052, 0.03, 0.018, -0.012, 0.04, 0.022, -0.11, 0.07, 0.045],
}

export type Region = 'america' | 'swiss' | 'europe' | 'britain' | 'asia'

/** How a region did beside the world. */
const regionPlans: Readonly<Record<Region, readonly Milestone[]>> = {
  america: [
    ['2016-10-03', 0],
    ['2019-12-31', 0.05],
    ['2021-12-31', 0.11],
    ['2024-12-31', 0.22],
    ['2026-12-31', 0.17],
  ],
  swiss: [
    ['2016-10-03', 0],
    ['2019-12-31', -0.04],
    ['2022-09-30', -0.08],
    ['2024-12-31', -0.27],
    ['2026-12-31', -0.31],
  ],
  europe: [
    ['2016-10-03', 0],
    ['2017-05-31', 0.05],
    ['2020-10-30', -0.16],
    ['2022-09-30', -0.17],
    ['2024-12-31', -0.26],
    ['2026-12-31', -0.16],
  ],
  britain: [
    ['2016-10-03', 0],
    ['2020-10-30', -0.3],
    ['2022-12-31', -0.13],
    ['2026-12-31', -0.3],
  ],
  asia: [
    ['2016-10-03', 0],
    ['2018-01-31', 0.06],
    ['2022-10-31', -0.22],
    ['2024-07-31', -0.12],
    ['2026-12-31', -0.08],
  ],
}

/** How a sector did beside its market; sectors that are not here went with it. */
const sectorPlans: Readonly<Record<string, readonly Milestone[]>> = {
  information_technology: [
    ['2016-10-03', 0],
    ['2018-09-28', 0.14],
    ['2021-11-19', 0.34],
    ['2022-12-30', 0.14],
    ['2025-01-31', 0.52],
    ['2025-04-08', 0.4],
    ['2026-12-31', 0.6],
  ],
  communication_services: [
    ['2016-10-03', 0],
    ['2021-08-31', 0.12],
    ['2022-11-03', -0.2],
    ['2026-12-31', 0.14],
  ],
  energy: [
    ['2016-10-03', 0],
    ['2020-10-30', -0.75],
    ['2022-11-15', 0.02],
    ['2026-12-31', -0.2],
  ],
  financials: [
    ['2016-10-03', 0],
    ['2020-09-30', -0.28],
    ['2022-02-10', -0.05],
    ['2023-03-20', -0.16],
    ['2026-12-31', 0.1],
  ],
  health_care: [
    ['2016-10-03', 0],
    ['2022-11-30', 0.1],
    ['2026-12-31', -0.22],
  ],
  consumer_staples: [
    ['2016-10-03', 0],
    ['2019-09-30', 0.02],
    ['2021-11-30', -0.12],
    ['2022-10-31', 0.05],
    ['2026-12-31', -0.28],
  ],
  utilities: [
    ['2016-10-03', 0],
    ['2021-01-08', 0.04],
    ['2023-10-02', -0.16],
    ['2026-12-31', -0.08],
  ],
  real_estate: [
    ['2016-10-03', 0],
    ['2021-12-31', -0.05],
    ['2023-10-30', -0.36],
    ['2026-12-31', -0.36],
  ],
}

/** Gold, silver and digital coins go their own ways: dollars per ounce, per ounce, per coin. */
const assetPlans = {
  gold: {
    name: 'factor/gold',
    volatility: 0.0085,
    quarterlySteps: [0.02, -0.01, 0.03, 0.015],
    milestones: levels(
      ['2016-10-03', 1312],
      ['2018-08-16', 1178],
      ['2020-08-06', 2060],
      ['2022-10-31', 1632],
      ['2024-10-30', 2780],
      ['2025-10-20', 4310],
      ['2026-12-31', 4160],
    ),
  },
  silver: {
    name: 'factor/silver',
    volatility: 0.017,
    quarterlySteps: [0.03, -0.03, 0.03, 0.01],
    milestones: levels(
      ['2016-10-03', 18.9],
      ['2020-03-18', 12.2, 0.02],
      ['2020-08-10', 28.4],
      ['2022-08-31', 17.9],
      ['2025-10-16', 53.6],
      ['2026-12-31', 49.2],
    ),
  },
  bitcoin: {
    name: 'factor/bitcoin',
    volatility: 0.034,
    quarterlySteps: [0.08, 0.12, -0.15, 0.02, 0.1],
    milestones: levels(
      ['2016-10-03', 610],
      ['2017-12-15', 18900, 0.045],
      ['2018-12-14', 3250],
      ['2019-06-26', 12400],
      ['2020-03-13', 5100, 0.06],
      ['2021-04-14', 62800],
      ['2021-07-20', 29900],
      ['2021-11-08', 66900],
      ['2022-11-21', 15900],
      ['2024-03-13', 72600],
      ['2024-08-05', 54100],
      ['2025-10-06', 123900],
      ['2026-03-31', 81200],
      ['2026-12-31', 98400],
    ),
  },
} as const satisfies Record<string, CurvePlan>
export type AssetFactor = keyof typeof assetPlans

export interface Factors {
  readonly world: Float64Array
  readonly region: Readonly<Record<Region, Float64Array>>
  readonly sector: ReadonlyMap<string, Float64Array>
  readonly asset: Readonly<Record<AssetFactor, Float64Array>>
}

/** Everything that instruments have in common, as logarithms of levels along the axis. */
export function factorsOn(axis: Axis): Factors {
  const beside = (name: string, milestones: readonly Milestone[], volatility: number): Float64Array =>
    buildCurve(axis, {
      name: `factor/${name}`,
      milestones,
      volatility,
      quarterlySteps: [0.01, -0.01, -0.012, 0.012],
    })
  const region = (name: Region): Float64Array => beside(name, regionPlans[name], 0.0035)
  return {
    world: buildCurve(axis, worldPlan),
    region: {
      america: region('america'),
      swiss: region('swiss'),
      europe: region('europe'),
      britain: region('britain'),
      asia: region('asia'),
    },
    sector: new Map(
      Object.entries(sectorPlans).map(([name, milestones]) => [name, beside(name, milestones, 0.004)]),
    ),
    asset: {
      gold: buildCurve(axis, assetPlans.gold),
      silver: buildCurve(axis, assetPlans.silver),
      bitcoin: buildCurve(axis, assetPlans.bitcoin),
    },
  }
}
