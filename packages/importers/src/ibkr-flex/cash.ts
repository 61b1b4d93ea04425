import { parseDay, type TransactionType } from '@plumbline/engine'
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
  requireNumber,
  textAttribute,
} from './attributes.ts'

/** IBKR's types of cash transactions. The sign gives the direction. */
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

/** Reads dividends, taxes, interest, fees and deposits. Reversals are rows with the opposite sign. */
export function readCash(collect: Collector, row: FlexRow): void {
  const word = textAttribute(row, 'type') ?? ''
  const kind = kinds.find(([pattern]) => pattern.test(word))?.[1]
  if (!kind) throw new RowProblem(word === '' ? 'no_type' : 'unknown_type', { value: word })
  const amount = requireNumber(row, 'amount')
  const { date, time } = readPaymentMoment(row)
  const id = textAttribute(row, 'transactionID')
  const instrument = kind === 'deposit' ? null : flexInstrument(row)
  const description = textAttribute(row, 'description')
  collect.draft(
    row.place,
    {
      ...amounts(refineDividend(kind, description), amount, !instrument),
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

/** The day money moved. A correction carries the date of the original and is reported much later. */
function readPaymentMoment(row: FlexRow): Moment {
  const paid = momentAttribute(row, 'settleDate', 'dateTime', 'reportDate')
  const reported = dayAttribute(row, 'reportDate')
  const isLate = reported !== null && parseDay(reported) - parseDay(paid.date) > 10
  return isLate ? { date: reported, time: null } : paid
}

/** 'CASH DIVIDEND KRW 1,550 PER SHARE (Return of Capital)' is not income, in whatever language. */
const returnOfCapital =
  /\((return of capital|kapitalr(ü|ue)ck\S*|(remboursement|retour) d[eu] capital|(retorno|devoluci[oó]n|reembolso) de capital|rimborso (di|del) capitale)\)/i

function refineDividend(kind: TransactionType, description: string | null): TransactionType {
  return kind === 'dividend' && returnOfCapital.test(description ?? '') ? 'return_of_capital' : kind
}

function money(
  row: FlexRow,
  instrument: ReturnType<typeof flexInstrument>,
): Pick<DraftInput, 'currency' | 'instrument'> {
  // A payment may be in another currency than the quotation.
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

/** Reads VAT and similar taxes on market data fees. */
export function readSalesTax(collect: Collector, row: FlexRow): void {
  const id = textAttribute(row, 'transactionID')
  collect.draft(
    row.place,
    {
      type: 'tax',
      date: momentAttribute(row, 'date', 'reportDate').date,
      amount: negated(requireNumber(row, 'salesTax')),
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

/** Reads a transfer of securities or cash from or to another account. */
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
    collect.draft(row.place, { ...base, amount: magnitude(requireNumber(row, 'cashTransfer')) }, identity)
    return
  }
  const instrument = flexInstrument(row)
  if (!instrument) throw new RowProblem('no_instrument')
  const quantity = magnitude(requireNumber(row, 'quantity'))
  const value = textAttribute(row, 'positionAmount') ? magnitude(requireNumber(row, 'positionAmount')) : null
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
