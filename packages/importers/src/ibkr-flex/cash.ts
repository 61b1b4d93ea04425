import { dayOf, type TransactionType } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import { wholeCurrency } from '../text/currency.ts'
import type { Moment } from '../text/date.ts'
import { isNegative, magnitude, negated } from '../text/decimal.ts'
import {
  currencyAttribute,
  dayAttribute,
  type FlexRow,
  flexInstrument,
  momentAttribute,
  neededNumber,
  textAttribute,
} from './attributes.ts'

/** What IBKR calls movements of cash. The direction is in the sign. */
const kinds: readonly [RegExp, TransactionType][] = [
  [/withholding|871\(m\)|tax/i, 'tax'],
  [/payment in lieu|dividend/i, 'dividend'],
  [/bond interest/i, 'coupon'],
  [/interest/i, 'interest'],
  [/price adjustment/i, 'other_income'],
  [/commission adjustment/i, 'fees'],
  [/fee/i, 'fees_cash'],
  [/deposit|withdrawal/i, 'deposit'],
]

/** Money that came or went: dividends, taxes, interest, fees, deposits. Reversals are rows with the other sign. */
export function readCash(collect: Collector, row: FlexRow): void {
  const word = textAttribute(row, 'type') ?? ''
  const kind = kinds.find(([pattern]) => pattern.test(word))?.[1]
  if (!kind) throw new RowProblem(word === '' ? 'no_type' : 'unknown_type', { value: word })
  const amount = neededNumber(row, 'amount')
  const { date, time } = postedOn(row)
  const id = textAttribute(row, 'transactionID')
  const instrument = kind === 'deposit' ? null : flexInstrument(row)
  const description = textAttribute(row, 'description')
  collect.draft(
    row.place,
    {
      ...amounts(kindOfDividend(kind, description), amount, !instrument),
      date,
      time,
      settleDate: dayAttribute(row, 'settleDate'),
      exDate: kind === 'dividend' && textAttribute(row, 'exDate') ? dayAttribute(row, 'exDate') : null,
      ...money(row, instrument),
      note: description,
      reference: id,
    },
    id ? { kind: 'id', id: `cash:${id}` } : null,
  )
}

/** The day money moved. A correction names the day of what it corrects and is reported when it is made, much later. */
function postedOn(row: FlexRow): Moment {
  const paid = momentAttribute(row, 'settleDate', 'dateTime', 'reportDate')
  const reported = dayAttribute(row, 'reportDate')
  const isLate = reported !== null && dayOf(reported) - dayOf(paid.date) > 10
  return isLate ? { date: reported, time: null } : paid
}

/** 'CASH DIVIDEND KRW 1,550 PER SHARE (Return of Capital)' is no income. */
function kindOfDividend(kind: TransactionType, description: string | null): TransactionType {
  return kind === 'dividend' && /\(return of capital\)/i.test(description ?? '') ? 'return_of_capital' : kind
}

function money(
  row: FlexRow,
  instrument: ReturnType<typeof flexInstrument>,
): Pick<DraftInput, 'currency' | 'instrument'> {
  // What a share pays in need not be what it is quoted in.
  return {
    currency: wholeCurrency(currencyAttribute(row)),
    instrument: instrument && { ...instrument, currency: null },
  }
}

function amounts(
  kind: TransactionType,
  amount: string,
  isCashOnly: boolean,
): Pick<DraftInput, 'type' | 'side' | 'amount' | 'net'> {
  if (kind === 'deposit')
    return isNegative(amount)
      ? { type: 'withdrawal', side: 'out', amount: magnitude(amount) }
      : { type: 'deposit', side: 'in', amount }
  if (kind === 'tax' || kind === 'fees_cash' || kind === 'fees') {
    const type = kind === 'fees_cash' && !isCashOnly ? 'fees' : kind
    return { type, side: null, amount: negated(amount) }
  }
  return { type: kind, side: null, net: amount }
}

/** VAT and the like on what IBKR charges for data. */
export function readSalesTax(collect: Collector, row: FlexRow): void {
  const id = textAttribute(row, 'transactionID')
  collect.draft(
    row.place,
    {
      type: 'tax',
      date: momentAttribute(row, 'date', 'reportDate').date,
      amount: negated(neededNumber(row, 'salesTax')),
      currency: wholeCurrency(currencyAttribute(row)),
      note:
        [textAttribute(row, 'taxType'), textAttribute(row, 'taxableDescription')]
          .filter(Boolean)
          .join(': ') || null,
      reference: id,
    },
    id ? { kind: 'id', id: `salestax:${id}` } : null,
  )
}

/** Securities and cash from or to elsewhere. */
export function readTransfer(collect: Collector, row: FlexRow): void {
  const id = textAttribute(row, 'transactionID')
  const isOut = /^out$/i.test(textAttribute(row, 'direction') ?? '')
  const base = {
    type: isOut ? ('transfer_out' as const) : ('transfer_in' as const),
    side: isOut ? ('out' as const) : ('in' as const),
    ...momentAttribute(row, 'date', 'dateTime', 'reportDate'),
    settleDate: dayAttribute(row, 'settleDate'),
    currency: wholeCurrency(currencyAttribute(row)),
    counterAccount: textAttribute(row, 'account', 'transferAccount'),
    note: textAttribute(row, 'description', 'company'),
    reference: id,
  }
  const identity = id ? ({ kind: 'id', id: `transfer:${id}` } as const) : null
  const cash = textAttribute(row, 'cashTransfer')
  if (row.attributes.assetCategory === 'CASH' || (!textAttribute(row, 'symbol') && cash)) {
    collect.draft(row.place, { ...base, amount: magnitude(neededNumber(row, 'cashTransfer')) }, identity)
    return
  }
  const instrument = flexInstrument(row)
  if (!instrument) throw new RowProblem('no_instrument')
  const quantity = magnitude(neededNumber(row, 'quantity'))
  const value = textAttribute(row, 'positionAmount') ? magnitude(neededNumber(row, 'positionAmount')) : null
  collect.draft(
    row.place,
    {
      ...base,
      instrument,
      quantity: isOut ? negated(quantity) : quantity,
      amount: value === '0' ? null : value,
    },
    identity,
  )
}
