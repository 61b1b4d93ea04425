import { type Coverage, currencyCode } from '@plumbline/contract'
import {
  crossRate,
  findMissingInput,
  findPositionValue,
  findStaleRates,
  hasValueOn,
  priceQuality,
  toIsoDate,
} from '@plumbline/engine'
import type { Portfolio } from '../queries/query.ts'
import type { queryEngine } from '../queries/query-scope.ts'

type EngineResult = ReturnType<typeof queryEngine>
type Reason = Coverage['missing'][number]['reason']

/** Positions that need the same price or rate. */
interface Need {
  reason: Reason
  place: number | null
  currency: string | null
  since: number | null
  positions: number[]
}

/** What the sums of a result leave out at the end of its period, and the prices and rates that are missing or stale. */
export function describeCoverage(portfolio: Portfolio, whole: EngineResult): Coverage {
  const { snapshot, views, isIn, period } = whole
  const needs = new Map<string, Need>()
  const missing: number[] = []
  const values = new Map<number, number | null>()
  for (let position = 0; position < isIn.length; position += 1) {
    if (isIn[position] !== 1 || !hasValueOn(snapshot, position, period.to)) continue
    values.set(position, pivotValue(whole, position))
    const isMissing = findPositionValue(snapshot, views.calculated, position, period.to) === null
    if (isMissing) missing.push(position)
    const need = isMissing ? findNeed(portfolio, whole, position) : findStalePrice(whole, position)
    if (need !== null) addNeed(needs, need, position)
  }
  for (const position of unconvertedPositions(whole)) {
    const need = missingRate(portfolio, whole, position)
    if (!missing.includes(position)) addNeed(needs, need, position)
  }
  for (const { currency, quoteDay } of findStaleRates(whole))
    addNeed(needs, { reason: 'stale_rate', place: null, currency, since: quoteDay, positions: [] }, null)
  const known = [...values.values()].reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
  const weigh = (positions: readonly number[]) => {
    const sum = addKnown(positions.map(position => values.get(position) ?? null))
    return sum === null || known === 0 ? null : sum / known
  }
  return {
    is_partial: missing.length > 0,
    held_count: values.size,
    missing_count: missing.length,
    missing_weight: missing.length === 0 ? 0 : weigh(missing),
    missing: [...needs.values()].map(need => wireNeed(whole, need, weigh(need.positions))),
  }
}

function wireNeed({ snapshot, views, period }: EngineResult, need: Need, weight: number | null) {
  const instrument = need.place === null ? undefined : snapshot.instruments[need.place]
  const currencies = new Set(need.positions.map(position => snapshot.positions.currency[position]))
  const own = need.positions.map(position => findPositionValue(snapshot, views.original, position, period.to))
  return {
    reason: need.reason,
    instrument: instrument ? { id: instrument.id, name: instrument.name } : null,
    currency: need.currency === null ? null : currencyCode.parse(need.currency),
    since: need.since === null ? null : toIsoDate(need.since),
    count: need.positions.length,
    amount: currencies.size === 1 ? addKnown(own) : null,
    last_weight: need.positions.length === 0 ? null : weight,
    position_ids: need.positions.map(position => snapshot.positions.keys[position] ?? ''),
  }
}

function addNeed(needs: Map<string, Need>, need: Need, position: number | null): void {
  const key = `${need.reason} ${need.place ?? ''} ${need.currency ?? ''}`
  const known = needs.get(key) ?? need
  needs.set(key, known)
  if (need.since !== null) known.since = Math.min(known.since ?? need.since, need.since)
  if (position !== null) known.positions.push(position)
}

/** What a position without a value lacks. */
function findNeed(portfolio: Portfolio, whole: EngineResult, position: number): Need {
  const { snapshot, period } = whole
  if (findMissingInput(snapshot, position, period.to) === 'no_rate')
    return missingRate(portfolio, whole, position)
  return {
    reason: 'missing_price',
    place: snapshot.positions.instrument[position] ?? -1,
    currency: null,
    since: snapshot.positions.openDay[position] ?? null,
    positions: [],
  }
}

/** The missing rate behind a position: that of its own currency, or of the reporting currency when its own has one. */
function missingRate({ snapshot }: Portfolio, whole: EngineResult, position: number): Need {
  const target = whole.views.calculated.currency ?? snapshot.pivot
  const own = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  const hasOwnRate = own === snapshot.pivot || snapshot.rates.has(own)
  const isTargetMissing = target !== snapshot.pivot && !snapshot.rates.has(target)
  return {
    reason: 'missing_rate',
    place: null,
    currency: (hasOwnRate && isTargetMissing) || own === target ? target : own,
    since: snapshot.positions.openDay[position] ?? null,
    positions: [],
  }
}

function findStalePrice({ snapshot, period }: EngineResult, position: number): Need | null {
  const place = snapshot.positions.instrument[position] ?? -1
  if (place < 0 || priceQuality(snapshot.prices[place], period.to) !== 'stale') return null
  return {
    reason: 'stale_price',
    place,
    currency: null,
    since: snapshot.prices[place]?.quoteDays.findLast(day => day <= period.to) ?? null,
    positions: [],
  }
}

/** Positions with a transaction of the period that has no rate. */
function unconvertedPositions({ snapshot, views, isIn, period }: EngineResult): Set<number> {
  const found = new Set<number>()
  for (const event of views.calculated.unconverted) {
    const position = snapshot.events.position[event] ?? -1
    const day = snapshot.events.day[event] ?? 0
    if (isIn[position] === 1 && day >= period.from && day <= period.to) found.add(position)
  }
  return found
}

/** The value in the currency of the market's rates, in which weights of unconverted positions can be compared. */
function pivotValue({ snapshot, views, period }: EngineResult, position: number): number | null {
  const own = findPositionValue(snapshot, views.original, position, period.to)
  const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const value = own === null ? Number.NaN : own * crossRate(market, currency, snapshot.pivot, period.to)
  return Number.isFinite(value) ? value : null
}

/** The sum, or null when a summand is unknown. */
function addKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  )
}
