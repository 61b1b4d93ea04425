import type { KindByText, RowRule } from '../profiles/profile.ts'
import { normalize } from './labels.ts'
import { settleRow } from './settle-row.ts'
import { chooseEntryKind, type Direction, directionByWords } from './statement/statement-kinds.ts'
import type { Captured } from './templates.ts'
import { findDate } from './tokens/dates.ts'
import { absolute, type Fixed, fixedToText, toFixed } from './tokens/money.ts'
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

const tradeKinds: ReadonlySet<PdfKind> = new Set(['purchase', 'sale', 'dividend'] satisfies PdfKind[])

const namesSecurity = ({ isin, wkn, ticker, name }: PdfTransaction): boolean =>
  [isin, wkn, ticker, name].some(part => part !== null)

type Composed = { readonly transactions: PdfTransaction[]; readonly moved: Fixed } | ReadingProblem | null

/** The transactions of a row, the reason why it has none, or null if it is none. */
export function composeRow(row: FoundRow, context: Captured): Composed {
  const { values, details = [], rule, line } = row
  const all: Captured = { ...context, ...Object.assign({}, ...[...details].reverse()), ...values }
  const choice = chooseKind(rule, all)
  if (choice.isSkipped) return null
  const problem = (message: string): ReadingProblem => ({ line, message })
  if (choice.isUnknown) return problem(`This entry is not known: ${(all.text ?? '').slice(0, 120)}`)
  const { value, isSigned } = signedAmount(all)
  const direction =
    typeof choice.kind === 'string' ? findDirection(values, context) : value < 0n ? 'out' : 'in'
  if (choice.isByWords && direction === null)
    return problem(`The direction of this entry is not known: ${(all.text ?? '').slice(0, 120)}`)
  const common =
    choice.isByWords && direction !== null ? chooseEntryKind(normalize(all.text ?? ''), direction) : null
  const stated =
    typeof choice.kind === 'string' ? choice.kind : value < 0n ? choice.kind.debit : choice.kind.credit
  const kind: PdfKind = common?.kind ?? stated
  const date = values.date ?? findDay(values, all) ?? all.date
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
    rejected:
      choice.rejected ??
      common?.rejected ??
      (amounts.amount === '0' && !movesShares(all) ? 'not-booked' : null),
  }
  if (tradeKinds.has(kind) && transaction.rejected === null && !namesSecurity(transaction))
    return problem('The security is missing.')
  const moved = isSigned || typeof choice.kind !== 'string' ? value : kindsOut.has(kind) ? -value : value
  const second = rule.also === undefined ? [] : [composeSecond(transaction, rule.also, all)]
  return { transactions: [transaction, ...second], moved }
}

/** Whether money came in, by the balance before and after the row, else by the words. */
function findDirection(values: Captured, context: Captured): Direction | null {
  const [before, after] = [context.balance, values.balance]
  if (before !== undefined && after !== undefined) {
    const moved = toFixed(after) - toFixed(before)
    const amount = absolute(toFixed(values.amount ?? '0'))
    if (absolute(moved) === amount) return moved < 0n ? 'out' : 'in'
  }
  return directionByWords(normalize(values.text ?? ''))
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

type Choice = Pick<RowRule, 'kind' | 'rejected' | 'isSkipped' | 'isUnknown'> & Pick<KindByText, 'isByWords'>

function chooseKind(rule: FoundRow['rule'], { text = '', section = '' }: Captured): Choice {
  const texts = [text, section].map(part => `${normalize(part)} `)
  const isFound = (word: string) =>
    texts.some(part =>
      word.startsWith('^')
        ? part.startsWith(needleOf(word).trimStart())
        : ` ${part}`.includes(needleOf(word)),
    )
  const found = rule.kindByText?.find(({ words }) => words.some(isFound))
  return found ? { kind: rule.kind, ...found } : rule
}

/** A blank at the end of a word is the end of the word in the text too, one before it the start. */
function needleOf(word: string): string {
  const start = word.startsWith(' ') ? ' ' : ''
  const end = word.endsWith(' ') ? ' ' : ''
  return word === '' ? '' : `${start}${normalize(word)}${end}`
}

/** A day whose year, or parts, stand apart. */
function findDay({ day, dayNumber, monthName, year }: Captured, all: Captured): string | null {
  if (day !== undefined) return completeDay(day, all)
  if (!dayNumber || !monthName || !year) return null
  return findDate(`${dayNumber} ${monthName} ${year}`, 'dmy')
}

const dayAndMonth = /^(\d{1,2})[./-] ?(\d{1,2})/

/**
 * The year of a day. Days lie before the last day of the statement, and after the last day of the one before. Where only its year is known, that is the year of
 * the booking: a value date in December may lie in the year before.
 */
function completeDay(day: string, { year, until, since, bookingDay }: Captured): string | null {
  const parts = dayAndMonth.exec(day)
  if ((until ?? since) !== undefined && bookingDay !== undefined) {
    // The booking lies in the period; a value date may follow in the next year.
    const booked = completeDay(bookingDay, { ...(until && { until }), ...(since && { since }) })
    return booked && completeDay(day, { year: booked.slice(0, 4), bookingDay })
  }
  const known = (until ?? since)?.slice(0, 4) ?? year
  if (!parts || known === undefined) return null
  const [date, month] = [(parts[1] ?? '').padStart(2, '0'), (parts[2] ?? '').padStart(2, '0')]
  const booked = (until ?? since)?.slice(5, 7) ?? dayAndMonth.exec(bookingDay ?? day)?.[2] ?? month
  const gap = Number(month) - Number(booked)
  const turn = gap > 5 ? -1 : until === undefined && gap < -5 ? 1 : 0
  return `${Number(known) + turn}-${month}-${date}`
}
