import { TRANSACTION_TYPES } from '@plumbline/engine'
import { guessInstrumentType } from '../csv/words/instrument-words.ts'
import {
  type Draft,
  type Identifier,
  type InstrumentHint,
  noInstrument,
  type PartialDraft,
} from '../draft.ts'
import { RowProblem } from '../problem.ts'
import { parseCurrency } from '../text/currency.ts'
import { parseMoment } from '../text/date.ts'
import { strictDecimal } from '../text/decimal.ts'

/** A transaction to export: a draft without its place in a file. */
export type Exported = Omit<Draft, 'line' | 'raw' | 'statement'>

/** How a column is written and read. Null is an empty cell. */
interface Column {
  readonly name: string
  /** Text is guarded against formulas. A guarded negative number would become text. */
  readonly isText: boolean
  write(draft: Exported): string | null
  read(cell: string, into: Reading): void
}

export interface Reading {
  readonly draft: { -readonly [K in keyof PartialDraft]: PartialDraft[K] }
  readonly instrument: { -readonly [K in keyof InstrumentHint]?: InstrumentHint[K] }
  key: string | null
}

type Key<T> = keyof Exported & { [K in keyof Exported]: Exported[K] extends T ? K : never }[keyof Exported]

const text = (name: string, key: Key<string | null>): Column => ({
  name,
  isText: true,
  write: draft => draft[key],
  read: (cell, { draft }) => {
    Object.assign(draft, { [key]: cell })
  },
})
const number = (name: string, key: Key<string | null>): Column => ({
  name,
  isText: false,
  write: draft => draft[key],
  read: (cell, { draft }) => {
    Object.assign(draft, { [key]: strictDecimal(cell, name) })
  },
})
const day = (name: string, key: Key<string | null>): Column => ({
  name,
  isText: false,
  write: draft => draft[key],
  read: (cell, { draft }) => {
    Object.assign(draft, { [key]: parseMoment(cell, 'ymd').date })
  },
})
const currency = (name: string, key: Key<string | null>): Column => ({
  name,
  isText: true,
  write: draft => draft[key],
  read: (cell, { draft }) => {
    Object.assign(draft, { [key]: parseCurrency(cell) })
  },
})
const hint = (name: string, key: Exclude<keyof InstrumentHint, 'identifiers'>, isText = true): Column => ({
  name,
  isText,
  write: draft => draft.instrument?.[key] ?? null,
  read: (cell, { instrument }) => {
    Object.assign(instrument, { [key]: isText ? cell : strictDecimal(cell, name) })
  },
})

/** A column of listed words; others are rejected. */
function oneOf(name: string, key: 'side', words: readonly string[]): Column {
  return {
    name,
    isText: true,
    write: draft => draft[key],
    read: (cell, { draft }) => {
      if (!words.includes(cell)) throw new RowProblem('bad_field', { field: name, value: cell })
      Object.assign(draft, { [key]: cell })
    },
  }
}

const identifierKinds: readonly string[] = ['cusip', 'sedol', 'valor', 'wkn', 'figi', 'conid', 'other']

const identifiers: Column = {
  name: 'identifiers',
  isText: true,
  write: ({ instrument }) =>
    instrument?.identifiers.length
      ? instrument.identifiers.map(({ kind, value }) => `${kind}:${encodeURIComponent(value)}`).join(' ')
      : null,
  read: (cell, { instrument }) => {
    instrument.identifiers = cell.split(' ').map((part): Identifier => {
      const [kind = '', value = ''] = part.split(':')
      if (!identifierKinds.includes(kind))
        throw new RowProblem('bad_field', { field: 'identifiers', value: cell })
      // The check above narrows the kind.
      return { kind: kind as Identifier['kind'], value: decoded(value) }
    })
  },
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw new RowProblem('bad_field', { field: 'identifiers', value })
  }
}

const type: Column = {
  name: 'transaction_type',
  isText: true,
  write: draft => draft.type,
  read: (cell, { draft }) => {
    const known = TRANSACTION_TYPES.find(candidate => candidate === cell)
    if (!known) throw new RowProblem('unknown_type', { value: cell })
    draft.type = known
  },
}

const instrumentType: Column = {
  ...hint('instrument_type', 'type'),
  read: (cell, { instrument }) => {
    const known = guessInstrumentType(cell)
    if (known === null) throw new RowProblem('bad_field', { field: 'instrument_type', value: cell })
    instrument.type = known
  },
}

const time: Column = {
  name: 'time',
  isText: false,
  write: draft => draft.time,
  read: (cell, { draft }) => {
    if (!/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(cell))
      throw new RowProblem('bad_field', { field: 'time', value: cell })
    draft.time = cell
  },
}

const basisShare: Column = {
  ...number('basis_share', 'basisShare'),
  read: (cell, { draft }) => {
    const share = strictDecimal(cell, 'basis_share')
    if (!(Number(share) >= 0 && Number(share) <= 1))
      throw new RowProblem('bad_field', { field: 'basis_share', value: cell })
    draft.basisShare = share
  },
}

const right: Column = {
  ...hint('right', 'right'),
  read: (cell, { instrument }) => {
    if (cell !== 'call' && cell !== 'put') throw new RowProblem('bad_field', { field: 'right', value: cell })
    instrument.right = cell
  },
}

const expiry: Column = {
  ...hint('expiry', 'expiry'),
  isText: false,
  read: (cell, { instrument }) => {
    instrument.expiry = parseMoment(cell, 'ymd').date
  },
}

/** The columns of the Plumbline CSV: all fields of a draft, so that an export imports to the same ledger. */
export const columns: readonly Column[] = [
  day('date', 'date'),
  time,
  day('settle_date', 'settleDate'),
  day('ex_date', 'exDate'),
  type,
  oneOf('side', 'side', ['buy', 'sell', 'in', 'out']),
  hint('isin', 'isin'),
  hint('symbol', 'symbol'),
  hint('name', 'name'),
  instrumentType,
  hint('instrument_currency', 'currency'),
  hint('exchange', 'exchange'),
  hint('country', 'country'),
  identifiers,
  hint('contract_size', 'contractSize', false),
  expiry,
  hint('strike', 'strike', false),
  right,
  hint('underlying', 'underlying'),
  number('quantity', 'quantity'),
  number('price', 'price'),
  number('amount', 'amount'),
  currency('currency', 'currency'),
  number('net', 'net'),
  number('rate', 'rate'),
  number('fees', 'fees'),
  number('taxes', 'taxes'),
  number('accrued', 'accrued'),
  currency('counter_currency', 'counterCurrency'),
  number('counter_amount', 'counterAmount'),
  text('counter_account', 'counterAccount'),
  text('link', 'link'),
  number('numerator', 'numerator'),
  number('denominator', 'denominator'),
  basisShare,
  text('reference', 'reference'),
  text('note', 'note'),
  {
    name: 'key',
    isText: true,
    write: draft => draft.key,
    read: (cell, into) => {
      into.key = cell
    },
  },
]

/** The instrument of a row, or null if all its cells are empty. */
export function readInstrument(read: Reading['instrument']): InstrumentHint | null {
  return Object.keys(read).length === 0 ? null : { ...noInstrument, ...read }
}
