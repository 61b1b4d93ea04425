import type { BenchmarkGroupKey, InstrumentType, RebalancingRule } from '@plumbline/contract'
import type { WorldStrategy } from './strategies.ts'

export interface WorldBenchmark {
  readonly family: string
  /** The user and name of a strategy; null for the family or one of its groups. */
  readonly strategy: { readonly user: string; readonly name: string } | null
  readonly group: { readonly by: BenchmarkGroupKey; readonly key: string } | null
  readonly name: string
  readonly rebalancing: RebalancingRule
  /** Instruments, and the class that each stands for. */
  readonly components: readonly { readonly instrument: string; readonly standsFor: InstrumentType }[]
  /** From a day on: basis points, one per component. */
  readonly weights: readonly { readonly from: string; readonly bps: readonly number[] }[]
}

const ofTheFamily = { strategy: null, group: null } as const
const shares = (instrument: string) => ({ instrument, standsFor: 'equity' }) as const
const bonds = (instrument: string) => ({ instrument, standsFor: 'bond' }) as const

const ofFamilies: readonly WorldBenchmark[] = [
  {
    ...ofTheFamily,
    family: 'aebi-laurent',
    name: 'Balanced benchmark',
    rebalancing: 'monthly',
    components: [shares('TWLD'), shares('TSWI'), bonds('TCHB')],
    weights: [
      { from: '2017-01-03', bps: [3500, 1500, 5000] },
      { from: '2022-01-01', bps: [4000, 1500, 4500] },
      { from: '2025-01-01', bps: [4500, 1500, 4000] },
    ],
  },
  {
    ...ofTheFamily,
    family: 'moreau-brandt',
    name: 'Growth in euro',
    rebalancing: 'quarterly',
    components: [shares('TWLD'), shares('TEUR'), bonds('TAGG')],
    weights: [{ from: '2017-01-03', bps: [5000, 2000, 3000] }],
  },
  {
    ...ofTheFamily,
    family: 'hargrove-tan',
    name: 'World shares',
    rebalancing: 'never',
    components: [shares('TALL')],
    weights: [{ from: '2017-01-03', bps: [10_000] }],
  },
  {
    family: 'aebi-laurent',
    strategy: null,
    group: { by: 'instrument_type', key: 'equity' },
    name: 'Shares benchmark',
    rebalancing: 'yearly',
    components: [shares('TWLD'), shares('TSWI')],
    weights: [{ from: '2017-01-03', bps: [6000, 4000] }],
  },
]

const ofStrategies: readonly (readonly [strategy: string, instrument: string])[] = [
  ['Dividend core', 'TSWI'],
  ['World index', 'TWLD'],
]

/** A benchmark per family, one of its shares, and those of the strategies that have an index. */
export function buildBenchmarks(strategies: readonly WorldStrategy[]): WorldBenchmark[] {
  const own = ofStrategies.flatMap(([strategy, instrument]) =>
    strategies
      .filter(({ name }) => name === strategy)
      .map(
        ({ user, family }): WorldBenchmark => ({
          family,
          strategy: { user, name: strategy },
          group: null,
          name: strategy === 'World index' ? 'Trivet World' : 'Trivet Swiss Shares',
          rebalancing: 'never',
          components: [shares(instrument)],
          weights: [{ from: '2017-01-03', bps: [10_000] }],
        }),
      ),
  )
  return [...ofFamilies, ...own]
}
