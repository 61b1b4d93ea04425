import { type CallReply, type contract, currencyCode } from '@plumbline/contract'
import {
  closeOn,
  crossRate,
  currencyUnit,
  type Day,
  findPositionValue,
  hasValueOn,
  knownAmounts,
  positionRow,
  priceQuality,
  toIsoDate,
  unitsOn,
} from '@plumbline/engine'
import type { describeCoverage } from '../../figures/coverage.ts'
import { findPositions } from '../../figures/find-positions.ts'
import { accountReference } from '../../figures/position-rows.ts'
import type { Portfolio } from '../../queries/query.ts'
import type { queryEngine } from '../../queries/query-scope.ts'

type EngineResult = ReturnType<typeof queryEngine>
export type Gap = CallReply<typeof contract.reconciliation.coverage>['data'][number]
export type ComparedAccount = CallReply<typeof contract.reconciliation.list>['data'][number]
type MissingInput = ReturnType<typeof describeCoverage>['missing'][number]

const noInstrument = {
  instrument: null,
  is_asset: false,
  instrument_type: null,
  unit: null,
  quantity: null,
  contract_size: null,
  price: null,
} as const

/** A price or rate that is missing or stale. */
export function describeNeed(portfolio: Portfolio, whole: EngineResult, need: MissingInput): Gap {
  const { snapshot } = portfolio
  const positions = findPositions(snapshot, need.position_ids).filter(position => position >= 0)
  const place =
    need.instrument === null ? -1 : snapshot.instruments.findIndex(({ id }) => id === need.instrument?.id)
  const isLeftOut = need.reason === 'missing_price' || need.reason === 'missing_rate'
  // A stale rate names no positions, since they are valued.
  const affected = need.reason === 'stale_rate' ? positionsIn(whole, need.currency) : positions
  return {
    ...describePositions(portfolio, whole, positions),
    ...describeInstrument(portfolio, whole, place, positions),
    reason: need.reason,
    currency: need.currency,
    counter_currency: need.currency === null ? null : counterCurrency(portfolio, whole, need.currency),
    since: need.since,
    // Without a rate of the reporting currency, the amount is one of another currency.
    amount: need.currency === whole.views.calculated.currency ? null : need.amount,
    effect: sumEffects(whole, affected),
    ...(isLeftOut && { value: null }),
  }
}

/** An account whose latest statement differs from the ledger. */
export function describeBreak({
  account,
  statement_date: date,
  statement_value: value,
  ledger_value: ledgerValue,
  break_value: difference,
  breaks_count: breaksCount,
  oldest_break: oldest,
  may_change: mayChange,
}: ComparedAccount): Gap {
  return {
    ...noInstrument,
    reason: 'statement_break',
    currency: null,
    counter_currency: null,
    since: oldest,
    positions_count: 0,
    balances_count: 0,
    places: [account],
    amount: null,
    value: difference,
    effect: difference === null ? null : Math.abs(difference),
    statement: date === null ? null : { date, value, ledger_value: ledgerValue, breaks_count: breaksCount },
    may_fix: mayChange,
  }
}

/** Cash of trades that statements state and the ledger does not have in this amount. */
export interface UnmatchedCash {
  accountId: string
  currency: string
  count: number
  amount: number
  since: string
}

/** The rows of one account and currency. */
export function describeUnmatched(
  portfolio: Portfolio,
  whole: EngineResult,
  { accountId, currency, count, amount, since }: UnmatchedCash,
  mayChange: boolean,
): Gap {
  const { snapshot, views, period } = whole
  const target = views.calculated.currency ?? snapshot.pivot
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const rate = crossRate(market, currency, target, period.to)
  return {
    ...noInstrument,
    reason: 'unmatched_cash',
    currency: currencyCode.parse(currency),
    counter_currency: null,
    since,
    positions_count: 0,
    balances_count: count,
    places: [accountReference(portfolio, accountId)],
    amount,
    value: null,
    effect: Number.isFinite(rate) ? amount * rate : null,
    statement: null,
    may_fix: mayChange,
  }
}

/** Securities that no source prices: they are valued at the last price of a transaction. */
export function listEstimated(
  portfolio: Portfolio,
  whole: EngineResult,
): { gap: Gap; positions: readonly number[] }[] {
  const { snapshot, period } = whole
  const held = new Map<number, number[]>()
  for (const position of heldPositions(whole)) {
    const place = snapshot.positions.instrument[position] ?? -1
    if (place < 0 || unitsOn(snapshot, position, period.to) === 0) continue
    if (priceQuality(snapshot.prices[place], period.to) !== 'estimated') continue
    held.set(place, [...(held.get(place) ?? []), position])
  }
  return [...held].map(([place, positions]) => ({
    positions,
    gap: {
      ...describePositions(portfolio, whole, positions),
      ...describeInstrument(portfolio, whole, place, positions),
      reason: 'estimated_price' as const,
      currency: null,
      counter_currency: null,
      since: firstOpen(portfolio, positions),
      amount: sumValues(whole, positions, 'original'),
      effect: sumEffects(whole, positions),
    },
  }))
}

/** The positions and balances in scope at the end of the period. */
export function heldPositions({ snapshot, isIn, period }: EngineResult): number[] {
  const held: number[] = []
  for (let position = 0; position < isIn.length; position += 1)
    if (isIn[position] === 1 && hasValueOn(snapshot, position, period.to)) held.push(position)
  return held
}

function positionsIn(whole: EngineResult, currency: string | null): number[] {
  const { positions, currencies } = whole.snapshot
  return heldPositions(whole).filter(position => currencies[positions.currency[position] ?? -1] === currency)
}

/** The size of positions in the reporting currency; null when that of one is unknown, or there are none. */
function sumEffects(whole: EngineResult, positions: readonly number[]): number | null {
  if (positions.length === 0) return null
  return positions.reduce<number | null>((sum, position) => {
    const size = estimateValue(whole, position)
    return sum === null || size === null ? null : sum + Math.abs(size)
  }, 0)
}

/** The value at the nearest known rate or, without a price, the cost. */
function estimateValue({ snapshot, views, period }: EngineResult, position: number): number | null {
  const value = findPositionValue(snapshot, views.calculated, position, period.to)
  if (value !== null) return value
  const own = findPositionValue(snapshot, views.original, position, period.to)
  const known = own ?? (knownAmounts(positionRow(snapshot, views, position, period).original).cost || null)
  const from = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  const to = views.calculated.currency ?? snapshot.pivot
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const firstDays = [from, to].map(currency => snapshot.rates.get(currency)?.firstDay ?? period.to)
  const rate = crossRate(market, from, to, Math.max(period.to, ...firstDays))
  return known === null || !Number.isFinite(rate) ? null : known * rate
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
    statement: null,
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
  if (!instrument) return noInstrument
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

function firstOpen({ snapshot }: Portfolio, positions: readonly number[]): string | null {
  const days = positions.map((position): Day => snapshot.positions.openDay[position] ?? 0)
  return days.length === 0 ? null : toIsoDate(Math.min(...days))
}
