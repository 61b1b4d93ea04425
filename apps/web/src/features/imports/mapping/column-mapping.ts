import { mappableTypes } from 'virtual:transaction-types'
import type { ColumnMeaning } from '@plumbline/contract'
import { type Translate, textIfAny } from '../../../lib/i18n/i18n.ts'
import type { Mapping } from '../use-imports.ts'

/** The order of the menu. Omitting a meaning is a compile error. */
const menuOrder = {
  ignore: true,
  date: true,
  time: true,
  settle_date: true,
  transaction_type: true,
  side: true,
  status: true,
  isin: true,
  valor: true,
  wkn: true,
  cusip: true,
  sedol: true,
  symbol: true,
  name: true,
  instrument_type: true,
  quantity: true,
  price: true,
  cost_price: true,
  cost: true,
  price_currency: true,
  currency: true,
  amount: true,
  gross: true,
  net: true,
  debit: true,
  credit: true,
  accrued: true,
  fees: true,
  fees_currency: true,
  taxes: true,
  fx_rate: true,
  counter_amount: true,
  counter_currency: true,
  ratio: true,
  balance: true,
  account: true,
  reference: true,
  note: true,
} as const satisfies Readonly<Record<ColumnMeaning, true>>

/** The meanings a column can have, in the order of the menu. */
// Object.keys loses the key type and keeps the order above.
export const meanings = Object.keys(menuOrder) as readonly ColumnMeaning[]

export const separators = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
export const decimalMarks = { '.': "1'234.56", ',': "1'234,56" } as const
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
/** The order of the menu. Omitting a dollar is a compile error. */
const dollarOrder = {
  USD: true,
  CAD: true,
  AUD: true,
  NZD: true,
  HKD: true,
  SGD: true,
  TWD: true,
  MXN: true,
  ARS: true,
  CLP: true,
  COP: true,
} as const satisfies Readonly<Record<NonNullable<Mapping['dollar']>, true>>

// Object.keys loses the key type and keeps the order above.
export const dollars = Object.keys(dollarOrder) as readonly NonNullable<Mapping['dollar']>[]

export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO 8859-15',
  'windows-1250': 'Windows-1250',
  'iso-8859-2': 'ISO 8859-2',
  'windows-1251': 'Windows-1251',
} as const

type Side = NonNullable<Mapping['words'][number]['side']>

export function typeLabel(type: string, text: Translate, side: Side | null = null): string {
  const words = textIfAny(`transaction_type_${type}`) ?? type
  return side === null ? words : `${words}: ${text(`imports_side_${side}`)}`
}

/** Whether rows are what an account holds on a day, instead of transactions. */
export const isOfHoldings = ({ rows_are }: Mapping): boolean =>
  rows_are === 'holdings' || rows_are === 'opening'

/** Leaves the rows of a word out. */
const ignored = 'ignore '

export function wordOptions(text: Translate) {
  const types = mappableTypes.map(({ type, side }) => ({
    value: `${type} ${side ?? ''}`,
    label: typeLabel(type, text, side),
  }))
  return [...types, { value: ignored, label: text('imports_ignore_rows') }]
}

export function wordValue(mapping: Mapping, word: string): string | null {
  const known = mapping.words.find(each => each.word === word)
  return known === undefined ? null : `${known.transaction_type} ${known.side ?? ''}`
}

/** Returns the mapping with a changed meaning of a word. */
export function withWord(mapping: Mapping, word: string, value: string): Mapping {
  const others = mapping.words.filter(each => each.word !== word)
  if (value === ignored)
    return { ...mapping, words: [...others, { word, transaction_type: 'ignore', side: null }] }
  const meant = mappableTypes.find(({ type, side }) => `${type} ${side ?? ''}` === value)
  if (meant === undefined) return mapping
  return { ...mapping, words: [...others, { word, transaction_type: meant.type, side: meant.side }] }
}

/** Several columns may have these meanings: costs are added and notes joined. */
const repeatable: ReadonlySet<ColumnMeaning> = new Set(['ignore', 'note', 'fees', 'taxes'])

/** Returns the mapping with a changed meaning of a column. Most meanings belong to one column. */
export function withMeaning(mapping: Mapping, place: number, meaning: ColumnMeaning): Mapping {
  const columns = mapping.columns.map((column, index) => {
    if (index === place) return { ...column, meaning }
    const isTaken = column.meaning === meaning && !repeatable.has(meaning)
    return isTaken ? { ...column, meaning: 'ignore' as const } : column
  })
  return { ...mapping, columns }
}

/** Object.entries with typed keys. */
export function entries<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][]
}
