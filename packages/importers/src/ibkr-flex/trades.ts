import { CONTRACT_TYPES } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import { parseCurrency, wholeCurrency } from '../text/currency.ts'
import { isNegative, isZero, magnitude, minus, negated, plus } from '../text/decimal.ts'
import {
  currencyAttribute,
  dayAttribute,
  type FlexRow,
  flexInstrument,
  momentAttribute,
  neededNumber,
  numberAttribute,
  textAttribute,
} from './attributes.ts'
import type { Exercise } from './exercises.ts'

/** The id of a trade through all statements. */
export function tradeId(row: FlexRow): string | null {
  return textAttribute(row, 'tradeID', 'transactionID', 'ibExecID')
}

const isRealId = (id: string | null) => id !== null && id !== '0' && id !== '-1'

/**
 * The trade that a row takes back, or null for one that is a trade itself. IBKR cancels by a row that names the
 * original and snapshots the right one anew under another id.
 */
export function cancelledId(row: FlexRow): string | null {
  const isCancel =
    /cancel/i.test(row.attributes.transactionType ?? '') ||
    /\(ca\.?\)/i.test(row.attributes.buySell ?? '') ||
    /(^|;)Ca(;|$)/.test(row.attributes.notes ?? '')
  if (!isCancel) return null
  const original = textAttribute(row, 'origTradeID', 'origTransactionID')
  return isRealId(original) ? original : tradeId(row)
}

const keyOf = (row: FlexRow) => {
  const id = tradeId(row)
  return isRealId(id) ? ({ kind: 'id', id: `trade:${id}` } as const) : null
}

/** A trade in a security or contract; what an option's exercise did comes with the sides it belongs to. */
export function readTrade(collect: Collector, row: FlexRow, exercise: Exercise | null): void {
  if (row.attributes.assetCategory === 'CASH') {
    readConversion(collect, row)
    return
  }
  const instrument = flexInstrument(row)
  if (!instrument) throw new RowProblem('no_instrument')
  const quantity = quantityOf(row)
  const price = neededNumber(row, 'tradePrice')
  const currency = wholeCurrency(currencyAttribute(row))
  const commission = numberAttribute(row, 'ibCommission') ?? '0'
  const taxes = negated(numberAttribute(row, 'taxes') ?? '0')
  const commissionCurrency = textAttribute(row, 'ibCommissionCurrency')
  const isOwnFee = !commissionCurrency || wholeCurrency(parseCurrency(commissionCurrency)) === currency
  const fees = isOwnFee ? negated(commission) : '0'
  const proceeds = numberAttribute(row, 'proceeds') ?? numberAttribute(row, 'tradeMoney')
  const gross = proceeds === null || CONTRACT_TYPES.has(instrument.type ?? '') ? null : magnitude(proceeds)
  const costs = plus(fees, taxes)
  const isBuy = !isNegative(quantity)
  const net = gross === null ? null : isBuy ? plus(gross, costs) : minus(gross, costs)
  const draft: DraftInput = {
    type: exercise?.type ?? 'trade',
    side: isBuy ? 'buy' : 'sell',
    ...whenOf(row),
    settleDate: dayAttribute(row, 'settleDateTarget'),
    instrument,
    quantity,
    price: magnitude(price),
    currency,
    // A sale that brings less than it costs moves money the other way; price and costs say so by themselves.
    net: net !== null && isNegative(net) ? null : net,
    fees,
    taxes,
    link: exercise?.link ?? null,
    note: textAttribute(row, 'orderReference'),
    reference: tradeId(row),
    // Accrued interest is not part of a trade's cash here: IBKR snapshots it as a movement of its own.
    accrued: null,
  }
  collect.draft(row.place, draft, keyOf(row))
  if (!isOwnFee && !isZero(commission))
    foreignFee(collect, row, draft, negated(commission), commissionCurrency)
}

function whenOf(row: FlexRow): { date: string; time: string | null } {
  const { date, time } = momentAttribute(row, 'tradeDate', 'dateTime', 'reportDate')
  if (time !== null) return { date, time }
  const stamp = textAttribute(row, 'dateTime')
  if (stamp) return { date, time: momentAttribute(row, 'dateTime').time }
  const clock = /^(\d{2})(\d{2})(\d{2})$/.exec(textAttribute(row, 'tradeTime') ?? '')
  return { date, time: clock ? `${clock[1]}:${clock[2]}:${clock[3]}` : null }
}

function quantityOf(row: FlexRow): string {
  const quantity = neededNumber(row, 'quantity')
  if (isZero(quantity)) throw new RowProblem('zero_quantity')
  const isSale = /^sell/i.test(row.attributes.buySell ?? '')
  return isSale && !isNegative(quantity) ? negated(quantity) : quantity
}

function foreignFee(
  collect: Collector,
  row: FlexRow,
  { date, time, instrument }: DraftInput,
  amount: string,
  currency: string,
): void {
  const key = keyOf(row)
  collect.draft(
    row.place,
    {
      type: instrument ? 'fees' : 'fees_cash',
      date,
      time: time ?? null,
      instrument: instrument ?? null,
      amount,
      currency: wholeCurrency(parseCurrency(currency)),
      reference: tradeId(row),
    },
    key && { kind: 'id', id: `${key.id}:fee` },
  )
}

/** A conversion: symbol EUR.USD, quantity of the first currency, proceeds in the second. */
function readConversion(collect: Collector, row: FlexRow): void {
  const pair = /^([A-Z]{3})\.([A-Z]{3})$/.exec(row.attributes.symbol ?? '')
  if (!pair) throw new RowProblem('no_sold_currency')
  const [, base = '', quote = ''] = pair
  const quantity = quantityOf(row)
  const proceeds = numberAttribute(row, 'proceeds') ?? negated(neededNumber(row, 'tradeMoney'))
  const isBuy = !isNegative(quantity)
  const commission = numberAttribute(row, 'ibCommission') ?? '0'
  const commissionCurrency = parseCurrency(textAttribute(row, 'ibCommissionCurrency') ?? quote)
  const paid = isBuy ? quote : base
  const isOwnFee = commissionCurrency === paid
  const fees = isOwnFee ? negated(commission) : '0'
  const given = magnitude(isBuy ? proceeds : quantity)
  const draft: DraftInput = {
    type: 'fx',
    ...whenOf(row),
    settleDate: dayAttribute(row, 'settleDateTarget'),
    currency: paid,
    net: plus(given, fees),
    fees,
    counterCurrency: isBuy ? base : quote,
    counterAmount: magnitude(isBuy ? quantity : proceeds),
    reference: tradeId(row),
  }
  collect.draft(row.place, draft, keyOf(row))
  if (!isOwnFee && !isZero(commission))
    foreignFee(collect, row, draft, negated(commission), commissionCurrency)
}
