import { CONTRACT_TYPES, type TransactionType } from '@plumbline/engine'
import type { Draft, DraftInput, Side } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import { wholeCurrency } from '../text/currency.ts'
import {
  isNegative,
  isZero,
  magnitude,
  minus,
  negated,
  plus,
  signed,
  strictDecimal,
  times,
} from '../text/decimal.ts'
import type { Effect } from './preset.ts'
import { type Costs, costsOf, instrumentOf, noteOf, type Row, settlementCurrency } from './row.ts'

/** A draft, and whether it is the row itself or something that came with it. */
export interface Posted {
  readonly part: string
  readonly draft: DraftInput
  readonly warning?: string
}

const tradeTypes: ReadonlySet<TransactionType> = new Set([
  'trade',
  'redemption',
  'exercise',
  'assignment',
  'expiry',
  'capital_call',
])
const incomeTypes: ReadonlySet<TransactionType> = new Set([
  'dividend',
  'coupon',
  'interest',
  'other_income',
  'return_of_capital',
  'variation_margin',
  'distribution',
])
const chargeTypes: ReadonlySet<TransactionType> = new Set(['fees', 'fees_cash', 'tax', 'trailer_fees'])

/** The drafts of a row. Most rows are one; costs in another currency and things earned are drafts of their own. */
export function readTransactions(row: Row, effect: Effect): Posted[] {
  const { date, time } = row.moment()
  const currency = settlementCurrency(row)
  const base: DraftInput = {
    type: effect.type,
    date,
    time,
    settleDate: row.day('settle_date'),
    exDate: row.day('ex_date'),
    currency: currency === null ? null : wholeCurrency(currency),
    note: noteOf(row),
    reference: row.fields.reference ?? null,
    counterAccount: row.fields.counter_account ?? null,
    instrument: instrumentOf(row, effect),
  }
  const costs = costsOf(row, effect, base.currency ?? null)
  const posted = ownDrafts(row, effect, base, costs)
  const foreign = costs.foreign.map(({ type, amount, currency }, index) => ({
    part: `${type}${index}`,
    draft: { ...base, type, amount, currency, side: null },
  }))
  return [...posted, ...foreign]
}

function ownDrafts(row: Row, effect: Effect, base: DraftInput, costs: Costs): Posted[] {
  const { type } = effect
  if (effect.isExchange) return exchange(row, base, costs)
  if (tradeTypes.has(type) || (type === 'rights' && base.instrument)) return trade(row, effect, base, costs)
  if (type === 'split') return [{ part: '', draft: split(row, base) }]
  if (type === 'transfer_in' || type === 'transfer_out')
    return [
      {
        part: '',
        draft: base.instrument ? delivery(row, effect, base, costs) : cash(row, effect, base, costs),
      },
    ]
  if (type === 'valuation') return [{ part: '', draft: valuation(row, base) }]
  if (incomeTypes.has(type)) return [{ part: '', draft: income(row, effect, base, costs) }]
  if (chargeTypes.has(type)) return [{ part: '', draft: charge(row, effect, base) }]
  if (type === 'deposit' || type === 'withdrawal')
    return [{ part: '', draft: cash(row, effect, base, costs) }]
  if (type === 'fx') return [{ part: '', draft: conversion(row, base, costs) }]
  throw new RowProblem('not_supported', { value: type })
}

/** What moved on the account, signed. */
function cashOf(row: Row): string | null {
  return row.number('net') ?? row.number('amount') ?? row.number('gross')
}

function quantityOf(row: Row, effect: Effect, amount: string | null): string {
  const quantity = row.number('quantity')
  if (quantity === null) throw new RowProblem('no_quantity', { field: 'quantity' })
  if (isZero(quantity)) throw new RowProblem('zero_quantity', { field: 'quantity' })
  const side = effect.side ?? (isNegative(quantity) ? 'sell' : null)
  if (side !== null) return signed(quantity, side === 'buy' || side === 'in')
  // A purchase takes money, whatever the word for it.
  return amount !== null && !isZero(amount) ? signed(quantity, isNegative(amount)) : quantity
}

const sideOf = (quantity: string): Side => (isNegative(quantity) ? 'sell' : 'buy')

function trade(row: Row, effect: Effect, base: DraftInput, costs: Costs): Posted[] {
  if (!base.instrument) throw new RowProblem('no_instrument', { field: 'name' })
  const stated = cashOf(row)
  const quantity = quantityOf(row, effect, stated)
  const price = row.number('price')
  const accrued = row.number('accrued')
  const draft: DraftInput = {
    ...base,
    side: sideOf(quantity),
    quantity,
    price: price === null ? null : magnitude(price),
    accrued: accrued === null || isZero(accrued) ? null : magnitude(accrued),
    fees: costs.fees,
    taxes: costs.taxes,
    rate: null,
    ...foreignGross(row, base),
  }
  if (effect.isFree) return [{ part: '', draft: { ...draft, price: null, amount: '0', net: '0' } }]
  if (stated === null && price === null) {
    if (effect.type === 'expiry') return [{ part: '', draft: { ...draft, price: '0', net: '0' } }]
    throw new RowProblem('no_amount', { field: 'amount' })
  }
  const settled = settle(row, asBondIfInPercent(draft, stated), stated)
  if (!effect.earnedAs) return [settled]
  const value = settled.draft.net ?? times(magnitude(quantity), magnitude(price ?? '0'))
  const earned = { ...base, type: effect.earnedAs, net: value, side: null }
  return [settled, { part: 'earned', draft: earned }]
}

/** What the shares were worth in their own currency, where the file says so beside what moved on the account. */
function foreignGross(row: Row, base: DraftInput): Partial<DraftInput> {
  const gross = row.number('gross')
  const currency = row.currency('gross_currency')
  if (gross === null || currency === null || currency === base.currency || !base.instrument) return {}
  return { amount: magnitude(gross), instrument: { ...base.instrument, currency } }
}

/** An amount of a hundredth of quantity times price is that of a bond, whose price is in percent of its nominal. */
function asBondIfInPercent(draft: DraftInput, stated: string | null): DraftInput {
  const { instrument, price, quantity } = draft
  if (!instrument) return draft
  const isQuotedSo = (): boolean => {
    if (instrument.type !== null || stated === null || !price || !quantity || !sameMoney(draft)) return false
    // Prices in pence are a hundredth of their amount too.
    if (instrument.currency !== null && wholeCurrency(instrument.currency) !== instrument.currency)
      return false
    const share = Number(magnitude(stated)) / (Number(price) * Number(magnitude(quantity)))
    return share > 0.009 && share < 0.0115
  }
  if (instrument.type !== 'bond' && !isQuotedSo()) return draft
  return { ...draft, instrument: { ...instrument, type: 'bond', contractSize: '0.01' } }
}

/** The value of a trade: its amount is either what the shares were worth, or that with the costs, as it fits. */
function settle(row: Row, draft: DraftInput, stated: string | null): Posted {
  const { style } = row
  const price = draft.price ?? null
  const quantity = magnitude(draft.quantity ?? '0')
  // Contracts move their costs alone, and prices of bonds are in percent: both follow from the price.
  if (stated === null || CONTRACT_TYPES.has(draft.instrument?.type ?? '')) return { part: '', draft }
  const amount = magnitude(stated)
  const fees = draft.fees ?? '0'
  const costs = plus(fees, draft.taxes ?? '0')
  const isBuy = draft.side === 'buy'
  const isSameCurrency = sameMoney(draft)
  if (price === null || !isSameCurrency)
    return {
      part: '',
      draft: { ...draft, net: style.tradeAmountIs === 'gross' ? withCosts(amount, costs, isBuy) : amount },
    }
  const gross = grossOf(quantity, draft)
  if (style.feesAreTheRest) return restAsFees(draft, amount, gross, isBuy)
  const kind = style.tradeAmountIs ?? fitting(amount, gross, plusAccrued(costs, draft), isBuy)
  const net = kind === 'gross' ? withCosts(plus(amount, draft.accrued ?? '0'), costs, isBuy) : amount
  return { part: '', draft: { ...draft, net }, ...offBy(net, gross, plusAccrued(costs, draft), isBuy) }
}

function sameMoney({ instrument, currency }: DraftInput): boolean {
  const quoted = instrument?.currency ?? null
  return quoted === null || currency === null || currency === undefined || wholeCurrency(quoted) === currency
}

/** Quantity times price in whole units of the currency: prices in pence are hundredths. */
function grossOf(quantity: string, { price, instrument }: DraftInput): string {
  const gross = times(quantity, price ?? '0')
  const isMinor = instrument?.currency != null && wholeCurrency(instrument.currency) !== instrument.currency
  return isMinor || instrument?.type === 'bond' ? times(gross, '0.01') : gross
}

/** Accrued interest is paid with a purchase and received with a sale: beside the costs it moves the other way on a sale. */
function plusAccrued(costs: string, { accrued, side }: DraftInput): string {
  return side === 'buy' ? plus(costs, accrued ?? '0') : minus(costs, accrued ?? '0')
}

function withCosts(amount: string, costs: string, isBuy: boolean): string {
  return isBuy ? plus(amount, costs) : minus(amount, costs)
}

/** Whether an amount is nearer to what the shares were worth or to what moved on the account. */
function fitting(amount: string, gross: string, costs: string, isBuy: boolean): 'net' | 'gross' {
  if (isZero(costs)) return 'net'
  const toGross = magnitude(minus(amount, gross))
  const toNet = magnitude(minus(amount, withCosts(gross, costs, isBuy)))
  return Number(toGross) < Number(toNet) ? 'gross' : 'net'
}

const tolerance = 0.02

/** A word about a row whose amount is not what quantity, price and costs make: something was misread, or left out. */
function offBy(net: string, gross: string, costs: string, isBuy: boolean): { warning?: string } {
  const expected = withCosts(gross, costs, isBuy)
  const gap = Math.abs(Number(minus(net, expected)))
  return gap > Math.max(1, Math.abs(Number(gross)) * tolerance) ? { warning: expected } : {}
}

function restAsFees(draft: DraftInput, amount: string, gross: string, isBuy: boolean): Posted {
  const rest = isBuy ? minus(amount, gross) : minus(gross, amount)
  const isPlausible = !isNegative(rest) && Number(rest) <= Math.max(50, Number(gross) * 0.1)
  if (!isPlausible) return { part: '', draft: { ...draft, net: amount }, warning: gross }
  return { part: '', draft: { ...draft, net: amount, fees: plus(draft.fees ?? '0', rest) } }
}

/** One thing for another in one row: a sale and a purchase of the same value. */
function exchange(row: Row, base: DraftInput, costs: Costs): Posted[] {
  const given = row.number('quantity')
  const taken = row.number('counter_quantity')
  const symbol = row.fields.counter_symbol
  const value = row.number('gross') ?? row.number('amount') ?? row.number('net')
  if (!base.instrument) throw new RowProblem('no_instrument')
  if (given === null || taken === null || !symbol)
    throw new RowProblem('no_other_side', { value: 'exchange' })
  if (value === null) throw new RowProblem('no_amount')
  const net = magnitude(value)
  const into = { ...base.instrument, isin: null, symbol, name: null, identifiers: [] }
  const side = (quantity: string, from: boolean): DraftInput => ({
    ...base,
    type: 'trade',
    side: from ? 'sell' : 'buy',
    instrument: from ? (base.instrument ?? null) : into,
    quantity: signed(quantity, !from),
    net,
  })
  return [
    {
      part: '',
      draft: {
        ...side(given, true),
        fees: costs.fees,
        taxes: costs.taxes,
        net: minus(net, plus(costs.fees, costs.taxes)),
      },
    },
    { part: 'taken', draft: side(taken, false) },
  ]
}

function split(row: Row, base: DraftInput): DraftInput {
  if (!base.instrument) throw new RowProblem('no_instrument')
  const quantity = row.number('quantity')
  const ratio = /^(\d+(?:\.\d+)?)\s*(?::|for|zu|\/)\s*(\d+(?:\.\d+)?)$/i.exec(row.fields.ratio ?? '')
  return {
    ...base,
    quantity,
    numerator: ratio?.[1] ? strictDecimal(ratio[1], 'ratio') : null,
    denominator: ratio?.[2] ? strictDecimal(ratio[2], 'ratio') : null,
  }
}

function delivery(row: Row, effect: Effect, base: DraftInput, costs: Costs): DraftInput {
  const quantity = quantityOf(row, effect, null)
  const price = row.number('price')
  const value = cashOf(row)
  const isIncoming = !isNegative(quantity)
  return {
    ...base,
    type: isIncoming ? 'transfer_in' : 'transfer_out',
    side: isIncoming ? 'in' : 'out',
    quantity,
    price: price === null || isZero(price) ? null : magnitude(price),
    amount: price === null && value !== null && !isZero(value) ? magnitude(value) : null,
    fees: costs.fees,
    taxes: costs.taxes,
  }
}

function valuation(row: Row, base: DraftInput): DraftInput {
  if (!base.instrument) throw new RowProblem('no_instrument')
  const price = row.number('price') ?? cashOf(row)
  if (price === null) throw new RowProblem('no_amount')
  return { ...base, price: magnitude(price), quantity: row.number('quantity') }
}

function needCash(row: Row): string {
  const amount = cashOf(row)
  if (amount === null) throw new RowProblem('no_amount', { field: 'amount' })
  return amount
}

/**
 * Income is told by what arrived, in the currency it arrived in: what it was in the currency of the share is only
 * known where a file says so.
 */
function income(row: Row, effect: Effect, base: DraftInput, costs: Costs): DraftInput {
  const directed = (amount: string | null) =>
    amount === null || !effect.side ? amount : signed(amount, effect.side === 'in')
  const gross = directed(row.number('gross'))
  const arrived = directed(row.number('net') ?? row.number('amount'))
  const total = plus(costs.fees, costs.taxes)
  const net = arrived ?? (gross === null ? null : minus(gross, total))
  if (net === null) throw new RowProblem('no_amount', { field: 'amount' })
  const grossCurrency = row.currency('gross_currency')
  const isForeign = gross !== null && grossCurrency !== null && grossCurrency !== base.currency
  return {
    ...base,
    net,
    ...(isForeign && base.instrument
      ? { amount: gross, instrument: { ...base.instrument, currency: grossCurrency } }
      : {}),
    side: null,
    fees: costs.fees,
    taxes: costs.taxes,
  }
}

/** A charge is a magnitude and a refund its negative, so the sign of what moved turns round. */
function charge(row: Row, effect: Effect, base: DraftInput): DraftInput {
  const stated = needCash(row)
  const amount = effect.side ? signed(stated, effect.side === 'in') : stated
  return { ...base, amount: base.type === 'trailer_fees' ? amount : negated(amount) }
}

const opposite: Partial<Record<TransactionType, TransactionType>> = {
  deposit: 'withdrawal',
  withdrawal: 'deposit',
  transfer_in: 'transfer_out',
  transfer_out: 'transfer_in',
}

/** Money that comes or goes: the sign decides, unless the row has none and its word does. */
function cash(row: Row, effect: Effect, base: DraftInput, costs: Costs): DraftInput {
  const amount = needCash(row)
  const isIncomingWord = effect.type === 'deposit' || effect.type === 'transfer_in'
  const isIncoming = effect.side ? effect.side === 'in' : !isNegative(amount)
  const type = isIncoming === isIncomingWord ? effect.type : (opposite[effect.type] as Draft['type'])
  const total = plus(costs.fees, costs.taxes)
  return {
    ...base,
    type,
    side: isIncoming ? 'in' : 'out',
    amount: isIncoming ? plus(magnitude(amount), total) : minus(magnitude(amount), total),
    fees: costs.fees,
    taxes: costs.taxes,
    instrument: null,
  }
}

function conversion(row: Row, base: DraftInput, costs: Costs): DraftInput {
  const paid = needCash(row)
  const received = row.number('counter_amount')
  const counterCurrency = row.currency('counter_currency')
  if (received === null || counterCurrency === null)
    throw new RowProblem('no_other_side', { value: 'conversion' })
  return {
    ...base,
    net: magnitude(paid),
    counterAmount: magnitude(received),
    counterCurrency,
    fees: costs.fees,
    taxes: costs.taxes,
    instrument: null,
  }
}
