import { add, ENTERABLE_TYPES, type Exact, exact, TRANSACTION_TYPE_RULES, toNumber } from '@plumbline/engine'
import { type AssetFacts, type AssetKind, isCommitment } from './asset-facts.ts'

/** The state of an asset after some of its transactions. */
export interface AssetState {
  /** Signed: negative for borrowed or sold forward. */
  held: Exact
  /** Per unit, from the last valuation; null before the first. */
  valued: number | null
  /** Per unit, from the last transaction that sets a price. */
  posted: number | null
  /** Forwards only: the contract value at inception, in the quote currency. */
  owed: number
}

export const initialState: AssetState = { held: exact(0), valued: null, posted: null, owed: 0 }

/** The carrying price: the last valuation, before the first one the last price paid. */
export function carriedPrice({ valued, posted }: AssetState): number | null {
  return valued ?? posted
}

const moving: ReadonlySet<string> = new Set(
  ENTERABLE_TYPES.filter(type => TRANSACTION_TYPE_RULES[type].units !== null),
)
/** Units received free of payment do not set a price. */
const unpriced: ReadonlySet<string> = new Set(
  ENTERABLE_TYPES.filter(type => TRANSACTION_TYPE_RULES[type].posting === 'income_in_kind'),
)

/** Applies one more transaction, in date order. */
export function applyFacts(state: AssetState, facts: AssetFacts, kind: AssetKind): AssetState {
  if (facts.transaction_type === 'split') return afterSplit(state, facts)
  if (facts.transaction_type === 'valuation')
    return isCommitment(facts) ? state : { ...state, valued: unitPrice(facts, kind) }
  if (!moving.has(facts.transaction_type) || facts.quantity === null) return state
  const price = unpriced.has(facts.transaction_type) ? null : unitPrice(facts, kind)
  const units = Number(facts.quantity) * kind.contractSize
  return {
    ...state,
    held: add(state.held, exact(facts.quantity)),
    posted: price ?? state.posted,
    owed: kind.type === 'fx_forward' ? state.owed + units * (price ?? 0) : 0,
  }
}

function afterSplit(state: AssetState, facts: AssetFacts): AssetState {
  const ratio = Number(facts.numerator ?? 1) / Number(facts.denominator ?? 1)
  const restated = (price: number | null) => (price === null ? null : price / ratio)
  return {
    ...state,
    held: exact(roundUnits(toNumber(state.held) * ratio)),
    valued: restated(state.valued),
    posted: restated(state.posted),
  }
}

/** The unit price that a transaction sets, as the engine reads it. */
function unitPrice(facts: AssetFacts, kind: AssetKind): number | null {
  const isValued = facts.transaction_type === 'valuation'
  if (isValued && facts.price !== null) return Number(facts.price)
  const units = Math.abs(Number(facts.quantity ?? 1)) * kind.contractSize
  if (facts.amount !== null && units > 0) return Math.abs(Number(facts.amount)) / units
  return facts.price === null ? null : Number(facts.price)
}

const unitDecimals = 10

/** Rounds to a precision below any real quantity. */
export function roundUnits(units: number): string {
  return String(Number(units.toFixed(unitDecimals)))
}
