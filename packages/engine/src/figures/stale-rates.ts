import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { listParts, type ViewedPart } from '../currency/join-views.ts'
import { unitsOn } from '../currency/position-value.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { rateQuoteDay, STALE_AFTER_DAYS } from '../valuation/market.ts'
import type { QueryResult } from './query.ts'

/** The quote behind the rate of a currency on a day, when it is stale; null when it is not, or there is no rate. */
export function staleRateDay(
  snapshot: PortfolioSnapshot,
  currency: string,
  target: string | null,
  day: Day,
): Day | null {
  const quoted = target === null ? null : rateQuoteDay(snapshot, currency, target, day)
  return quoted !== null && day - quoted > STALE_AFTER_DAYS ? quoted : null
}

/** A currency of a scope that was converted at a rate older than a week. */
export interface StaleRate {
  readonly currency: string
  /** The oldest quote that was used, and the last day for which it was. */
  readonly quoteDay: Day
  readonly usedOn: Day
}

/**
 * The stale rates behind the closes of a result's period, at most one per currency: the oldest quote relative to the day
 * it was used for. Currencies without a rate are missing, not stale.
 */
export function findStaleRates(result: QueryResult): StaleRate[] {
  const { snapshot, views, isIn, period } = result
  const target = views.calculated.currency
  if (target === null) return []
  const spans = new Map<string, Period>()
  for (const part of listParts(snapshot, views)) addSpans(spans, part, isIn, period)
  return [...spans].flatMap(([currency, span]) => {
    const found = findOldest(snapshot, currency, target, span)
    return found === null ? [] : [found]
  })
}

/** Adds the days of a period on which positions in scope have values, by currency. */
function addSpans(
  spans: Map<string, Period>,
  { snapshot: { positions, segments, currencies }, firstPosition }: ViewedPart,
  isIn: Uint8Array,
  period: Period,
): void {
  for (let position = 0; position < positions.count; position += 1) {
    const last = (positions.segmentFrom[position + 1] ?? 0) - 1
    const first = positions.segmentFrom[position] ?? 0
    if (isIn[firstPosition + position] !== 1 || last < first) continue
    const from = Math.max(period.from - 1, segments.from[first] ?? 0)
    const to = Math.min(period.to, segments.to[last] ?? 0)
    if (to < from) continue
    const currency = currencies[positions.currency[position] ?? -1] ?? ''
    const known = spans.get(currency)
    spans.set(currency, { from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to) })
  }
}

function findOldest(
  snapshot: PortfolioSnapshot,
  currency: string,
  target: string,
  { from, to }: { from: Day; to: Day },
): StaleRate | null {
  if (currency === target) return null
  // Without any quote of one leg the rate is missing, however old the other leg is.
  if (rateQuoteDay(snapshot, currency, target, to) === null) return null
  let oldest: StaleRate | null = null
  for (const leg of [currency, target]) {
    const quoteDays = leg === snapshot.pivot ? undefined : snapshot.rates.get(leg)?.quoteDays
    for (let place = 0; place < (quoteDays?.length ?? 0); place += 1) {
      const quoteDay = quoteDays?.[place] ?? to
      const usedOn = Math.min(to, (quoteDays?.[place + 1] ?? Number.POSITIVE_INFINITY) - 1)
      const age = usedOn < from ? 0 : usedOn - quoteDay
      if (age > STALE_AFTER_DAYS && (oldest === null || age >= oldest.usedOn - oldest.quoteDay))
        oldest = { currency, quoteDay, usedOn }
    }
  }
  return oldest
}

/** Whether a position is held at a close and converted there at a stale rate. */
export function isRateStale(
  snapshot: PortfolioSnapshot,
  target: string | null,
  position: number,
  day: Day,
): boolean {
  if (target === null || unitsOn(snapshot, position, day) === 0) return false
  const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  return staleRateDay(snapshot, currency, target, day) !== null
}
