import type { InstrumentType } from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'
import { parseNumber } from '../../lib/format/parse-number.ts'
import type { NewTransaction } from './use-transactions.ts'

export const transactionKinds = [
  'deposit',
  'withdrawal',
  'transfer',
  'conversion',
  'buy',
  'sell',
  'dividend',
  'interest',
  'redemption',
  'return_of_capital',
  'split',
  'other_income',
  'fee',
  'tax',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** The form as it is typed. */
export interface TransactionValues {
  kind: TransactionKind
  account: string
  date: string
  /** `position:<id>` or `instrument:<id>`, or empty. */
  subject: string
  /** The type of the instrument that it is about, or empty. */
  subjectType: string
  quantity: string
  price: string
  accrued: string
  ratio: string
  amount: string
  currency: string
  fees: string
  taxes: string
  counterAccount: string
  counterCurrency: string
  counterAmount: string
  note: string
}

export type TransactionField = Exclude<keyof TransactionValues, 'kind' | 'subjectType'>
type Shape = Pick<TransactionValues, 'kind' | 'subject' | 'subjectType'>

const fields: Readonly<Record<TransactionKind, readonly TransactionField[]>> = {
  deposit: ['amount', 'currency'],
  withdrawal: ['amount', 'currency'],
  transfer: ['counterAccount', 'subject', 'quantity', 'amount', 'currency', 'fees'],
  conversion: ['amount', 'currency', 'counterAmount', 'counterCurrency', 'fees'],
  buy: ['subject', 'quantity', 'price', 'accrued', 'fees', 'taxes'],
  sell: ['subject', 'quantity', 'price', 'accrued', 'fees', 'taxes'],
  dividend: ['subject', 'amount', 'taxes', 'fees'],
  interest: ['subject', 'amount', 'currency', 'taxes'],
  redemption: ['subject', 'quantity', 'price', 'amount', 'accrued', 'fees', 'taxes'],
  return_of_capital: ['subject', 'amount', 'taxes', 'fees'],
  split: ['subject', 'ratio'],
  other_income: ['subject', 'amount', 'currency', 'taxes'],
  fee: ['amount', 'currency'],
  tax: ['amount', 'currency'],
}

const interestPaying: ReadonlySet<string> = new Set([
  'bond',
  'structured_product',
  'loan',
] satisfies InstrumentType[])

/** Whether trades in it settle the interest that has accrued. */
export function paysInterest(instrumentType: string): boolean {
  return interestPaying.has(instrumentType)
}

/** What a transaction asks for beyond account and date: that follows from its kind, and from what it is about. */
export function fieldsOf({ kind, subject, subjectType }: Shape): readonly TransactionField[] {
  const isAbout = subject !== '' && fields[kind].includes('subject')
  return fields[kind].filter(field => {
    if (field === 'accrued') return paysInterest(subjectType)
    if (kind === 'transfer' && field === 'quantity') return isAbout
    if (kind === 'transfer' && field === 'amount') return !isAbout
    return field !== 'currency' || !isAbout
  })
}

/** Kinds that are about a position or about the account itself, with what says so. */
export const aboutEither = {
  interest: 'entry_either_interest',
  other_income: 'entry_either_other_income',
  transfer: 'entry_either_transfer',
} as const satisfies Partial<Record<TransactionKind, string>>

export function isAboutEither(kind: TransactionKind): kind is keyof typeof aboutEither {
  return kind in aboutEither
}

const types: Readonly<Record<TransactionKind, NewTransaction['transaction_type']>> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  transfer: 'transfer_out',
  conversion: 'fx',
  buy: 'trade',
  sell: 'trade',
  dividend: 'dividend',
  interest: 'interest',
  redemption: 'redemption',
  return_of_capital: 'return_of_capital',
  split: 'split',
  other_income: 'other_income',
  fee: 'fees_cash',
  tax: 'tax',
}

/** Interest of a bond is a coupon. */
function typeOf({ kind, subject, subjectType }: Shape): NewTransaction['transaction_type'] {
  const isCoupon =
    kind === 'interest' && subject !== '' && paysInterest(subjectType) && subjectType !== 'loan'
  return isCoupon ? 'coupon' : types[kind]
}

/** Kinds whose money leaves: the amount is signed as it moves cash. */
const leaving: ReadonlySet<TransactionKind> = new Set(['withdrawal', 'fee', 'tax', 'transfer', 'conversion'])

/** The fields of the wire by those of the form, where their names differ. */
export const wireNames: Partial<Record<TransactionField, string>> = {
  subject: 'instrument',
  counterAccount: 'counter_account',
  counterCurrency: 'counter_currency',
  counterAmount: 'counter_amount',
}

/** As it travels. What is missing or no number stays away; the form or the server asks for it. */
export function transactionBody(values: TransactionValues, language: Language): NewTransaction {
  const asked = fieldsOf(values)
  const number = (field: NumericField) =>
    asked.includes(field) ? parseNumber(values[field], language) : null
  const amount = number('amount')
  const [subject, id] = values.subject.split(':')
  const isAbout = asked.includes('subject') && id !== undefined
  return {
    account: values.account,
    transaction_type: typeOf(values),
    date: values.date,
    // The choices of the field are codes of currencies.
    currency: values.currency as NewTransaction['currency'],
    ...(values.kind === 'buy' || values.kind === 'sell' ? { side: values.kind } : {}),
    ...(isAbout && (subject === 'position' ? { position_id: id } : { instrument: id })),
    quantity: number('quantity'),
    price: number('price'),
    accrued: number('accrued'),
    ratio: number('ratio'),
    amount: amount === null ? null : leaving.has(values.kind) ? -Math.abs(amount) : amount,
    fees: number('fees') ?? 0,
    taxes: number('taxes') ?? 0,
    ...(asked.includes('counterAccount') && { counter_account: values.counterAccount || null }),
    ...(asked.includes('counterCurrency') && {
      counter_currency: (values.counterCurrency || null) as NewTransaction['currency'] | null,
      counter_amount: number('counterAmount'),
    }),
    note: values.note.trim() || null,
  }
}

/** Costs and words may be left empty. */
const optional: ReadonlySet<TransactionField> = new Set(['fees', 'taxes', 'accrued', 'note'])
/** A redemption is of a quantity at a price, or pays back an amount of the nominal. */
const redeemed: ReadonlySet<TransactionField> = new Set(['quantity', 'price', 'amount'])

function isNeeded(shape: Shape, field: TransactionField): boolean {
  if (optional.has(field) || (field === 'subject' && isAboutEither(shape.kind))) return false
  if (shape.kind === 'redemption' && redeemed.has(field)) return false
  return field === 'account' || field === 'date' || fieldsOf(shape).includes(field)
}

/** Fields that take a number, in the order they are asked for. */
export const numericFields = [
  'quantity',
  'price',
  'amount',
  'accrued',
  'ratio',
  'counterAmount',
  'fees',
  'taxes',
] as const satisfies readonly TransactionField[]
type NumericField = (typeof numericFields)[number]
const numeric: ReadonlySet<TransactionField> = new Set(numericFields)

/** A key of the texts that says what is wrong, or true. */
export function problemOf(
  shape: Shape,
  field: TransactionField,
  typed: string,
  language: Language,
): true | string {
  if (typed.trim() === '') return !isNeeded(shape, field) || 'entry_needed'
  return !numeric.has(field) || !Number.isNaN(parseNumber(typed, language) ?? 0) || 'entry_no_number'
}

/** Whether it says enough to ask what it would change. */
export function isComplete(values: TransactionValues, language: Language): boolean {
  const { kind: _kind, subjectType: _type, ...typed } = values
  const isTold =
    values.kind !== 'redemption' || typed.amount !== '' || (typed.quantity !== '' && typed.price !== '')
  return (
    isTold &&
    (Object.keys(typed) as TransactionField[]).every(
      field => problemOf(values, field, typed[field], language) === true,
    )
  )
}
