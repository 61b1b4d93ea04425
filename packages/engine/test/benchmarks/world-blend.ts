import {
  type Blend,
  type BlendReturns,
  blendReturns,
  type Distribution,
  type Market,
  parseDay,
  priceSeries,
  type RebalancingRule,
} from '../../src/index.ts'
import { buildMarket, type WorldSpec } from '../world.ts'

/** A benchmark as tests and pages write it: components by the id of their prices. */
export interface BlendSpec {
  readonly rebalancing: RebalancingRule
  /** From a day on: weights in basis points by component. */
  readonly weights: readonly (readonly [from: string, weights: Readonly<Record<string, number>>])[]
  /** Currencies that differ from the reporting currency. */
  readonly currencies?: Readonly<Record<string, string>>
  /** Per component its ex-dates and amounts per unit, in the currency of the component. */
  readonly distributions?: Readonly<Record<string, readonly (readonly [on: string, amount: number])[]>>
}

/** The components of a benchmark, in the order of its weights. */
export function componentIds({ weights }: BlendSpec): string[] {
  return [...new Set(weights.flatMap(([, parts]) => Object.keys(parts)))]
}

export function blendOfMarket(spec: BlendSpec, market: Market, currency: string, to: number): BlendReturns {
  const ids = componentIds(spec)
  const codeOf = (id: string) => spec.currencies?.[id] ?? currency
  const blend: Blend = {
    rebalancing: spec.rebalancing,
    weights: spec.weights.map(([from, parts]) => ({
      from: parseDay(from),
      weightsBps: ids.map(id => parts[id] ?? 0),
    })),
    components: ids.map(id => ({
      currency: codeOf(id),
      prices: market.prices.get(id) ?? priceSeries([], to),
      distributions: (spec.distributions?.[id] ?? []).map(
        ([on, amount]): Distribution => ({ day: parseDay(on), amount, currency: codeOf(id) }),
      ),
    })),
  }
  return blendReturns(blend, { pivot: market.pivot, rates: market.rates, currency }, to)
}

/** A benchmark of the prices and rates of a world, in its currency. */
export function blendOfWorld(spec: BlendSpec, given: WorldSpec): BlendReturns {
  return blendOfMarket(spec, buildMarket(given), given.currency ?? 'EUR', parseDay(given.asOf))
}
