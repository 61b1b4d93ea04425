import type { ColumnMeaning, TransactionType } from '@plumbline/contract'
import { type TextOf, textIfAny } from '../../lib/i18n/i18n.ts'
import type { Mapping } from './use-imports.ts'

/** What a column can mean, in the order people look for it. */
export const meanings: readonly ColumnMeaning[] = [
  'ignore',
  'date',
  'settle_date',
  'transaction_type',
  'isin',
  'valor',
  'symbol',
  'name',
  'instrument_type',
  'quantity',
  'price',
  'currency',
  'amount',
  'fees',
  'taxes',
  'fx_rate',
  'balance',
  'account',
  'reference',
  'note',
]

export const separators = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
export const decimalMarks = { '.': "1'234.56", ',': "1'234,56" } as const
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO 8859-15',
} as const

type Side = NonNullable<Mapping['words'][number]['side']>

/** What a word for the type of a row can mean: a type, and for some the side as well. */
const wordKinds: readonly [TransactionType, Side | null][] = [
  ['trade', 'buy'],
  ['trade', 'sell'],
  ['trade', null],
  ['deposit', null],
  ['withdrawal', null],
  ['dividend', null],
  ['coupon', null],
  ['interest', null],
  ['other_income', null],
  ['fees_cash', null],
  ['tax', null],
  ['fx', null],
  ['transfer_in', null],
  ['transfer_out', null],
  ['redemption', null],
  ['return_of_capital', null],
  ['split', null],
  ['capital_call', null],
  ['distribution', null],
]

export function typeWords(type: string, text: TextOf, side: Side | null = null): string {
  const words = textIfAny(`transaction_type_${type}`) ?? type
  return side === null ? words : `${words}: ${text(`imports_side_${side}`)}`
}

export function wordOptions(text: TextOf) {
  return wordKinds.map(([type, side]) => ({
    value: `${type} ${side ?? ''}`,
    label: typeWords(type, text, side),
  }))
}

export function wordValue(mapping: Mapping, word: string): string | null {
  const known = mapping.words.find(each => each.word === word)
  return known === undefined ? null : `${known.transaction_type} ${known.side ?? ''}`
}

/** The mapping with another meaning of a word. */
export function withWord(mapping: Mapping, word: string, value: string): Mapping {
  const kind = wordKinds.find(([type, side]) => `${type} ${side ?? ''}` === value)
  if (kind === undefined) return mapping
  const others = mapping.words.filter(each => each.word !== word)
  return { ...mapping, words: [...others, { word, transaction_type: kind[0], side: kind[1] }] }
}

/** The mapping with another meaning of the column at a place. Only notes may stand in several columns. */
export function withMeaning(mapping: Mapping, place: number, meaning: ColumnMeaning): Mapping {
  const columns = mapping.columns.map((column, index) => {
    if (index === place) return { ...column, meaning }
    const isTaken = column.meaning === meaning && meaning !== 'note' && meaning !== 'ignore'
    return isTaken ? { ...column, meaning: 'ignore' as const } : column
  })
  return { ...mapping, columns }
}
