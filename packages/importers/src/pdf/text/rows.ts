import type { KindByText, RowRule } from '../profiles/profile.ts'
import { normalize } from './labels.ts'
import { absolute, type Fixed, fixedToText, toFixed } from './money.ts'
import { settleRow } from './settle-row.ts'
import type { Captured } from './templates.ts'
import {
  noValues,
  type PdfField,
  type PdfKind,
  type PdfTransaction,
  type ReadingProblem,
} from './transaction.ts'

/** A row of a table: the values of its lines, and those found in the lines below. */
export interface FoundRow {
  readonly values: Captured
  readonly details?: readonly Captured[]
  readonly rule: Pick<
    RowRule,
    'kind' | 'kindByText' | 'rejected' | 'isSkipped' | 'isUnknown' | 'also' | 'restIsTax'
  >
  readonly line: number
  readonly count: number
}

const debitSign = /^(?:-|−|–|S|DR|Soll|Lasten|Belastung)$/i

/** The amount of a row with its sign: written, in a column of its own, or behind it as S and H. */
export function signedAmount(values: Captured): { readonly value: Fixed; readonly isSigned: boolean } {
  if (values.credit !== undefined) return { value: absolute(toFixed(values.credit)), isSigned: true }
  if (values.debit !== undefined) return { value: -absolute(toFixed(values.debit)), isSigned: true }
  const value = toFixed(values.amount ?? '0')
  if (values.sign === undefined) return { value, isSigned: value < 0n }
  return { value: debitSign.test(values.sign) ? -absolute(value) : absolute(value), isSigned: true }
}

const kindsOut: ReadonlySet<PdfKind> = new Set([
  'purchase',
  'removal',
  'fee',
  'taxes',
  'interestCharge',
] satisfies PdfKind[])

type Composed = { readonly transactions: PdfTransaction[]; readonly moved: Fixed } | ReadingProblem | null

/** The transactions of a row, the reason why it has none, or null if it is none. */
export function composeRow(row: FoundRow, context: Captured): Composed {
  const { values, details = [], rule, line } = row
  const all: Captured = { ...context, ...Object.assign({}, ...[...details].reverse()), ...values }
  const choice = chooseKind(rule, all.text ?? '')
  if (choice.isSkipped) return null
  const problem = (message: string): ReadingProblem => ({ line, message })
  if (choice.isUnknown) return problem(`This entry is not known: ${(all.text ?? '').slice(0, 120)}`)
  const { value, isSigned } = signedAmount(all)
  const kind: PdfKind =
    typeof choice.kind === 'string' ? choice.kind : value < 0n ? choice.kind.debit : choice.kind.credit
  const date = values.date ?? (values.day ? completeDay(values.day, all) : null) ?? all.date
  if (!date) return problem('The date is missing.')
  const currency = values.currency ?? context.currency ?? all.currency
  if (currency === undefined) return problem('The currency is missing.')
  const restIsTax = rule.restIsTax ?? false
  const amounts = settleRow({
    restIsTax,
    kind,
    currency,
    paid: absolute(value),
    values: all,
    parts: [values, ...details],
  })
  if (typeof amounts === 'string') return problem(amounts)
  const transaction: PdfTransaction = {
    ...describeRow(
      row,
      kind === 'dividend' && all.holding !== undefined ? { shares: all.holding, ...all } : all,
    ),
    ...amounts,
    kind,
    date,
    currency,
    rejected: choice.rejected ?? (amounts.amount === '0' && !movesShares(all) ? 'not-booked' : null),
  }
  const moved = isSigned || typeof choice.kind !== 'string' ? value : kindsOut.has(kind) ? -value : value
  const second = rule.also === undefined ? [] : [composeSecond(transaction, rule.also, all)]
  return { transactions: [transaction, ...second], moved }
}

type Description = Omit<PdfTransaction, 'kind' | 'date' | 'currency' | 'amount' | 'gross'>

/** The security and the notes of a row. */
function describeRow({ line, count }: FoundRow, all: Captured): Description {
  const place = Array.from({ length: count }, (_, offset) => line + offset)
  const fields: PdfField[] = ['date', 'amount', 'gross', 'taxes', 'fees', 'shares', 'isin', 'name']
  return {
    ...noValues,
    time: all.time ?? null,
    exDate: all.ex ?? null,
    isin: all.isin ?? null,
    wkn: all.wkn ?? null,
    ticker: all.ticker ?? null,
    name: all.name ?? null,
    shares: readShares(all),
    nominal: all.nominal?.replace('-', '') ?? null,
    rate: all.rate ?? null,
    note: all.text ?? null,
    places: Object.fromEntries(fields.map(field => [field, place])),
  }
}

/** Income is paid on what was held before the row. */
function composeSecond(first: PdfTransaction, kind: PdfKind, all: Captured): PdfTransaction {
  const shares = kind === 'dividend' ? (all.holding ?? null) : first.shares
  return {
    ...first,
    kind,
    shares,
    gross: first.amount,
    taxes: '0',
    fees: '0',
    grossForeign: null,
    foreignCurrency: null,
  }
}

/** An option that lapses is sold for nothing. */
const movesShares = ({ shares }: Captured): boolean => shares !== undefined && toFixed(shares) !== 0n

function readShares(values: Captured): string | null {
  if (values.nominal !== undefined) return fixedToText(absolute(toFixed(values.nominal)) / 100n)
  return values.shares === undefined ? null : values.shares.replace('-', '')
}

function chooseKind(
  rule: FoundRow['rule'],
  text: string,
): Pick<RowRule, 'kind' | 'rejected' | 'isSkipped' | 'isUnknown'> {
  const words = ` ${normalize(text)} `
  const fits = (choice: KindByText) => choice.words.some(word => words.includes(normalize(word)))
  const found = rule.kindByText?.find(fits)
  return found ? { kind: rule.kind, ...found } : rule
}

/** The year of a day is stated, or that of the last day of the statement; December goes before January. */
function completeDay(day: string, { year, until }: Captured): string | null {
  const parts = /^(\d{1,2})[./-] ?(\d{1,2})/.exec(day)
  if (!parts || (year === undefined && until === undefined)) return null
  const [date, month] = [(parts[1] ?? '').padStart(2, '0'), (parts[2] ?? '').padStart(2, '0')]
  const last = year ?? (until ?? '').slice(0, 4)
  const isBefore = until !== undefined && Number(month) > 10 && Number(until.slice(5, 7)) < 3
  return `${isBefore ? Number(until.slice(0, 4)) - 1 : last}-${month}-${date}`
}
