import type { KeptReason, LeftOutReason, TargetDimension } from '@plumbline/contract'
import {
  type AllocatedCash,
  type AllocatedPosition,
  type Allocation,
  CONTRACT_TYPES,
  currencyLegs,
  type Day,
  forwardBaseCurrency,
  groupValue,
  knownAmounts,
  openLots,
  type PositionResult,
  positionResults,
  roundTo,
  unitsOn,
} from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'
import { type QueryScope, queryEngine } from '../../queries/query-scope.ts'
import { findPositions } from '../find-positions.ts'
import type { TargetRow } from './target-rows.store.ts'

/** What is divided and how. */
export interface Subject {
  dimension: TargetDimension
  /** The target of the day; null to show the division without one. */
  target: TargetRow | null
  /** Positions of a strategy; null for the whole family. */
  positionIds: readonly string[] | null
  locked: readonly string[]
  /** Units per lot of shares and ETFs. */
  lotSize: number
}

export interface ReadAllocation {
  allocation: Allocation
  /** Places of positions that are not traded, with the reason. */
  kept: { place: number; reason: KeptReason }[]
  /** Places of positions that have no value. */
  leftOut: { place: number; reason: LeftOutReason }[]
  /** Buckets of which the known part is nothing: their value is unknown, not 0. */
  unknown: ReadonlySet<string>
}

/** Cash where buckets are not currencies or custodians: one bucket for all. */
const CASH = 'cash'
const ILLIQUID: ReadonlySet<string> = new Set([
  'real_estate',
  'private_equity',
  'art',
  'vehicle',
  'loan',
  'other',
])
/** Instruments that are traded in fractions of a unit. */
const FRACTIONAL: ReadonlySet<string> = new Set(['fund', 'crypto', 'commodity'])
const FRACTION_LOT = 0.0001
/** Bonds quoted in percent are held as nominal, in thousands. */
const NOMINAL_LOT = 1000

/** A known part below is nothing: long and short cancel out, or a closed position is rounded. */
const rounding = 1e-9

/** The portfolio at the end of a scope's period, divided by the dimension. Positions without a value are left out. */
export function readAllocation(portfolio: Portfolio, scope: QueryScope, subject: Subject): ReadAllocation {
  const day = scope.period.to
  const whole = queryEngine(portfolio, { ...scope, period: { from: day, to: day } })
  const chosen =
    subject.positionIds === null ? null : new Set(findPositions(portfolio.snapshot, subject.positionIds))
  const isIn = (place: number) => whole.isIn[place] === 1 && (chosen === null || chosen.has(place))
  const results = positionResults(portfolio.snapshot, whole.views, isIn, { from: day, to: day })
  const leftOut = results
    .filter(result => knownAmounts(result).value === null)
    .map(result => ({ place: result.index, reason: leftOutReason(result) }))
  const incomplete = new Set(
    leftOut.flatMap(({ place }) => listBucketsOf(portfolio, place, subject.dimension)),
  )
  const context: Context = {
    portfolio,
    day,
    view: whole.views.calculated,
    subject,
    locked: new Set(findPositions(portfolio.snapshot, subject.locked)),
  }
  const read: ReadAllocation = {
    kept: [],
    leftOut,
    unknown: new Set(),
    allocation: {
      targets: listBuckets(subject.target),
      positions: [],
      cash: [],
      cashBy: chosen !== null ? 'one' : cashBy(subject.dimension),
      countsCash: chosen === null,
      incomplete,
    },
  }
  const positions: AllocatedPosition[] = []
  const cash: AllocatedCash[] = []
  for (const result of results) {
    const { value } = knownAmounts(result)
    if (value === null) continue
    if (result.list === 'cash') cash.push(readCash(context, result.index, value))
    else if (value !== 0 || result.list === 'open')
      positions.push(...readPosition(context, result, value, read.kept))
  }
  const sums = new Map<string, number>()
  for (const { bucket, value } of [...positions, ...cash]) sums.set(bucket, (sums.get(bucket) ?? 0) + value)
  return {
    ...read,
    unknown: new Set([...incomplete].filter(bucket => Math.abs(sums.get(bucket) ?? 0) < rounding)),
    allocation: { ...read.allocation, positions, cash: addEmptyCash(context, cash, scope.currency) },
  }
}

/** The base of the weights; null where nothing of what is held has a value. */
export function knownBase(base: number, { leftOut }: Pick<ReadAllocation, 'leftOut'>): number | null {
  return Math.abs(base) < rounding && leftOut.length > 0 ? null : base
}

interface Context {
  portfolio: Portfolio
  day: Day
  view: ReturnType<typeof queryEngine>['views']['calculated']
  subject: Subject
  locked: ReadonlySet<number>
}

function cashBy(dimension: TargetDimension): Allocation['cashBy'] {
  return dimension === 'currency' || dimension === 'custodian' ? dimension : 'one'
}

export function listBuckets(target: TargetRow | null): Allocation['targets'] {
  return (target?.buckets ?? []).map(({ key, weight, min, max }) => ({
    key,
    weightBps: weight,
    minBps: min,
    maxBps: max,
  }))
}

function leftOutReason({ flags }: PositionResult): LeftOutReason {
  return flags.includes('no_price') ? 'no_price' : 'no_rate'
}

/** The bucket of a position in a division. */
export function findBucket({ snapshot }: Portfolio, place: number, dimension: TargetDimension): string {
  if (dimension !== 'position') return groupValue(snapshot, place, dimension)
  return snapshot.instruments[snapshot.positions.instrument[place] ?? -1]?.id ?? CASH
}

/** The buckets that a position counts in: a forward is in both of its currencies. */
function listBucketsOf(portfolio: Portfolio, place: number, dimension: TargetDimension): string[] {
  const base = dimension === 'currency' ? forwardBaseCurrency(portfolio.snapshot, place) : null
  return [findBucket(portfolio, place, dimension), ...(base === null ? [] : [base])]
}

function readCash({ portfolio, subject }: Context, place: number, value: number): AllocatedCash {
  const { snapshot } = portfolio
  return {
    account: snapshot.accounts[snapshot.positions.account[place] ?? -1]?.id ?? '',
    currency: snapshot.currencies[snapshot.positions.currency[place] ?? -1] ?? '',
    bucket: findBucket(portfolio, place, subject.dimension),
    value,
  }
}

/** Accounts without a balance can still receive cash. The cash of a strategy is what its sales pay. */
function addEmptyCash(
  { portfolio, subject }: Context,
  cash: AllocatedCash[],
  currency: string,
): AllocatedCash[] {
  const { snapshot } = portfolio
  const { dimension } = subject
  const bucket = dimension === 'sector' || dimension === 'country' ? 'none' : CASH
  if (subject.positionIds !== null) return [{ account: '', currency, bucket: CASH, value: 0 }]
  if (dimension !== 'custodian' && dimension !== 'currency')
    return cash.length > 0 ? cash : [{ account: '', currency, bucket, value: 0 }]
  if (dimension === 'currency') return cash
  const visible = new Set(portfolio.view.accounts)
  const empty = snapshot.accounts.filter(
    ({ id, cash: tracked }) =>
      visible.has(id) && tracked !== 'none' && !cash.some(({ account }) => account === id),
  )
  return [
    ...cash,
    ...empty.map(({ id, custodian }) => ({ account: id, currency, bucket: custodian, value: 0 })),
  ]
}

function readPosition(
  context: Context,
  { index: place, list }: PositionResult,
  value: number,
  kept: ReadAllocation['kept'],
): AllocatedPosition[] {
  const { portfolio, day, view, subject } = context
  const { snapshot } = portfolio
  const key = snapshot.positions.keys[place] ?? ''
  if (subject.dimension === 'currency') {
    // A forward is a claim in one currency and a debt in another.
    const legs = currencyLegs(snapshot, view, place, day, value)
    if (legs.length > 1) {
      kept.push({ place, reason: 'contract' })
      return legs.map(leg => ({
        key: `${key}/${leg.currency}`,
        bucket: leg.currency,
        value: leg.exposure,
        trade: null,
      }))
    }
  }
  const bucket = findBucket(portfolio, place, subject.dimension)
  const isTargeted = subject.target?.buckets.some(each => each.key === bucket) ?? false
  const reason = list === 'open' ? findReason(context, place, value) : null
  if (reason !== null && isTargeted) kept.push({ place, reason })
  const trade = list === 'open' && reason === null && isTargeted ? readTrade(context, place) : null
  return [{ key, bucket, value, trade }]
}

function findReason({ portfolio, day, locked }: Context, place: number, value: number): KeptReason | null {
  const { snapshot } = portfolio
  const type = snapshot.instruments[snapshot.positions.instrument[place] ?? -1]?.type ?? 'other'
  if (locked.has(place)) return 'locked'
  if (CONTRACT_TYPES.has(type) || type === 'option') return 'contract'
  if (ILLIQUID.has(type)) return 'illiquid'
  if (unitsOn(snapshot, place, day) < 0) return 'short'
  if (value <= 0) return 'illiquid'
  const account = snapshot.accounts[snapshot.positions.account[place] ?? -1]
  return account?.cash === 'none' ? 'no_cash_account' : null
}

function readTrade({ portfolio, day, view, subject }: Context, place: number): AllocatedPosition['trade'] {
  const { snapshot } = portfolio
  const instrument = snapshot.instruments[snapshot.positions.instrument[place] ?? -1]
  const size = instrument?.contractSize ?? 1
  // Orders state quantities: of a bond quoted in percent the nominal, which is a hundred of its units.
  const quantity = roundTo(unitsOn(snapshot, place, day) / size, 8)
  const account = snapshot.accounts[snapshot.positions.account[place] ?? -1]
  if (!instrument || !account || quantity <= 0) return null
  const lots = openLots(snapshot, view, place, day)
  const isCostKnown = lots.every(({ cost }) => Number.isFinite(cost))
  return {
    account: account.id,
    currency: snapshot.currencies[snapshot.positions.currency[place] ?? -1] ?? '',
    quantity,
    lotSize: findLotSize(instrument.type, size, quantity, subject.lotSize),
    lots: isCostKnown ? orderLots(lots, account.lotMethod ?? 'fifo') : null,
  }
}

export function findLotSize(type: string, contractSize: number, quantity: number, lotSize: number): number {
  if (FRACTIONAL.has(type)) return FRACTION_LOT
  if (type === 'bond' || type === 'structured_product')
    return contractSize < 1 && quantity % NOMINAL_LOT === 0 ? NOMINAL_LOT : 1
  return lotSize
}

/** Open lots, oldest first, in the order in which the lot method sells them. */
function orderLots<Lot extends { quantity: number; cost: number }>(
  lots: readonly Lot[],
  method: string,
): Lot[] {
  if (method === 'lifo') return lots.toReversed()
  if (method !== 'hifo') return [...lots]
  return lots.toSorted((a, b) => b.cost / b.quantity - a.cost / a.quantity)
}
