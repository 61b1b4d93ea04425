import { maturityDay } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import { unitsOn } from '../currency/position-value.ts'
import type { CalendarFact } from '../events/calendar.ts'
import { amountPerUnit, inPositionCurrency } from '../events/dividends.ts'
import {
  expectedPayments,
  type PaidPayment,
  paidPayments,
  type ReadPayment,
} from '../events/repeated-payments.ts'
import type { Instrument } from '../ledger/ledger.ts'
import type { PaymentKind } from '../ledger/vocabulary.ts'
import { loanTerms } from '../loans/loan-terms.ts'
import { EVENT, FEE, INCOME } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { classifyIncome } from './income-kinds.ts'

/** A payment expected from past ones, in the currency of its position; negative for a fee. */
export interface EstimatedPayment {
  readonly position: number
  readonly day: Day
  readonly kind: PaymentKind
  readonly amount: number
}

interface EstimateQuery {
  readonly snapshot: PortfolioSnapshot
  readonly isIn: Uint8Array
  readonly asOf: Day
  readonly until: Day
  readonly facts: readonly CalendarFact[]
}

const EARNS_INTEREST: ReadonlySet<string> = new Set(['bond', 'structured_product', 'loan', 'cash'])

/** Whether the terms of an instrument state its interest, so that there is nothing to estimate. */
function hasInterestTerms(instrument: Instrument): boolean {
  if (!instrument.coupons) return false
  return instrument.type !== 'loan' || loanTerms(instrument, 1) !== null
}

/** Whether past payments of an instrument tell of future ones: interest without terms, and rent. */
function isRepeated(instrument: Instrument, kind: number): boolean {
  if (kind === INCOME.interest) return EARNS_INTEREST.has(instrument.type) && !hasInterestTerms(instrument)
  return kind === INCOME.other && instrument.type === 'real_estate'
}

/** Income and charges of their own, not those that come with a trade. */
function isPaymentOnly(kind: number): boolean {
  return kind === EVENT.result || kind === EVENT.cash
}

/** Interest and rent of instruments: what was paid per unit, for the quantity held now. */
function estimateInstrumentIncome({ snapshot, isIn, asOf, until, facts }: EstimateQuery): EstimatedPayment[] {
  const { events, positions, instruments } = snapshot
  const read = (event: number): ReadPayment | null => {
    const position = events.position[event] ?? 0
    const payer = positions.instrument[position] ?? -1
    const instrument = instruments[payer]
    if (!instrument || isIn[position] !== 1 || !isPaymentOnly(events.kind[event] ?? -1)) return null
    if (!isRepeated(instrument, events.incomeKind[event] ?? 0)) return null
    return { payer, perUnit: amountPerUnit(snapshot, event, events.income[event] ?? 0, asOf) }
  }
  const announced = Map.groupBy(
    facts.filter(({ type }) => type === 'coupon' || type === 'loan_payment'),
    ({ instrument }) => instrument,
  )
  const paid = paidPayments(snapshot, asOf, read)
  const found: EstimatedPayment[] = []
  for (let position = 0; position < positions.count; position += 1) {
    const index = positions.instrument[position] ?? -1
    const instrument = instruments[index]
    const known = paid.get(index)
    if (isIn[position] !== 1 || !instrument || !known) continue
    const quantity = unitsOn(snapshot, position, asOf) / (instrument.contractSize ?? 1)
    // Interest on a debt is a payment, and a position that was closed pays nothing.
    if (quantity <= 0) continue
    const end = Math.min(until, maturityDay(instrument) ?? until)
    const days = (announced.get(instrument.id) ?? []).map(({ day }) => day)
    const kind = classifyIncome(
      instrument.type === 'real_estate' ? INCOME.other : INCOME.interest,
      instrument.type,
    )
    for (const { day, perUnit } of expectedPayments(known, asOf, end, days))
      found.push({ position, day, kind, amount: quantity * perUnit })
  }
  return found
}

/** Payments of positions as a whole, repeated while the position is open. */
function repeatByPosition(
  { snapshot, asOf, until }: EstimateQuery,
  read: (event: number) => ReadPayment | null,
  isPattern = (_position: number, _paid: readonly PaidPayment[]) => true,
): { position: number; payment: PaidPayment }[] {
  return [...paidPayments(snapshot, asOf, read)]
    .filter(([position, paid]) => isPattern(position, paid) && unitsOn(snapshot, position, asOf) !== 0)
    .flatMap(([position, paid]) =>
      expectedPayments(paid, asOf, until).map(payment => ({ position, payment })),
    )
}

/**
 * Interest on cash: the amounts paid, in proportion where the balance is lower now than it was after the payment. A
 * balance below zero earns nothing.
 */
function estimateCashInterest(query: EstimateQuery): EstimatedPayment[] {
  const { snapshot, isIn, asOf } = query
  const { events, positions } = snapshot
  const read = (event: number): ReadPayment | null => {
    const position = events.position[event] ?? 0
    if ((positions.instrument[position] ?? -1) >= 0 || isIn[position] !== 1) return null
    if (events.incomeKind[event] !== INCOME.interest) return null
    const balance = unitsOn(snapshot, position, asOf)
    const then = events.after[event] ?? 0
    const share = balance <= 0 ? 0 : then > balance ? balance / then : 1
    return { payer: position, perUnit: (events.income[event] ?? 0) * share }
  }
  return repeatByPosition(query, read).map(({ position, payment }) => ({
    position,
    day: payment.day,
    kind: 'interest',
    amount: payment.perUnit,
  }))
}

/** Fees of accounts and running costs, apart from those of trades and of income. Unit: the currency of the position. */
export function runningFee(snapshot: PortfolioSnapshot, event: number): number {
  const { events } = snapshot
  const isRunning =
    isPaymentOnly(events.kind[event] ?? -1) &&
    events.income[event] === 0 &&
    events.feeKind[event] !== FEE.trailerFees
  return isRunning ? inPositionCurrency(snapshot, event, events.fees[event] ?? 0) : 0
}

/** Fees of accounts, and costs of assets that came more than once: a single one, such as a repair, tells of no other. */
function estimateFees(query: EstimateQuery): EstimatedPayment[] {
  const { snapshot, isIn } = query
  const isOfAsset = (position: number) => (snapshot.positions.instrument[position] ?? -1) >= 0
  const read = (event: number): ReadPayment | null => {
    const payer = snapshot.events.position[event] ?? 0
    const perUnit = isIn[payer] === 1 ? runningFee(snapshot, event) : 0
    return perUnit === 0 ? null : { payer, perUnit }
  }
  const isPattern = (position: number, paid: readonly PaidPayment[]) =>
    paid.length > 1 || !isOfAsset(position)
  return repeatByPosition(query, read, isPattern).map(({ position, payment }) => ({
    position,
    day: payment.day,
    kind: 'fee',
    amount: -payment.perUnit,
  }))
}

/**
 * Payments expected from those of the past that neither terms nor calendars state: interest of cash and of instruments
 * without terms, rent, and running fees, see `expectedPayments`. Dividends are events. Other income, and distributions
 * of private equity, do not repeat by themselves.
 */
export function estimatePayments(query: EstimateQuery): EstimatedPayment[] {
  return [...estimateInstrumentIncome(query), ...estimateCashInterest(query), ...estimateFees(query)]
}
