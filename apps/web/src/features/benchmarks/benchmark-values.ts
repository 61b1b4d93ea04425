import type { HeldType } from '@plumbline/contract'
import type { NumberLocale } from '../../lib/format/format.ts'
import { isDate } from '../../lib/format/parse-date.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import type { Benchmark, BenchmarkValues } from './use-benchmarks.ts'

/** A component with its weights by column, as typed in percent. */
export interface TypedComponent {
  id: string
  name: string
  standsFor: HeldType | null
  weights: readonly string[]
}

/** The weights of a benchmark as typed: a column per date, a row per component. */
export interface TypedWeights {
  dates: readonly string[]
  components: readonly TypedComponent[]
}

export function toTyped(benchmark: Benchmark | null, locale: NumberLocale, today: string): TypedWeights {
  if (benchmark === null) return { dates: [today], components: [] }
  return {
    dates: benchmark.weights.map(({ valid_from }) => valid_from),
    components: benchmark.components.map(({ instrument, stands_for }, place) => ({
      id: instrument.id,
      name: instrument.name,
      standsFor: stands_for,
      weights: benchmark.weights.map(({ weights }) =>
        typedNumber(Math.round((weights[place] ?? 0) * 10_000) / 100, locale),
      ),
    })),
  }
}

/** Basis points of a typed percentage: 0 for an empty text, NaN for an invalid one. */
function toBps(typed: string, locale: NumberLocale): number {
  const percent = parseNumber(typed, locale)
  return percent === null ? 0 : Math.round(percent * 100)
}

/** The sum of a column as a fraction; NaN with an invalid or negative weight. */
export function sumColumn({ components }: TypedWeights, column: number, locale: NumberLocale): number {
  const weights = components.map(({ weights: typed }) => toBps(typed[column] ?? '', locale))
  return weights.some(bps => bps < 0) ? Number.NaN : weights.reduce((sum, bps) => sum + bps, 0) / 10_000
}

export type WeightsProblem = { kind: 'no_component' | 'date' } | { kind: 'sum'; date: string }

/** The weights for the server, or the first thing that is wrong. */
export function readTyped(
  typed: TypedWeights,
  locale: NumberLocale,
): Pick<BenchmarkValues, 'components' | 'weights'> | WeightsProblem {
  const { dates, components } = typed
  if (components.length === 0) return { kind: 'no_component' }
  if (!dates.every(isDate) || new Set(dates).size !== dates.length) return { kind: 'date' }
  const wrong = dates.findIndex((_, column) => !(Math.abs(sumColumn(typed, column, locale) - 1) < 1e-9))
  if (wrong >= 0) return { kind: 'sum', date: dates[wrong] ?? '' }
  return {
    components: components.map(({ id, standsFor }) => ({ instrument: id, stands_for: standsFor })),
    weights: dates.map((valid_from, column) => ({
      valid_from,
      weights: components.map(({ weights }) => toBps(weights[column] ?? '', locale) / 10_000),
    })),
  }
}
