import type { AttributionKey, BenchmarkRecord, MissingBenchmarkReturn } from '@plumbline/contract'
import {
  type BlendReturns,
  blendReturns,
  currencyUnit,
  type Day,
  findMissingReturns,
  type Period,
  parseDay,
  priceSeriesFromYears,
  toIsoDate,
} from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'
import type { BenchmarkData, BenchmarkRow } from './benchmark-rows.store.ts'

/** The daily returns of a benchmark in a currency, up to the last close of the portfolio. */
export function buildBlend(
  { snapshot }: Portfolio,
  data: BenchmarkData,
  currency: string,
  to: Day,
): BlendReturns {
  const { row, instruments, closes, distributions } = data
  const known = new Map(instruments.map(instrument => [instrument.id, instrument]))
  return blendReturns(
    {
      rebalancing: row.rebalancing,
      weights: row.weights.map(({ valid_from, weights }) => ({
        from: parseDay(valid_from),
        weightsBps: weights,
      })),
      components: row.components.map(({ instrument: id }) => {
        const instrument = known.get(id)
        const splits = (instrument?.splits ?? []).map(split => ({ ...split, day: parseDay(split.date) }))
        return {
          currency: instrument?.currency ?? currency,
          prices: priceSeriesFromYears(closes.get(id) ?? [], to, {
            splits,
            adjusted: instrument?.is_split_adjusted ?? false,
            kind: instrument?.price_kind ?? 'traded',
          }),
          distributions: distributions
            .filter(({ instrument_id }) => instrument_id === id)
            .map(({ date, amount, currency: code }) => ({
              day: parseDay(date),
              amount: Number(amount),
              currency: code,
            })),
        }
      }),
    },
    { pivot: snapshot.pivot, rates: snapshot.rates, currency },
    to,
  )
}

/** The group that each component stands for. */
export function groupsOfComponents({ row, instruments }: BenchmarkData, by: AttributionKey): string[] {
  return row.components.map(component => {
    const instrument = instruments.find(({ id }) => id === component.instrument)
    if (by === 'instrument_type') return component.stands_for ?? instrument?.instrument_type ?? 'none'
    if (by === 'sector') return instrument?.sector ?? 'none'
    return instrument ? currencyUnit(instrument.currency).currency : 'none'
  })
}

/** What the benchmark lacks in a period, by instrument. */
export function wireMissing(
  row: BenchmarkRow,
  blend: BlendReturns,
  period: Period,
): MissingBenchmarkReturn[] {
  return findMissingReturns(blend, period).map(({ reason, component, knownFrom }) => ({
    reason,
    instrument: component === null ? null : componentReference(row, component),
    known_from: knownFrom === null ? null : toIsoDate(knownFrom),
  }))
}

export function componentReference({ components }: BenchmarkRow, place: number) {
  const component = components[place]
  return { id: component?.instrument ?? '', name: component?.name ?? '' }
}

export function wireBenchmark(row: BenchmarkRow): BenchmarkRecord {
  const { id, name, rebalancing, return_type, version, group_by, group_key } = row
  return {
    id,
    family: { id: row.family_id, name: row.family_name },
    strategy: row.strategy_id === null ? null : { id: row.strategy_id, name: row.strategy_name ?? '' },
    group: group_by === null || group_key === null ? null : { by: group_by, key: group_key },
    name,
    rebalancing,
    return_type,
    weights: row.weights.map(({ valid_from, weights }) => ({
      valid_from,
      weights: weights.map(bps => bps / 10_000),
    })),
    components: row.components.map((component, place) => ({
      instrument: componentReference(row, place),
      symbol: component.symbol,
      currency: component.currency ?? '',
      stands_for: component.stands_for,
    })),
    version,
  }
}
