import { type CallReply, contract, currencyCode, type Role } from '@plumbline/contract'
import {
  closeOn,
  currencyUnit,
  type Day,
  findPositionValue,
  hasValueOn,
  priceQuality,
  toIsoDate,
  unitsOn,
} from '@plumbline/engine'
import { describeCoverage } from '../../figures/coverage.ts'
import { findPositions } from '../../figures/find-positions.ts'
import { accountReference } from '../../figures/position-rows.ts'
import { defineEndpointQuery, type Portfolio } from '../../queries/query.ts'
import { describeBasis, queryEngine, readPerformance, readScope } from '../../queries/query-scope.ts'

type EngineResult = ReturnType<typeof queryEngine>
type Gap = CallReply<typeof contract.reconciliation.coverage>['data'][number]
type MissingInput = ReturnType<typeof describeCoverage>['missing'][number]

/** The caller, and for advisers the securities that they may price. */
interface Pricing {
  role: Role
  imported: string[]
}

/** The prices and rates that the net asset value lacks, those with the largest effect first. */
export const coverageQuery = defineEndpointQuery<typeof contract.reconciliation.coverage, Pricing>(
  contract.reconciliation.coverage,
  (portfolio, { body }, pricing) => {
    const scope = readScope(portfolio, {
      ...body,
      settings: { ...body.settings, period: { name: 'all', start_date: null, end_date: null } },
    })
    const whole = queryEngine(portfolio, scope)
    const coverage = describeCoverage(whole)
    // A currency without any rate is missing, not stale.
    const noRate = new Set(
      coverage.missing.flatMap(({ reason, currency }) => (reason === 'missing_rate' ? currency : [])),
    )
    const missing = coverage.missing
      .filter(({ reason, currency }) => reason !== 'stale_rate' || !noRate.has(currency))
      .map(need => describeNeed(portfolio, whole, need))
    const gaps = [...missing, ...listEstimated(portfolio, whole)].map(gap => ({
      ...gap,
      may_fix: mayFix(gap, pricing),
    }))
    return {
      data: gaps.toSorted(compareEffect),
      count: gaps.length,
      extra: {
        value: readPerformance(whole).balance.total,
        held_count: coverage.held_count,
        missing_count: coverage.missing_count,
      },
      basis: describeBasis(portfolio, scope),
    }
  },
)

/** Administrators enter everything, advisers prices of what their families imported, everyone values of their assets. */
function mayFix({ instrument, is_asset: isAsset }: Gap, { role, imported }: Pricing): boolean {
  if (role === 'admin') return true
  if (role === 'demo' || instrument === null) return false
  return isAsset || imported.includes(instrument.id)
}

const order: readonly Gap['reason'][] = [
  'missing_rate',
  'missing_price',
  'estimated_price',
  'stale_rate',
  'stale_price',
]

/** What is left out comes first, since its effect may be any; then the largest value. */
function compareEffect(a: Gap, b: Gap): number {
  const kinds = order.indexOf(a.reason) - order.indexOf(b.reason)
  const sizes = effect(b) - effect(a)
  return kinds || sizes || ((a.instrument?.name ?? '') < (b.instrument?.name ?? '') ? -1 : 1)
}

const effect = (gap: Gap): number =>
  Math.abs(gap.value ?? gap.amount ?? gap.positions_count + gap.balances_count)

function describeNeed(portfolio: Portfolio, whole: EngineResult, need: MissingInput): Gap {
  const { snapshot } = portfolio
  const positions = findPositions(snapshot, need.position_ids).filter(position => position >= 0)
  const place =
    need.instrument === null ? -1 : snapshot.instruments.findIndex(({ id }) => id === need.instrument?.id)
  const isLeftOut = need.reason === 'missing_price' || need.reason === 'missing_rate'
  return {
    ...describePositions(portfolio, whole, positions),
    ...describeInstrument(portfolio, whole, place, positions),
    reason: need.reason,
    currency: need.currency,
    counter_currency: need.currency === null ? null : counterCurrency(portfolio, whole, need.currency),
    since: need.since,
    // Without a rate of the reporting currency, the amount is one of another currency.
    amount: need.currency === whole.views.calculated.currency ? null : need.amount,
    ...(isLeftOut && { value: null }),
  }
}

/** The currency to enter a rate in: the reporting currency if it has a rate of its own, else that of the market. */
function counterCurrency({ snapshot }: Portfolio, whole: EngineResult, currency: string) {
  const target = whole.views.calculated.currency ?? snapshot.pivot
  const isKnown = target === snapshot.pivot || snapshot.rates.has(target)
  return currencyCode.parse(isKnown && target !== currency ? target : snapshot.pivot)
}

function describePositions(portfolio: Portfolio, whole: EngineResult, positions: readonly number[]) {
  const { snapshot } = portfolio
  const accounts = new Set(
    positions.map(position => snapshot.accounts[snapshot.positions.account[position] ?? -1]?.id ?? ''),
  )
  const isCash = (position: number) => (snapshot.positions.instrument[position] ?? -1) < 0
  return {
    positions_count: positions.filter(position => !isCash(position)).length,
    balances_count: positions.filter(isCash).length,
    places: [...accounts].filter(id => id !== '').map(id => accountReference(portfolio, id)),
    value: sumValues(whole, positions),
    may_fix: false,
  }
}

function sumValues(
  { snapshot, views, period }: EngineResult,
  positions: readonly number[],
  view: 'calculated' | 'original' = 'calculated',
): number | null {
  return positions.reduce<number | null>((sum, position) => {
    const value = findPositionValue(snapshot, views[view], position, period.to)
    return sum === null || value === null ? null : sum + value
  }, 0)
}

function describeInstrument(
  { snapshot, metadata }: Portfolio,
  { period }: EngineResult,
  place: number,
  positions: readonly number[],
) {
  const instrument = snapshot.instruments[place]
  if (!instrument)
    return {
      instrument: null,
      is_asset: false,
      instrument_type: null,
      unit: null,
      quantity: null,
      contract_size: null,
      price: null,
    }
  const close = closeOn(snapshot.prices[place], period.to)
  const size = instrument.contractSize ?? 1
  const units = positions.reduce((sum, position) => sum + unitsOn(snapshot, position, period.to), 0)
  return {
    instrument: { id: instrument.id, name: instrument.name },
    is_asset: metadata.ownInstruments.has(instrument.id),
    instrument_type: instrument.type,
    // Bonds are quoted in percent of the nominal.
    unit: instrument.contractSize === 0.01 ? '%' : instrument.currency,
    quantity: units / size,
    contract_size: size,
    price: Number.isFinite(close) ? close * currencyUnit(instrument.currency).factor : null,
  }
}

/** Securities that no source prices: they are valued at the last price of a transaction. */
function listEstimated(portfolio: Portfolio, whole: EngineResult): Gap[] {
  const { snapshot, isIn, period } = whole
  const held = new Map<number, number[]>()
  for (let position = 0; position < isIn.length; position += 1) {
    const place = snapshot.positions.instrument[position] ?? -1
    if (isIn[position] !== 1 || place < 0 || unitsOn(snapshot, position, period.to) === 0) continue
    if (!hasValueOn(snapshot, position, period.to)) continue
    if (priceQuality(snapshot.prices[place], period.to) !== 'estimated') continue
    held.set(place, [...(held.get(place) ?? []), position])
  }
  return [...held].map(([place, positions]) => ({
    ...describePositions(portfolio, whole, positions),
    ...describeInstrument(portfolio, whole, place, positions),
    reason: 'estimated_price' as const,
    currency: null,
    counter_currency: null,
    since: firstOpen(portfolio, positions),
    amount: sumValues(whole, positions, 'original'),
  }))
}

function firstOpen({ snapshot }: Portfolio, positions: readonly number[]): string | null {
  const days = positions.map((position): Day => snapshot.positions.openDay[position] ?? 0)
  return days.length === 0 ? null : toIsoDate(Math.min(...days))
}
