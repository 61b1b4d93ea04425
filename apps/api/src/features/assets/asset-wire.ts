import {
  type Asset,
  type AssetSummary,
  defaultPaymentsPerYear,
  defaultRepayment,
  type ManualTransactionSlug,
} from '@plumbline/contract'
import { dayOf, fundMultiples, isoOf, loanSchedule, toNumber } from '@plumbline/engine'
import {
  type AssetKind,
  type BookedFacts,
  isCommitment,
  isDerived,
  isPar,
  isValuation,
} from '../../ledger/asset-facts.ts'
import { type AssetState, after, nothing } from '../../ledger/asset-state.ts'
import { wireFlags } from '../../queries/query-scope.ts'
import type { AssetFigures } from './asset-figures.query.ts'
import type { AssetRow } from './assets.store.ts'

export function kindOf(row: Pick<AssetRow, 'instrument_type' | 'terms' | 'contract_size'>): AssetKind {
  return {
    type: row.instrument_type,
    side: row.terms.side ?? null,
    contractSize: Number(row.contract_size),
  }
}

interface Told {
  booked: BookedFacts
  before: AssetState
}

/** The bookings of an asset in the order of their days, each with what was held before it. */
function told(row: AssetRow): { entries: Told[]; end: AssetState } {
  const kind = kindOf(row)
  const inOrder = row.bookings.toSorted((a, b) =>
    a.date === b.date ? Number(isValuation(a)) - Number(isValuation(b)) : a.date < b.date ? -1 : 1,
  )
  let state = nothing
  const entries = inOrder.map(booked => {
    const before = state
    state = after(state, booked, kind)
    return { booked, before }
  })
  return { entries, end: state }
}

/** What the list shows of an asset. */
export function wireSummary(row: AssetRow, figures: AssetFigures): AssetSummary {
  const { terms } = row
  const figure = figures.byAsset[row.id]
  const valuations = row.bookings.filter(booked => isValuation(booked) && !isPar(booked))
  const transactions = row.bookings.filter(booked => slugOf(booked, kindOf(row), nothing) !== null)
  const valuedOn = (valuations.length > 0 ? valuations : transactions).map(({ date }) => date).sort()
  return {
    id: row.id,
    position_id: figure?.positionId ?? null,
    type: row.instrument_type,
    instrument_type: row.instrument_type,
    name: row.name,
    account: { id: row.account_id, name: row.account_name },
    family: { id: row.family_id, name: row.family_name },
    // The database checks these words with the lists that the contract's types are made of.
    currency: row.currency as AssetSummary['currency'],
    country: row.country as AssetSummary['country'],
    sector: row.sector as AssetSummary['sector'],
    notes: terms.notes ?? null,
    isin: row.isin,
    base_currency: (terms.base_currency ?? null) as AssetSummary['base_currency'],
    quote_currency: (terms.quote_currency ?? null) as AssetSummary['quote_currency'],
    location: terms.location ?? null,
    author: terms.author ?? null,
    year: terms.year ?? null,
    maturity: terms.maturity ?? null,
    interest_rate: terms.interest_rate ?? null,
    side: terms.side ?? null,
    payments_per_year: terms.payments_per_year ?? null,
    day_count: terms.day_count ?? null,
    repayment: terms.repayment ?? null,
    value: figure?.value ?? null,
    value_calculated: figure?.valueCalculated ?? null,
    valued_on: valuedOn.findLast(date => date <= figures.asOf) ?? null,
    transactions_count: transactions.length,
    valuations_count: valuations.length,
    revision: row.revision,
    flags: wireFlags(figure?.flags ?? []),
  }
}

/** One asset with its transactions and valuations, the newest first. */
export function wireAsset(row: AssetRow, figures: AssetFigures): Asset {
  const { entries, end } = told(row)
  return {
    ...wireSummary(row, figures),
    transactions: entries.flatMap(entry => wireTransaction(entry, kindOf(row)) ?? []).reverse(),
    valuations: wireValuations(entries, kindOf(row)).reverse(),
    fund: row.instrument_type === 'private_equity' ? fundOf(row, figures) : null,
    schedule: scheduleOf(row, end, figures.asOf),
  }
}

const number = (text: string | null): number | null => (text === null ? null : Number(text))

function wireTransaction({ booked, before }: Told, kind: AssetKind): Asset['transactions'][number] | null {
  const type = slugOf(booked, kind, before)
  if (type === null) return null
  const isWhole = isDerived(booked) || isCommitment(booked) || kind.type === 'loan'
  const isIncome = type === 'distribution' && booked.quantity === null
  const quantity = isWhole ? null : isIncome ? 0 : number(booked.quantity)
  return {
    id: booked.root_id,
    date: booked.date,
    type,
    quantity: quantity === null || kind.type === 'fx_forward' ? quantity : Math.abs(quantity),
    price: isWhole ? null : number(booked.price),
    amount: amountOf(booked, kind, type),
    accrued: number(booked.accrued),
    ratio: type === 'split' ? Number(booked.numerator) / Number(booked.denominator) : null,
    fees: Number(booked.fees),
    taxes: Number(booked.taxes),
    note: booked.note,
    revision: booked.revision,
  }
}

/** The money as it moved, without costs. Forwards and splits move none; a commitment only promises it. */
function amountOf(booked: BookedFacts, kind: AssetKind, type: ManualTransactionSlug): number | null {
  if (type === 'split' || kind.type === 'fx_forward') return null
  const gross =
    booked.amount === null
      ? Number(booked.quantity ?? 0) * Number(booked.price ?? 0) * kind.contractSize
      : Number(booked.amount)
  if (type === 'interest') return gross
  if (type === 'commitment') return Math.abs(gross)
  const isOut =
    type === 'purchase' ||
    type === 'expense' ||
    type === 'capital_call' ||
    (kind.side === 'borrowed' ? type === 'repayment' : type === 'drawdown')
  return Math.abs(gross) * (isOut ? -1 : 1)
}

/** The word of the asset's type for a booking; null for what the asset manager does not show. */
function slugOf(booked: BookedFacts, kind: AssetKind, before: AssetState): ManualTransactionSlug | null {
  const isBuy = Number(booked.quantity ?? 0) > 0
  switch (booked.transaction_type) {
    case 'trade':
      if (kind.type === 'loan') return isBuy === (kind.side !== 'borrowed') ? 'drawdown' : 'repayment'
      if (kind.type === 'fx_forward')
        return toNumber(before.held) * Number(booked.quantity) < 0 ? 'settle' : 'open'
      return isBuy ? 'purchase' : 'sale'
    case 'valuation':
      return isCommitment(booked) ? 'commitment' : null
    case 'other_income':
      return 'rent'
    case 'fees_cash':
    case 'fees':
      return 'expense'
    case 'redemption':
    case 'dividend':
    case 'coupon':
    case 'interest':
    case 'split':
    case 'capital_call':
    case 'distribution':
      return booked.transaction_type
    default:
      return null
  }
}

function wireValuations(entries: readonly Told[], kind: AssetKind): Asset['valuations'] {
  let previous: number | null = null
  return entries.flatMap(({ booked, before }) => {
    if (!isValuation(booked) || isPar(booked)) return []
    const value = statedValue(booked, before, kind)
    const change_rel = previous === null || previous === 0 ? null : value / previous - 1
    previous = value
    const { root_id, date, note, revision } = booked
    return [{ id: root_id, date, value, source: note, change_rel, revision }]
  })
}

/** What the whole was said to be worth: as stated, else the price for what was held that day. */
function statedValue(booked: BookedFacts, before: AssetState, kind: AssetKind): number {
  if (kind.type === 'fx_forward' && booked.amount !== null) return Number(booked.amount)
  const held = toNumber(before.held)
  const sign = held < 0 ? -1 : 1
  if (booked.amount !== null) return Math.abs(Number(booked.amount)) * sign
  return Number(booked.price ?? 0) * held * kind.contractSize
}

function fundOf(row: AssetRow, figures: AssetFigures): Asset['fund'] {
  const sum = (isWanted: (booked: BookedFacts) => boolean) =>
    row.bookings.filter(isWanted).reduce((total, booked) => total + Math.abs(Number(booked.amount ?? 0)), 0)
  const promised = sum(isCommitment)
  return fundMultiples(
    promised > 0 ? promised : Number(row.terms.commitment ?? 0),
    sum(booked => booked.transaction_type === 'capital_call'),
    sum(booked => booked.transaction_type === 'distribution'),
    figures.byAsset[row.id]?.value ?? null,
  )
}

function scheduleOf(row: AssetRow, end: AssetState, asOf: string): Asset['schedule'] {
  const { maturity, interest_rate, payments_per_year, repayment } = row.terms
  if (row.instrument_type !== 'loan' || !maturity) return null
  const terms = {
    outstanding: Math.abs(toNumber(end.held)),
    interestRate: interest_rate ?? 0,
    maturity: dayOf(maturity),
    paymentsPerYear: payments_per_year ?? defaultPaymentsPerYear.loan,
    repayment: repayment ?? defaultRepayment,
  }
  return loanSchedule(terms, dayOf(asOf)).map(({ day, ...payment }) => ({ date: isoOf(day), ...payment }))
}
