import { type StatedAs, TRANSACTION_TYPE_RULES } from '@plumbline/engine'
import { checkCurrencies } from '../check-draft.ts'
import type { DraftInput, Side } from '../draft.ts'
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
import {
  type Costs,
  type Row,
  readCosts,
  readExtraFees,
  readInstrument,
  readNote,
  settlementCurrency,
} from './row.ts'
import { asBondIfInPercent, type RowDraft, sameMoney, settle } from './settle.ts'

/** Reads a row into drafts. Most rows are one; costs in another currency and earned income are drafts of their own. */
export function readTransactions(row: Row, effect: Effect): RowDraft[] {
  const { date, time } = row.moment()
  const currency = settlementCurrency(row)
  const base: DraftInput = {
    type: effect.type,
    date,
    time,
    settleDate: row.day('settle_date'),
    exDate: row.day('ex_date'),
    currency: currency === null ? null : wholeCurrency(currency),
    note: readNote(row),
    reference: row.fields.reference ?? null,
    counterAccount: row.fields.counter_account ?? null,
    instrument: readInstrument(row, effect),
  }
  const costs = readCosts(row, effect, base.currency ?? null)
  const rowDraft = ownDrafts(row, effect, base, costs)
  const foreign = costs.foreign.map(({ type, amount, currency }, index) => ({
    part: `${type}${index}`,
    draft: { ...base, type, amount, currency, side: null },
  }))
  const drafts = [...rowDraft, ...foreign]
  // Before any of them is kept: a row is read as a whole or not at all.
  for (const { draft } of drafts) checkCurrencies(draft)
  return drafts
}

function ownDrafts(row: Row, effect: Effect, base: DraftInput, costs: Costs): RowDraft[] {
  if (effect.isExchange) return exchange(row, base, costs)
  return readers[TRANSACTION_TYPE_RULES[effect.type].statedAs](row, effect, base, costs)
}

type Reader = (row: Row, effect: Effect, base: DraftInput, costs: Costs) => RowDraft[]

const whole = (draft: DraftInput): RowDraft[] => [{ part: '', draft }]

const readers: Readonly<Record<StatedAs, Reader>> = {
  trade: (row, effect, base, costs) => {
    // Rights that name no security cannot be posted.
    if (effect.type === 'rights' && !base.instrument) return notSupported(effect)
    return trade(row, effect, base, costs)
  },
  exchange: (_row, effect) => notSupported(effect),
  income: (row, effect, base, costs) => whole(income(row, effect, base, costs)),
  income_in_kind: (row, effect, base, costs) => whole(incomeInKind(row, effect, base, costs)),
  charge: (row, effect, base) => whole(charge(row, effect, base)),
  cash: (row, effect, base, costs) => whole(cash(row, effect, base, costs)),
  transfer: (row, effect, base, costs) =>
    whole(base.instrument ? delivery(row, effect, base, costs) : cash(row, effect, base, costs)),
  conversion: (row, _effect, base, costs) => whole(conversion(row, base, costs)),
  split: (row, _effect, base) => whole(split(row, base)),
  valuation: (row, _effect, base) => whole(valuation(row, base)),
}

function notSupported({ type }: Effect): never {
  throw new RowProblem('not_supported', { value: type })
}

/** The signed amount that moved on the account. */
function readCash(row: Row): string | null {
  return row.number('net') ?? row.number('amount') ?? row.number('gross')
}

function readQuantity(row: Row, effect: Effect, amount: string | null): string {
  const quantity = row.number('quantity')
  if (quantity === null) throw new RowProblem('no_quantity', { field: 'quantity' })
  if (isZero(quantity)) throw new RowProblem('zero_quantity', { field: 'quantity' })
  const side = effect.side ?? (isNegative(quantity) ? 'sell' : null)
  if (side !== null) return signed(quantity, side === 'buy' || side === 'in')
  // A purchase takes money, whatever the word for it.
  return amount !== null && !isZero(amount) ? signed(quantity, isNegative(amount)) : quantity
}

const toSide = (quantity: string): Side => (isNegative(quantity) ? 'sell' : 'buy')

function trade(row: Row, effect: Effect, base: DraftInput, costs: Costs): RowDraft[] {
  if (!base.instrument) throw new RowProblem('no_instrument', { field: 'name' })
  const stated = readCash(row)
  const quantity = readQuantity(row, effect, stated)
  const printed = row.number('price')
  const price = stated !== null && row.style.priceIsIndicative ? null : printed
  const accrued = row.number('accrued')
  const draft: DraftInput = {
    ...base,
    side: toSide(quantity),
    quantity,
    // Futures trade below 0; elsewhere a sign repeats the side.
    price: price === null || base.instrument.type === 'future' ? price : magnitude(price),
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
  if (effect.spentAs) {
    const spent: DraftInput = { ...base, type: effect.spentAs, side: 'out', instrument: null }
    return [settled, { part: 'spent', draft: { ...spent, amount: settled.draft.net ?? null } }]
  }
  if (!effect.earnedAs)
    return [price === printed ? settled : { ...settled, keyed: { ...settled.draft, price: printed } }]
  const value = settled.draft.net ?? times(magnitude(quantity), magnitude(price ?? '0'))
  const earned = { ...base, type: effect.earnedAs, net: value, side: null }
  return [settled, { part: 'earned', draft: earned }]
}

/** The value in the instrument's currency, where the file states it beside the amount that moved on the account. */
function foreignGross(row: Row, base: DraftInput): Partial<DraftInput> {
  const gross = row.number('gross')
  const currency = row.currency('gross_currency')
  if (gross === null || currency === null || currency === base.currency || !base.instrument) return {}
  return { amount: magnitude(gross), instrument: { ...base.instrument, currency } }
}

/** One instrument for another in one row: a sale and a purchase of the same value. */
function exchange(row: Row, base: DraftInput, costs: Costs): RowDraft[] {
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

/** The quantity that left or came, with costs that are charged in the asset. */
function deliveredQuantity(row: Row, effect: Effect): string {
  const quantity = readQuantity(row, effect, null)
  return row.style.costsAreExtra ? minus(quantity, readExtraFees(row)) : quantity
}

function delivery(row: Row, effect: Effect, base: DraftInput, stated: Costs): DraftInput {
  const quantity = deliveredQuantity(row, effect)
  const costs = row.style.costsAreExtra ? { fees: '0', taxes: '0' } : stated
  const price = row.number('price')
  const value = readCash(row)
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

/** Units received free of payment. The row's amount is their value, not money; without one the market sets it. */
function incomeInKind(row: Row, effect: Effect, base: DraftInput, costs: Costs): DraftInput {
  if (!base.instrument) throw new RowProblem('no_instrument', { field: 'name' })
  const price = row.number('price')
  const value = row.number('gross') ?? row.number('amount') ?? row.number('net')
  return {
    ...base,
    side: 'in',
    quantity: deliveredQuantity(row, effect),
    price: price === null || isZero(price) ? null : magnitude(price),
    amount: value === null || isZero(value) || !sameMoney(base) ? null : magnitude(value),
    fees: costs.fees,
    taxes: costs.taxes,
  }
}

function valuation(row: Row, base: DraftInput): DraftInput {
  if (!base.instrument) throw new RowProblem('no_instrument')
  const price = row.number('price') ?? readCash(row)
  if (price === null) throw new RowProblem('no_amount')
  return { ...base, price: magnitude(price), quantity: row.number('quantity') }
}

function needCash(row: Row): string {
  const amount = readCash(row)
  if (amount === null) throw new RowProblem('no_amount', { field: 'amount' })
  return amount
}

/**
 * Income is stated as it arrived, in the currency it arrived in. The amount in the instrument's currency is only known
 * where the file states it.
 */
function income(row: Row, effect: Effect, base: DraftInput, costs: Costs): DraftInput {
  const directed = (amount: string | null) =>
    amount === null || !effect.side ? amount : signed(amount, effect.side === 'in')
  const gross = directed(row.number('gross'))
  const perUnit = effect.isPerUnit ? valuePerUnit(row) : null
  const arrived = directed(row.number('net') ?? row.number('amount') ?? perUnit)
  const total = plus(costs.fees, costs.taxes)
  const paid = arrived !== null && row.style.costsAreExtra ? minus(arrived, total) : arrived
  const net = paid ?? (gross === null ? null : minus(gross, total))
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

function valuePerUnit(row: Row): string | null {
  const price = row.number('price')
  const quantity = row.number('quantity')
  return price === null || quantity === null ? null : times(magnitude(price), magnitude(quantity))
}

/** A charge is a magnitude and a refund its negative, the opposite of the sign of the cash. */
function charge(row: Row, effect: Effect, base: DraftInput): DraftInput {
  const stated = needCash(row)
  const amount = effect.side ? signed(stated, effect.side === 'in') : stated
  const isReceived = TRANSACTION_TYPE_RULES[base.type].cash === 'in'
  return { ...base, amount: isReceived ? amount : negated(amount) }
}

/** Money paid in or out. The sign decides; a row without signs goes by its word. */
function cash(row: Row, effect: Effect, base: DraftInput, costs: Costs): DraftInput {
  const amount = needCash(row)
  const { cash: direction, opposite } = TRANSACTION_TYPE_RULES[effect.type]
  const isIncoming = effect.side ? effect.side === 'in' : !isNegative(amount)
  const type = isIncoming === (direction === 'in') ? effect.type : (opposite ?? effect.type)
  const total = row.style.costsAreExtra ? '0' : plus(costs.fees, costs.taxes)
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
