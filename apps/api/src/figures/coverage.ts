import { type Coverage, currencyCode } from '@plumbline/contract'
import {
  crossRate,
  type Day,
  findLateEntries,
  findMissingInput,
  findPositionValue,
  findStaleRates,
  hasValueOn,
  type LateEntry,
  priceQuality,
  toIsoDate,
} from '@plumbline/engine'
import type { queryEngine } from '../queries/query-scope.ts'

type EngineResult = ReturnType<typeof queryEngine>
type Reason = Coverage['missing'][number]['reason']
type LateInput = Coverage['missing_before'][number]

/** Positions that need the same price or rate. */
interface Need {
  reason: Reason
  place: number | null
  currency: string | null
  since: number | null
  positions: number[]
}

/** What the sums of a result leave out at the end of its period, and the prices and rates that are missing or stale. */
export function describeCoverage(whole: EngineResult): Coverage {
  const { snapshot, views, isIn, period } = whole
  const needs = new Map<string, Need>()
  const missing: number[] = []
  const values = new Map<number, number | null>()
  for (let position = 0; position < isIn.length; position += 1) {
    if (isIn[position] !== 1 || !hasValueOn(snapshot, position, period.to)) continue
    values.set(position, pivotValue(whole, position))
    const isMissing = findPositionValue(snapshot, views.calculated, position, period.to) === null
    if (isMissing) missing.push(position)
    const need = isMissing ? findNeed(whole, position) : findStalePrice(whole, position)
    if (need !== null) addNeed(needs, need, position)
  }
  for (const position of unconvertedPositions(whole)) {
    const need = missingRate(whole, position)
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
    is_opening_partial: isPartialOn(whole, period.from - 1),
    missing_before: listLateInputs(whole),
  }
}

/** Whether something held at a close has no value there. */
function isPartialOn({ snapshot, views, isIn }: EngineResult, day: Day): boolean {
  if (views.calculated.isComplete) return false
  return isIn.some(
    (inside, position) =>
      inside === 1 && findPositionValue(snapshot, views.calculated, position, day) === null,
  )
}

/** The prices and rates behind positions that entered within the period, or were closed without a value. */
function listLateInputs(whole: EngineResult): LateInput[] {
  const found = new Map<string, LateInput>()
  for (const entry of findLateEntries(whole)) {
    const input = wireLateEntry(whole, entry)
    const key = `${input.reason} ${input.instrument?.id ?? input.currency} ${input.until}`
    const known = found.get(key)
    found.set(key, known === undefined ? input : joinLateInputs(known, input))
  }
  return [...found.values()].toSorted((a, b) => ((a.until ?? '') < (b.until ?? '') ? -1 : 1))
}

function joinLateInputs(a: LateInput, b: LateInput): LateInput {
  return {
    ...a,
    since: a.since < b.since ? a.since : b.since,
    count: a.count + b.count,
    value: addKnown([a.value, b.value]),
    position_ids: [...a.position_ids, ...b.position_ids],
  }
}

function wireLateEntry(whole: EngineResult, { position, flag, day, value }: LateEntry): LateInput {
  const { positions, instruments } = whole.snapshot
  const instrument = instruments[positions.instrument[position] ?? -1]
  const isPrice = flag === 'no_price' && instrument !== undefined
  return {
    reason: isPrice ? 'missing_price' : 'missing_rate',
    instrument: isPrice ? { id: instrument.id, name: instrument.name } : null,
    currency: isPrice ? null : currencyCode.parse(missingCurrency(whole, position)),
    since: toIsoDate(positions.openDay[position] ?? whole.period.from),
    until: day === null ? null : toIsoDate(day),
    count: 1,
    value,
    position_ids: [positions.keys[position] ?? ''],
  }
}

/** What the flows of the period contain though no money moved: positions at their first price or rate. */
export function sumFirstValues(whole: EngineResult): number {
  return findLateEntries(whole).reduce((sum, { value }) => sum + (value ?? 0), 0)
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
function findNeed(whole: EngineResult, position: number): Need {
  const { snapshot, period } = whole
  if (findMissingInput(snapshot, position, period.to) === 'no_rate') return missingRate(whole, position)
  return {
    reason: 'missing_price',
    place: snapshot.positions.instrument[position] ?? -1,
    currency: null,
    since: snapshot.positions.openDay[position] ?? null,
    positions: [],
  }
}

function missingRate(whole: EngineResult, position: number): Need {
  return {
    reason: 'missing_rate',
    place: null,
    currency: missingCurrency(whole, position),
    since: whole.snapshot.positions.openDay[position] ?? null,
    positions: [],
  }
}

/** The currency whose rate a position waits for: its own, or the reporting currency when that one's rates start later. */
function missingCurrency({ snapshot, views }: EngineResult, position: number): string {
  const target = views.calculated.currency ?? snapshot.pivot
  const own = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  const firstDay = (currency: string) =>
    currency === snapshot.pivot
      ? Number.NEGATIVE_INFINITY
      : (snapshot.rates.get(currency)?.firstDay ?? Number.POSITIVE_INFINITY)
  return firstDay(target) > firstDay(own) ? target : own
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
