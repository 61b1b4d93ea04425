import type { Language } from '@plumbline/contract/texts'
import { parseNumber } from '../../lib/parse-number.ts'
import type { NewBooking } from './use-bookings.ts'

export const bookingKinds = [
  'deposit',
  'withdrawal',
  'buy',
  'sell',
  'dividend',
  'interest',
  'fee',
  'tax',
  'transfer',
  'conversion',
] as const
export type BookingKind = (typeof bookingKinds)[number]

/** The form as it is typed. */
export interface BookingValues {
  kind: BookingKind
  account: string
  date: string
  /** `position:<id>` or `instrument:<id>`, or empty. */
  subject: string
  quantity: string
  price: string
  amount: string
  currency: string
  fees: string
  taxes: string
  counterAccount: string
  counterCurrency: string
  counterAmount: string
  note: string
}

export type BookingField = Exclude<keyof BookingValues, 'kind'>

const traded: readonly BookingField[] = ['subject', 'quantity', 'price', 'fees', 'taxes']

/** What each kind asks for beyond account and date. */
export const fieldsOf: Readonly<Record<BookingKind, readonly BookingField[]>> = {
  deposit: ['amount', 'currency'],
  withdrawal: ['amount', 'currency'],
  buy: traded,
  sell: traded,
  dividend: ['subject', 'amount', 'taxes', 'fees'],
  interest: ['amount', 'currency', 'taxes'],
  fee: ['amount', 'currency'],
  tax: ['amount', 'currency'],
  transfer: ['counterAccount', 'amount', 'currency', 'fees'],
  conversion: ['amount', 'currency', 'counterAmount', 'counterCurrency', 'fees'],
}

const types: Readonly<Record<BookingKind, NewBooking['transaction_type']>> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  buy: 'trade',
  sell: 'trade',
  dividend: 'dividend',
  interest: 'interest',
  fee: 'fees_cash',
  tax: 'tax',
  transfer: 'transfer_out',
  conversion: 'fx',
}

/** Kinds whose money leaves: the amount is signed as it moves cash. */
const leaving: ReadonlySet<BookingKind> = new Set(['withdrawal', 'fee', 'tax', 'transfer', 'conversion'])

/** The fields of the wire by those of the form, where their names differ. */
export const wireNames: Partial<Record<BookingField, string>> = {
  subject: 'instrument',
  counterAccount: 'counter_account',
  counterCurrency: 'counter_currency',
  counterAmount: 'counter_amount',
}

/** As it travels. What is missing or no number stays away; the form or the server asks for it. */
export function bookingBody(values: BookingValues, language: Language): NewBooking {
  const asked = fieldsOf[values.kind]
  const number = (field: 'quantity' | 'price' | 'amount' | 'fees' | 'taxes' | 'counterAmount') =>
    asked.includes(field) ? parseNumber(values[field], language) : null
  const amount = number('amount')
  const [subject, id] = values.subject.split(':')
  const isAbout = asked.includes('subject') && id !== undefined
  return {
    account: values.account,
    transaction_type: types[values.kind],
    date: values.date,
    // The choices of the field are codes of currencies.
    currency: values.currency as NewBooking['currency'],
    ...(values.kind === 'buy' || values.kind === 'sell' ? { side: values.kind } : {}),
    ...(isAbout && (subject === 'position' ? { position_id: id } : { instrument: id })),
    quantity: number('quantity'),
    price: number('price'),
    amount: amount === null ? null : leaving.has(values.kind) ? -Math.abs(amount) : amount,
    fees: number('fees') ?? 0,
    taxes: number('taxes') ?? 0,
    ...(asked.includes('counterAccount') && { counter_account: values.counterAccount || null }),
    ...(asked.includes('counterCurrency') && {
      counter_currency: (values.counterCurrency || null) as NewBooking['currency'] | null,
      counter_amount: number('counterAmount'),
    }),
    note: values.note.trim() || null,
  }
}

/** Costs and words may be left empty. */
const optional: ReadonlySet<BookingField> = new Set(['fees', 'taxes', 'note'])

export function isNeeded(kind: BookingKind, field: BookingField): boolean {
  const isAsked = field === 'account' || field === 'date' || fieldsOf[kind].includes(field)
  return isAsked && !optional.has(field)
}

const numeric: ReadonlySet<BookingField> = new Set([
  'quantity',
  'price',
  'amount',
  'fees',
  'taxes',
  'counterAmount',
])

/** A key of the texts that says what is wrong, or true. */
export function problemOf(
  kind: BookingKind,
  field: BookingField,
  typed: string,
  language: Language,
): true | string {
  if (typed.trim() === '') return !isNeeded(kind, field) || 'booking_needed'
  return !numeric.has(field) || !Number.isNaN(parseNumber(typed, language) ?? 0) || 'booking_no_number'
}

/** Whether it says enough to ask what it would change. */
export function isComplete(values: BookingValues, language: Language): boolean {
  return (Object.keys(values) as (keyof BookingValues)[]).every(
    field => field === 'kind' || problemOf(values.kind, field, values[field], language) === true,
  )
}
