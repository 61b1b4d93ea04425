import type { TransactionType } from '@plumbline/engine'
import { type DraftInput, type InstrumentHint, noInstrument } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import { isNegative, isZero, magnitude, negated, signed, times } from '../text/decimal.ts'
import { type QifRecord, type QifStyle, readDate, readNumber, transferAccount } from './records.ts'

const incomes: Readonly<Record<string, TransactionType>> = {
  div: 'dividend',
  cglong: 'dividend',
  cgshort: 'dividend',
  cgmid: 'dividend',
  intinc: 'interest',
  miscinc: 'other_income',
}

const reinvestments: Readonly<Record<string, TransactionType>> = {
  reinvdiv: 'dividend',
  reinvint: 'interest',
  reinvlg: 'dividend',
  reinvsh: 'dividend',
  reinvmd: 'dividend',
}

interface Action {
  readonly name: string
  readonly record: QifRecord
  readonly style: QifStyle
  readonly amount: string | null
  readonly base: Omit<DraftInput, 'type'>
}

/** Reads a transaction of an investment account. Actions that end in X pay from or into another account. */
export function readInvestment(
  collect: Collector,
  record: QifRecord,
  style: QifStyle,
  securities: ReadonlyMap<string, InstrumentHint>,
): void {
  const { fields, place } = record
  const word = fields.get('N') ?? ''
  const security = fields.get('Y')
  const amount = readNumber(record, style, 'T', 'U')
  const action: Action = {
    name: word.toLowerCase().replace(/x$/, ''),
    record,
    style,
    amount,
    base: {
      date: readDate(record, style),
      instrument: security ? (securities.get(security) ?? { ...noInstrument, name: security }) : null,
      fees: magnitude(readNumber(record, style, 'O') ?? '0'),
      note: [fields.get('P'), fields.get('M')].filter(Boolean).join(' · ') || null,
      counterAccount: transferAccount(record),
    },
  }
  const drafts = readDrafts(action, word)
  if (/x$/i.test(word) && action.base.counterAccount && amount !== null && !isZero(amount))
    drafts.push(counterpart(action, amount))
  for (const draft of drafts) collect.draft(place, draft)
}

function readDrafts(action: Action, word: string): DraftInput[] {
  const { name, base } = action
  switch (name) {
    case 'buy':
    case 'cvrshrt':
      return [trade(action, true)]
    case 'sell':
    case 'shtsell':
      return [trade(action, false)]
    case 'shrsin':
    case 'shrsout':
      return [delivery(action, name === 'shrsin')]
    case 'stksplit':
      return [split(action)]
    case 'rtrncap':
      return [{ ...base, type: 'return_of_capital', net: needAmount(action) }]
    case 'miscexp':
      return [
        {
          ...base,
          fees: '0',
          type: base.instrument ? 'fees' : 'fees_cash',
          amount: magnitude(needAmount(action)),
        },
      ]
    case 'margint':
      return [{ ...base, fees: '0', type: 'interest', net: negated(magnitude(needAmount(action))) }]
    case 'xin':
    case 'contrib':
    case 'cash':
    case 'xout':
    case 'withdrw':
      return [cash(action)]
  }
  const income = incomes[name]
  if (income) return [{ ...base, type: income, net: needAmount(action) }]
  const reinvested = reinvestments[name]
  if (!reinvested) throw new RowProblem(word === '' ? 'no_type' : 'unknown_type', { value: word })
  const bought = trade(action, true)
  const value = bought.net ?? times(bought.quantity ?? '0', bought.price ?? '0')
  return [{ ...base, fees: '0', type: reinvested, net: value }, bought]
}

function needAmount({ amount }: Action): string {
  if (amount === null) throw new RowProblem('no_amount', { field: 'T' })
  return amount
}

function trade({ record, style, base, amount }: Action, isBuy: boolean): DraftInput {
  if (!base.instrument) throw new RowProblem('no_instrument', { field: 'Y' })
  const quantity = readNumber(record, style, 'Q')
  if (quantity === null) throw new RowProblem('no_quantity', { field: 'Q' })
  if (isZero(quantity)) throw new RowProblem('zero_quantity', { field: 'Q' })
  const price = readNumber(record, style, 'I')
  if (price === null && amount === null) throw new RowProblem('no_amount', { field: 'T' })
  return {
    ...base,
    type: 'trade',
    side: isBuy ? 'buy' : 'sell',
    quantity: signed(quantity, isBuy),
    price,
    net: amount === null ? null : magnitude(amount),
  }
}

function delivery({ record, style, base, amount }: Action, isIn: boolean): DraftInput {
  if (!base.instrument) throw new RowProblem('no_instrument', { field: 'Y' })
  const quantity = readNumber(record, style, 'Q')
  if (quantity === null) throw new RowProblem('no_quantity', { field: 'Q' })
  const price = readNumber(record, style, 'I')
  return {
    ...base,
    type: isIn ? 'transfer_in' : 'transfer_out',
    side: isIn ? 'in' : 'out',
    quantity: signed(quantity, isIn),
    price,
    amount: price === null && amount !== null && !isZero(amount) ? magnitude(amount) : null,
  }
}

/** The ratio is stated in tenths: 20 is two for one. */
function split({ record, style, base }: Action): DraftInput {
  if (!base.instrument) throw new RowProblem('no_instrument', { field: 'Y' })
  const tenths = readNumber(record, style, 'Q')
  if (tenths === null || isZero(tenths)) throw new RowProblem('no_ratio', { field: 'Q' })
  return { ...base, type: 'split', numerator: magnitude(tenths), denominator: '10' }
}

function cash(action: Action): DraftInput {
  const { name, base } = action
  const amount = needAmount(action)
  const isIn = name === 'xin' || name === 'contrib' || (name === 'cash' && !isNegative(amount))
  return {
    ...base,
    instrument: null,
    fees: '0',
    type: isIn ? 'deposit' : 'withdrawal',
    side: isIn ? 'in' : 'out',
    amount: magnitude(amount),
  }
}

/** The cash transfer from or to the other account. */
function counterpart({ name, base }: Action, amount: string): DraftInput {
  const isIn = name === 'buy' || name === 'cvrshrt' || name === 'miscexp' || name === 'margint'
  return {
    ...base,
    instrument: null,
    fees: '0',
    type: isIn ? 'transfer_in' : 'transfer_out',
    side: isIn ? 'in' : 'out',
    amount: magnitude(amount),
  }
}
