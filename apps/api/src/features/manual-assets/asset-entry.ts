import type { LoanSide, ManualTransactionSlug } from '@plumbline/contract'
import { manualTransactionTypes } from '@plumbline/contract'
import { exact, multiply, toNumber, toText } from '@plumbline/engine'
import { pricedAmount, statedAccrued } from '../../ledger/trade-amounts.ts'
import type { AssetFacts, AssetKind, TransactionEntry, ValuationEntry } from './asset-facts.ts'
import { type AssetState, carriedPrice, roundUnits } from './asset-state.ts'

/** A field of an entry that does not fit, with a message for the user. */
export class EntryError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

function refuseEntry(field: string, message: string): never {
  throw new EntryError(field, message)
}

const text = (value: number): string => toText(exact(value))
const textOrNull = (value: number | null): string | null => (value === null ? null : text(value))

/** Converts an entry to ledger facts, given the state before it. Throws an EntryError for an invalid entry. */
export function toFacts(entry: TransactionEntry, kind: AssetKind, before: AssetState): AssetFacts {
  return { ...plainFacts(entry), ...factsByType[entry.type](entry, kind, before) }
}

function plainFacts(entry: TransactionEntry): AssetFacts {
  return {
    transaction_type: manualTransactionTypes[entry.type],
    date: entry.date,
    quantity: null,
    price: null,
    amount: null,
    accrued: null,
    fees: text(entry.fees),
    taxes: text(entry.taxes),
    numerator: null,
    denominator: null,
    note: entry.note,
  }
}

type FactsReader = (entry: TransactionEntry, kind: AssetKind, before: AssetState) => Partial<AssetFacts>

const factsByType: Record<ManualTransactionSlug, FactsReader> = {
  purchase: (entry, kind) => {
    const units = magnitude(entry.quantity ?? 1, 'quantity')
    if (units === 0) throw new EntryError('quantity', 'Enter the quantity bought.')
    return { quantity: text(units), ...tradeFacts(entry, units, kind) }
  },
  sale: disposalFacts,
  redemption: (entry, kind, before) =>
    disposalFacts(
      entry.price === null && entry.amount === null ? { ...entry, price: 100 } : entry,
      kind,
      before,
    ),
  rent: incomeFacts,
  dividend: incomeFacts,
  coupon: incomeFacts,
  interest: (entry, kind) => {
    const isPaid = kind.side === 'borrowed'
    return { amount: text(requireAmount(entry, isPaid) * (isPaid ? -1 : 1)) }
  },
  expense: entry => ({ amount: text(requireAmount(entry, true)) }),
  split: entry => {
    if (entry.ratio === null) throw new EntryError('ratio', 'Enter the number of new units per old unit.')
    return { numerator: text(entry.ratio), denominator: '1' }
  },
  commitment: entry => ({ quantity: '0', amount: text(requireAmount(entry)) }),
  capital_call: (entry, _kind, before) => callFacts(entry, before, 1),
  distribution: distributionFacts,
  drawdown: (entry, kind) => {
    const amount = requireAmount(entry, kind.side !== 'borrowed')
    return { quantity: text(amount * loanDirection(kind.side)), price: '1', amount: text(amount) }
  },
  repayment: (entry, kind, before) => {
    const amount = requireAmount(entry, kind.side === 'borrowed')
    const outstanding = toNumber(before.held) * loanDirection(kind.side)
    if (amount > outstanding)
      throw new EntryError('amount', `Only ${roundUnits(outstanding)} is outstanding that day.`)
    return { quantity: text(-amount * loanDirection(kind.side)), price: '1', amount: text(amount) }
  },
  open: (entry, kind, before) => {
    if (!entry.quantity)
      throw new EntryError('quantity', 'Enter the quantity bought, or with a minus the quantity sold.')
    const held = toNumber(before.held)
    if (held * entry.quantity < 0)
      throw new EntryError('quantity', 'This would settle a part: use the type settlement.')
    return { quantity: text(entry.quantity), ...forwardFacts(entry, entry.quantity, kind) }
  },
  settle: (entry, kind, before) => {
    const held = toNumber(before.held)
    const units = entry.quantity === null ? Math.abs(held) : magnitude(entry.quantity, 'quantity', held > 0)
    checkHeld(units, Math.abs(held))
    const change = -Math.sign(held) * units
    return { quantity: text(change), ...forwardFacts(entry, change, kind) }
  },
}

const loanDirection = (side: LoanSide | null): 1 | -1 => (side === 'borrowed' ? -1 : 1)

/**
 * The magnitude of a stated number. What leaves may be stated with a minus, as it moves; any other minus contradicts the
 * entry and is refused, never dropped.
 */
function magnitude(value: number, field: string, isOut = false): number {
  if (value < 0 && !isOut) refuseEntry(field, 'This cannot be negative.')
  return Math.abs(value)
}

function requireAmount(entry: TransactionEntry, isOut = false): number {
  const amount = magnitude(entry.amount ?? 0, 'amount', isOut)
  if (amount === 0) throw new EntryError('amount', 'Enter the amount.')
  return amount
}

function incomeFacts(entry: TransactionEntry): Partial<AssetFacts> {
  return { amount: text(requireAmount(entry)) }
}

/** Price and amount of a trade. If both are given they have to agree. */
function tradeFacts(entry: TransactionEntry, units: number, kind: AssetKind): Partial<AssetFacts> {
  if (entry.price !== null) magnitude(entry.price, 'price')
  const byPrice = entry.price === null ? null : pricedAmount(units, entry.price, kind, entry.date)
  const accrued = statedAccrued(entry.accrued, kind.type, refuseEntry)
  if (entry.amount === null) {
    if (byPrice === null) throw new EntryError('amount', 'Enter the amount or the price.')
    return { price: textOrNull(entry.price), amount: byPrice, accrued }
  }
  const amount = magnitude(entry.amount, 'amount', entry.type === 'purchase')
  const off = byPrice === null ? 0 : Math.abs(Number(byPrice) - amount)
  if (byPrice !== null && off > 0.05 && off > amount * 1e-4)
    throw new EntryError('amount', `Quantity times price is ${byPrice}.`)
  return { price: textOrNull(entry.price), amount: text(amount), accrued }
}

function disposalFacts(entry: TransactionEntry, kind: AssetKind, before: AssetState): Partial<AssetFacts> {
  const held = toNumber(before.held)
  const units = magnitude(entry.quantity ?? held, 'quantity', true)
  checkHeld(units, held)
  return { quantity: text(-units), ...tradeFacts(entry, units, kind) }
}

function checkHeld(units: number, held: number): void {
  if (held <= 0) throw new EntryError('date', 'Nothing is held that day.')
  if (units === 0) throw new EntryError('quantity', 'Enter the quantity.')
  if (units > held) throw new EntryError('quantity', `Only ${roundUnits(held)} are held that day.`)
}

/** Buys units at the carrying value, so that a call alone earns nothing; stated units take precedence. */
function callFacts(entry: TransactionEntry, before: AssetState, sign: 1 | -1): Partial<AssetFacts> {
  const amount = requireAmount(entry, true)
  if (entry.quantity) return statedUnits(magnitude(entry.quantity, 'quantity') * sign, amount)
  return { quantity: roundUnits((amount / (carriedPrice(before) || 1)) * sign), amount: text(amount) }
}

function statedUnits(units: number, amount: number): Partial<AssetFacts> {
  return { quantity: text(units), price: text(amount / Math.abs(units)), amount: text(amount) }
}

/** Returned capital gives up units at the carrying value; with quantity 0 the distribution is income. */
function distributionFacts(
  entry: TransactionEntry,
  _kind: AssetKind,
  before: AssetState,
): Partial<AssetFacts> {
  const amount = requireAmount(entry)
  const held = toNumber(before.held)
  if (entry.quantity === 0 || held <= 0) return { amount: text(amount) }
  if (entry.quantity !== null) {
    checkHeld(Math.abs(entry.quantity), held)
    return statedUnits(-Math.abs(entry.quantity), amount)
  }
  const units = Math.min(held, amount / (carriedPrice(before) || 1))
  return { quantity: roundUnits(-units), amount: text(amount) }
}

/** The rate of a forward: units of the quote currency per unit of the base currency. */
function forwardFacts(entry: TransactionEntry, units: number, kind: AssetKind): Partial<AssetFacts> {
  const price = entry.price ?? 0
  if (price <= 0) throw new EntryError('price', 'Enter the exchange rate.')
  const notional = multiply(multiply(exact(Math.abs(units)), exact(kind.contractSize)), exact(price))
  return { price: text(price), amount: toText(notional) }
}

/** A valuation states the total value and the units it refers to. */
export function valuationFacts(entry: ValuationEntry, kind: AssetKind, state: AssetState): AssetFacts {
  const held = Math.abs(toNumber(state.held))
  if (held === 0) throw new EntryError('date', 'Nothing is held that day. Enter the purchase first.')
  const plain = {
    transaction_type: 'valuation',
    date: entry.date,
    quantity: roundUnits(held),
    fees: '0',
    taxes: '0',
    accrued: null,
    numerator: null,
    denominator: null,
    note: entry.source,
  }
  // A forward is worth its gain: its price is the rate at which it would have this value.
  if (kind.type === 'fx_forward') {
    const units = toNumber(state.held) * kind.contractSize
    return { ...plain, amount: text(entry.value), price: roundUnits((state.owed + entry.value) / units) }
  }
  if (entry.value < 0 && toNumber(state.held) > 0)
    throw new EntryError('value', 'A value cannot be negative. Enter 0 for an asset without value.')
  return { ...plain, amount: text(Math.abs(entry.value)), price: null }
}
