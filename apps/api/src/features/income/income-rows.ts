import {
  certainties,
  type Flag,
  incomeKinds,
  type incomePayment,
  type incomePosition,
} from '@plumbline/contract'
import {
  type Day,
  findMissingInput,
  findPositionValue,
  type IncomeKind,
  type IncomePayment,
  isIncomeKind,
  sumPayments,
  toIsoDate,
  unitsOn,
  weightIn,
} from '@plumbline/engine'
import type { z } from 'zod'
import { masterRecordId } from '../../figures/master-record.ts'
import { accountReference, cashName } from '../../figures/position-rows.ts'
import type { Portfolio } from '../../queries/query.ts'
import { wireFlags } from '../../queries/query-scope.ts'

export type WirePayment = z.infer<typeof incomePayment>
export type WirePosition = z.infer<typeof incomePosition>

/** The payments of a scope that are income, by what became of them, and how to add them up. */
export interface IncomeLists {
  readonly received: readonly IncomePayment[]
  readonly pending: readonly IncomePayment[]
  readonly expected: readonly IncomePayment[]
  readonly currency: string
}

/** Only the payments that are income. */
export function onlyIncome(payments: readonly IncomePayment[]): IncomePayment[] {
  return payments.filter(({ kind }) => isIncomeKind(kind))
}

/** The sums of both periods over the payments of a group. */
export function sumPeriods(lists: IncomeLists, isIn: (payment: IncomePayment) => boolean) {
  return {
    expected: sumPayments(lists.expected.filter(isIn), lists.currency).sum,
    received: sumPayments(lists.received.filter(isIn), lists.currency).sum,
  }
}

/** Expected payments by certainty. */
export function sumByCertainty(expected: readonly IncomePayment[], currency: string) {
  const sum = (wanted: (typeof certainties)[number]) =>
    sumPayments(
      expected.filter(({ certainty }) => certainty === wanted),
      currency,
    ).sum
  return { declared: sum('declared'), contractual: sum('contractual'), estimated: sum('estimated') }
}

/** Flags of sums: unknown without any rate, partial if some payments are left out. */
export function sumFlags(payments: readonly IncomePayment[], currency: string) {
  const { sum, leftOut } = sumPayments(payments, currency)
  if (leftOut === 0) return []
  return wireFlags(sum === null ? ['no_rate'] : ['no_rate', 'partial'])
}

/** Name, account and type of a position. */
function describePosition(portfolio: Portfolio, position: number) {
  const { positions, instruments, accounts, currencies } = portfolio.snapshot
  const instrument = instruments[positions.instrument[position] ?? -1]
  return {
    position_id: positions.keys[position] ?? '',
    instrument_id: masterRecordId(portfolio, instrument),
    name: instrument?.name ?? cashName(portfolio, currencies[positions.currency[position] ?? -1] ?? ''),
    account: accountReference(portfolio, accounts[positions.account[position] ?? -1]?.id ?? ''),
    instrument_type: instrument?.type ?? ('cash' as const),
  }
}

export function wirePayment(
  portfolio: Portfolio,
  payment: IncomePayment,
  status: WirePayment['status'],
): WirePayment {
  return {
    date: toIsoDate(payment.day),
    status,
    kind: payment.kind,
    certainty: payment.certainty,
    ...describePosition(portfolio, payment.position),
    currency: payment.currency,
    original_amount: payment.amount,
    calculated_amount: payment.calculated,
    flags: wireFlags(payment.calculated === null ? ['no_rate'] : []),
  }
}

/** The least certain of some payments; null without any. */
function leastCertain(payments: readonly IncomePayment[]) {
  return certainties.findLast(word => payments.some(({ certainty }) => certainty === word)) ?? null
}

interface PositionDays {
  /** The day of quantities and the day of values. */
  readonly held: Day
  readonly valued: Day
}

/** Why a holding that is expected to pay has no yield. */
function explainYield({ snapshot }: Portfolio, position: number, day: Day, value: number | null): Flag[] {
  const isCash = (snapshot.positions.instrument[position] ?? -1) < 0
  if (isCash || value !== null || unitsOn(snapshot, position, day) === 0) return []
  const code = findMissingInput(snapshot, position, day) === 'no_rate' ? 'no_rate' : 'no_price'
  return [{ code, fields: ['yield'], date: null, amount: null }]
}

function wirePosition(
  portfolio: Portfolio,
  lists: IncomeLists,
  { held, valued }: PositionDays,
  [position, kind]: readonly [number, IncomeKind],
): WirePosition {
  const { snapshot } = portfolio
  const { currency, expected, pending } = lists
  const described = describePosition(portfolio, position)
  const sums = sumPeriods(lists, () => true)
  const next = [...pending, ...expected].at(0)
  const view = portfolio.viewsIn(currency).calculated
  const value =
    described.instrument_type === 'cash' ? null : findPositionValue(snapshot, view, position, valued)
  return {
    ...described,
    kind,
    is_closed: unitsOn(snapshot, position, held) === 0,
    next_payment: next
      ? { date: toIsoDate(next.day), currency: next.currency, original_amount: next.amount }
      : null,
    certainty: leastCertain(expected),
    ...sums,
    ...sumByCertainty(expected, currency),
    yield: value !== null && value > 0 && expected.length > 0 ? weightIn(value, sums.expected) : null,
    flags: [
      ...sumFlags([...lists.received, ...expected], currency),
      ...explainYield(portfolio, position, valued, value),
    ],
  }
}

/** The income of every position by kind, largest expected amount first; those that were sold at the end. */
export function wirePositions(portfolio: Portfolio, lists: IncomeLists, days: PositionDays): WirePosition[] {
  const paymentKey = ({ position, kind }: IncomePayment) => `${position} ${kind}`
  const groups = {
    received: Map.groupBy(lists.received, paymentKey),
    pending: Map.groupBy(lists.pending, paymentKey),
    expected: Map.groupBy(lists.expected, paymentKey),
  }
  const keys = new Map<string, readonly [number, IncomeKind]>()
  for (const payment of [...lists.expected, ...lists.pending, ...lists.received])
    if (isIncomeKind(payment.kind)) keys.set(paymentKey(payment), [payment.position, payment.kind])
  const rows = [...keys].map(([key, subject]) => {
    const own = {
      received: groups.received.get(key) ?? [],
      pending: groups.pending.get(key) ?? [],
      expected: groups.expected.get(key) ?? [],
      currency: lists.currency,
    }
    return wirePosition(portfolio, own, days, subject)
  })
  return rows.sort(
    (a, b) =>
      Number(a.is_closed) - Number(b.is_closed) ||
      (b.expected ?? 0) - (a.expected ?? 0) ||
      (b.received ?? 0) - (a.received ?? 0) ||
      (a.position_id < b.position_id ? -1 : a.position_id > b.position_id ? 1 : 0) ||
      incomeKinds.indexOf(a.kind) - incomeKinds.indexOf(b.kind),
  )
}
