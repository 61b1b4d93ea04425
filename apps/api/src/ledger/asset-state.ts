import { add, type Exact, exact, toNumber } from '@plumbline/engine'
import { type AssetFacts, type AssetKind, isCommitment } from './asset-facts.ts'

/** What an asset has come to after some of its transactions. */
export interface AssetState {
  /** Signed: what is borrowed, or sold forward, is negative. */
  held: Exact
  /** Per unit, from the last valuation; null before the first. */
  valued: number | null
  /** Per unit, from the last transaction that says something about a price. */
  posted: number | null
  /** Of forwards: what the contracts were entered at, in the quoted currency. */
  owed: number
}

export const nothing: AssetState = { held: exact(0), valued: null, posted: null, owed: 0 }

/** The price that the asset is carried at: its last valuation, before the first one the last price paid. */
export function carriedPrice({ valued, posted }: AssetState): number | null {
  return valued ?? posted
}

const moving = new Set(['trade', 'redemption', 'capital_call', 'distribution', 'transfer_in', 'transfer_out'])

/** The state after one more transaction, in the order of their days. */
export function after(state: AssetState, facts: AssetFacts, kind: AssetKind): AssetState {
  if (facts.transaction_type === 'split') return afterSplit(state, facts)
  if (facts.transaction_type === 'valuation')
    return isCommitment(facts) ? state : { ...state, valued: unitPriceOf(facts, kind) }
  if (!moving.has(facts.transaction_type) || facts.quantity === null) return state
  const price = unitPriceOf(facts, kind)
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
    held: exact(rounded(toNumber(state.held) * ratio)),
    valued: restated(state.valued),
    posted: restated(state.posted),
  }
}

/** What a transaction says about the price of one unit, as the engine reads it. */
function unitPriceOf(facts: AssetFacts, kind: AssetKind): number | null {
  const isValued = facts.transaction_type === 'valuation'
  if (isValued && facts.price !== null) return Number(facts.price)
  const units = Math.abs(Number(facts.quantity ?? 1)) * kind.contractSize
  if (facts.amount !== null && units > 0) return Math.abs(Number(facts.amount)) / units
  return facts.price === null ? null : Number(facts.price)
}

const unitDecimals = 10

/** Units have no more digits than anyone can tell apart. */
export function rounded(units: number): string {
  return String(Number(units.toFixed(unitDecimals)))
}
