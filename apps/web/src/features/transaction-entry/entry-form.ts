import { entryChoices } from 'virtual:transaction-types'
import type { EitherEntryKind, EntryChoice, EntryField, EntryKind, InstrumentType } from '@plumbline/contract'
import type { NumberLocale } from '../../lib/format/format.ts'
import { checkDate } from '../../lib/format/parse-date.ts'
import { parseNumber } from '../../lib/format/parse-number.ts'
import type { NewTransaction } from './use-transactions.ts'

/** The choices of the form, in its order. */
export const entryKinds = entryChoices.map(({ kind }) => kind)

const choices = new Map(entryChoices.map(choice => [choice.kind, choice]))

function choiceFor(kind: EntryKind): EntryChoice {
  const choice = choices.get(kind)
  if (choice === undefined) throw new Error(`Broken invariant: the form has no choice '${kind}'`)
  return choice
}

/** The form as it is typed. */
export interface TransactionValues {
  kind: EntryKind
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

export type TransactionField = EntryField | 'account' | 'date' | 'note'
type Shape = Pick<TransactionValues, 'kind' | 'subject' | 'subjectType'>

const interestPaying: ReadonlySet<string> = new Set([
  'bond',
  'structured_product',
  'loan',
] satisfies InstrumentType[])

/** Whether trades in an instrument of this type settle accrued interest. */
export function paysInterest(instrumentType: string): boolean {
  return interestPaying.has(instrumentType)
}

/** The fields beyond account and date, by the chosen kind and by the position or instrument it is about. */
export function fieldsFor({ kind, subject, subjectType }: Shape): readonly EntryField[] {
  const { asks } = choiceFor(kind)
  const hasSubject = subject !== '' && asks.includes('subject')
  return asks.filter(field => {
    if (field === 'accrued') return paysInterest(subjectType)
    if (kind === 'transfer' && field === 'quantity') return hasSubject
    if (kind === 'transfer' && field === 'amount') return !hasSubject
    return field !== 'currency' || !hasSubject
  })
}

/** Hints for kinds that are about a position, or about the account where none is chosen. */
export const eitherHints = {
  interest: 'entry_either_interest',
  other_income: 'entry_either_other_income',
  transfer: 'entry_either_transfer',
} as const satisfies Record<EitherEntryKind, string>

export function isEitherKind(kind: EntryKind): kind is EitherEntryKind {
  return kind in eitherHints
}

/** Interest of a bond is a coupon. */
function transactionType({ kind, subject, subjectType }: Shape): NewTransaction['transaction_type'] {
  const isCoupon =
    kind === 'interest' && subject !== '' && paysInterest(subjectType) && subjectType !== 'loan'
  return isCoupon ? 'coupon' : choiceFor(kind).type
}

/** Names of fields on the wire, where they differ from those of the form. */
export const wireNames: Partial<Record<TransactionField, string>> = {
  subject: 'instrument',
  counterAccount: 'counter_account',
  counterCurrency: 'counter_currency',
  counterAmount: 'counter_amount',
}

/** The request body. Missing or unreadable numbers are left out; the form or the server asks for them. */
export function transactionBody(values: TransactionValues, locale: NumberLocale): NewTransaction {
  const asked = fieldsFor(values)
  const number = (field: NumericField) => (asked.includes(field) ? parseNumber(values[field], locale) : null)
  // On the wire an amount is signed as it moves cash.
  const { isPaidOut } = choiceFor(values.kind)
  const amount = number('amount')
  const [subject, id] = values.subject.split(':')
  const hasSubject = asked.includes('subject') && id !== undefined
  return {
    account: values.account,
    transaction_type: transactionType(values),
    date: values.date,
    // The choices of the field are codes of currencies.
    currency: values.currency as NewTransaction['currency'],
    ...(values.kind === 'buy' || values.kind === 'sell' ? { side: values.kind } : {}),
    ...(hasSubject && (subject === 'position' ? { position_id: id } : { instrument: id })),
    quantity: number('quantity'),
    price: number('price'),
    accrued: number('accrued'),
    ratio: number('ratio'),
    amount: amount === null ? null : isPaidOut ? -Math.abs(amount) : amount,
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

/** Costs and the note may be left empty. */
const optional: ReadonlySet<TransactionField> = new Set(['fees', 'taxes', 'accrued', 'note'])
/** A redemption takes a quantity at a price, or an amount of the nominal. */
const redeemed: ReadonlySet<TransactionField> = new Set(['quantity', 'price', 'amount'])

function isNeeded(shape: Shape, field: TransactionField): boolean {
  if (optional.has(field) || (field === 'subject' && isEitherKind(shape.kind))) return false
  if (shape.kind === 'redemption' && redeemed.has(field)) return false
  // Without a price the reward takes the market value of its day.
  if (shape.kind === 'staking_reward' && field === 'price') return false
  const asked: readonly TransactionField[] = ['account', 'date', ...fieldsFor(shape)]
  return asked.includes(field)
}

/** Fields that take a number, in the order of the form. */
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

/** The key of an error text, or true for a valid value. */
export function findProblem(
  shape: Shape,
  field: TransactionField,
  typed: string,
  locale: NumberLocale,
): true | string {
  if (typed.trim() === '') return !isNeeded(shape, field) || 'entry_needed'
  if (field === 'date') return checkDate(typed)
  return !numeric.has(field) || !Number.isNaN(parseNumber(typed, locale) ?? 0) || 'entry_no_number'
}

/** Whether the form is filled in far enough to preview its effect. */
export function isComplete(values: TransactionValues, locale: NumberLocale): boolean {
  const { kind: _kind, subjectType: _type, ...typed } = values
  const isSufficient =
    values.kind !== 'redemption' || typed.amount !== '' || (typed.quantity !== '' && typed.price !== '')
  return (
    isSufficient &&
    (Object.keys(typed) as TransactionField[]).every(
      field => findProblem(values, field, typed[field], locale) === true,
    )
  )
}
