import type { KindByText, RowRule, TableRule } from '../profiles/profile.ts'
import { findDate } from './dates.ts'
import type { Line, PdfDocument } from './document.ts'
import { normalize } from './labels.ts'
import {
  absolute,
  cents,
  type Fixed,
  fixedToText,
  multiplyFixed,
  precision,
  toCents,
  toFixed,
} from './money.ts'
import { type Captured, compileTemplate, matchTemplate } from './templates.ts'
import {
  noValues,
  type PdfField,
  type PdfKind,
  type PdfTransaction,
  type ReadingProblem,
} from './transaction.ts'

export interface TableReading {
  readonly transactions: PdfTransaction[]
  readonly problems: ReadingProblem[]
}

export interface Found {
  readonly values: Captured
  readonly rule: Pick<RowRule, 'kind' | 'kindByText' | 'rejected' | 'isSkipped'>
  readonly line: number
  readonly count: number
}

/** Reads a document row by row, as a profile describes it. */
export function readTable(document: PdfDocument, table: TableRule): TableReading {
  const { lines, notation } = document
  const transactions: PdfTransaction[] = []
  const problems: ReadingProblem[] = []
  const contexts = (table.context ?? []).map(compileTemplate)
  const entry = table.entry === undefined ? null : compileTemplate(table.entry)
  let context: Captured = table.currency === undefined ? {} : { currency: table.currency }
  let moved = 0n
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line
    for (const template of contexts) context = { ...context, ...matchTemplate(line, template, notation) }
    const found = findRow(document, table, at)
    if (!found) {
      if (entry && matchTemplate(line, entry, notation))
        problems.push({ line: line.index, message: `This entry is not known: ${line.text.slice(0, 120)}` })
      continue
    }
    at += found.count - 1
    const result = composeRow(found, context)
    if (result === null) continue
    if ('message' in result) problems.push(result)
    else {
      transactions.push(
        table.rejected ? { ...result.transaction, rejected: table.rejected } : result.transaction,
      )
      moved += result.moved
    }
  }
  const gap = table.balance ? findGap(document, table.balance, moved) : null
  if (gap) return { transactions: [], problems: [...problems, gap] }
  return { transactions, problems }
}

function findRow({ lines, notation }: PdfDocument, table: TableRule, at: number): Found | null {
  for (const rule of table.rows ?? []) {
    let values: Captured | null = {}
    for (let offset = 0; offset < rule.lines.length && values; offset += 1) {
      const line = lines[at + offset]
      const part: Captured | null = line
        ? matchTemplate(line, compileTemplate(rule.lines[offset] ?? ''), notation)
        : null
      values = part && mergeCaptured(values, part)
    }
    if (values) return { values, rule, line: lines[at]?.index ?? 0, count: rule.lines.length }
  }
  return null
}

/** Values of lines that belong together; the texts are joined. */
export function mergeCaptured(first: Captured, second: Captured): Captured {
  const text = [first.text, second.text].filter(part => part !== undefined).join(' ')
  return { ...first, ...second, ...(text !== '' && { text }) }
}

/** The gap between opening balance plus rows and closing balance, as a problem. */
function findGap(
  { lines, notation }: PdfDocument,
  balance: { readonly opening: string; readonly closing: string },
  moved: Fixed,
): ReadingProblem | null {
  const read = (source: string, isLast: boolean) => {
    const template = compileTemplate(source)
    const matching = lines.filter(line => matchTemplate(line, template, notation))
    const line = isLast ? matching.at(-1) : matching[0]
    const values = line && matchTemplate(line, template, notation)
    return line && values?.amount !== undefined
      ? { line: line.index, value: signedAmount(values).value }
      : null
  }
  const opening = read(balance.opening, false)
  const closing = read(balance.closing, true)
  if (!opening || !closing) return null
  const gap = closing.value - opening.value - moved
  if (gap === 0n) return null
  return {
    line: closing.line,
    message: `The entries do not add up to the closing balance: ${fixedToText(gap)} is missing.`,
  }
}

const debitSign = /^(?:-|−|–|S|DR|Soll|Lasten|Belastung)$/i

/** The amount of a row with its sign: written, in a column of its own, or behind it as S and H. */
function signedAmount(values: Captured): { readonly value: Fixed; readonly isSigned: boolean } {
  if (values.credit !== undefined) return { value: absolute(toFixed(values.credit)), isSigned: true }
  if (values.debit !== undefined) return { value: -absolute(toFixed(values.debit)), isSigned: true }
  const value = toFixed(values.amount ?? '0')
  if (values.sign === undefined) return { value, isSigned: value < 0n }
  return { value: debitSign.test(values.sign) ? -absolute(value) : absolute(value), isSigned: true }
}

type Composed = { readonly transaction: PdfTransaction; readonly moved: Fixed } | ReadingProblem | null

export function composeRow({ values, rule, line, count }: Found, context: Captured): Composed {
  const all: Captured = { ...context, ...values }
  const choice = chooseKind(rule, `${all.section ?? ''} ${all.text ?? ''}`)
  if (choice.isSkipped) return null
  if (choice.isUnknown) return { line, message: `This entry is not known: ${all.text ?? ''}` }
  const { value } = signedAmount(values)
  const kind: PdfKind =
    typeof choice.kind === 'string' ? choice.kind : value < 0n ? choice.kind.debit : choice.kind.credit
  const date = all.date ?? findDay(all)
  const problem = (message: string): ReadingProblem => ({ line, message })
  if (!date) return problem('The date is missing.')
  if (all.currency === undefined) return problem('The currency is missing.')
  const amounts = settleRow(kind, all, absolute(value))
  if (typeof amounts === 'string') return problem(amounts)
  const place = Array.from({ length: count }, (_, offset) => line + offset)
  const fields: PdfField[] = ['date', 'amount', 'gross', 'taxes', 'fees', 'shares', 'isin', 'name']
  const transaction: PdfTransaction = {
    ...noValues,
    ...amounts,
    kind,
    date,
    time: all.time ?? null,
    exDate: all.ex ?? null,
    isin: all.isin ?? null,
    wkn: all.wkn ?? null,
    ticker: all.ticker ?? null,
    name: all.name ?? null,
    shares: readShares(all),
    nominal: all.nominal ?? null,
    currency: all.currency,
    grossForeign: all.foreign ?? null,
    foreignCurrency: all.foreignCurrency ?? null,
    rate: all.rate ?? null,
    note: all.text ?? null,
    rejected: choice.rejected ?? (amounts.amount === '0' ? 'not-booked' : null),
    places: Object.fromEntries(fields.map(field => [field, place])),
  }
  return { transaction, moved: value }
}

function readShares(values: Captured): string | null {
  if (values.nominal !== undefined) return fixedToText(absolute(toFixed(values.nominal)) / 100n)
  return values.shares === undefined ? null : values.shares.replace('-', '')
}

type Choice = Pick<RowRule, 'kind' | 'rejected' | 'isSkipped'> & Pick<KindByText, 'isUnknown'>

function chooseKind(rule: Found['rule'], text: string): Choice {
  const words = ` ${normalize(text)} `
  const start = words.trimStart()
  const isFound = (word: string) =>
    word.startsWith('^') ? start.startsWith(normalize(word)) : words.includes(normalize(word))
  const fits = (choice: KindByText) => choice.words.some(isFound)
  const found = rule.kindByText?.find(fits)
  return found ? { kind: rule.kind, ...found } : rule
}

/** A day whose year, or parts, stand apart. */
function findDay(values: Captured): string | null {
  const { day, dayNumber, monthName, year } = values
  if (day !== undefined) return completeDay(day, values)
  if (!dayNumber || !monthName || !year) return null
  return findDate(`${dayNumber} ${monthName} ${year}`, 'dmy')
}

const dayAndMonth = /^(\d{1,2})[./-] ?(\d{1,2})/

/**
 * The year of a day. Days lie before the closing date of the statement. Where only its year is known, that is the year
 * of the booking: a value date in December may lie in the year before.
 */
function completeDay(day: string, { year, closing, bookingDay }: Captured): string | null {
  const parts = dayAndMonth.exec(day)
  const known = closing?.slice(0, 4) ?? year
  if (!parts || known === undefined) return null
  const month = Number(parts[2])
  const booked = Number(dayAndMonth.exec(bookingDay ?? day)?.[2] ?? month)
  const gap = closing === undefined ? month - booked : month - Number(closing.slice(5, 7))
  const turn = gap > (closing === undefined ? 6 : 1) ? -1 : gap < -6 && closing === undefined ? 1 : 0
  return `${Number(known) + turn}-${(parts[2] ?? '').padStart(2, '0')}-${(parts[1] ?? '').padStart(2, '0')}`
}

/** Amounts of a row that add up, or the reason why not. */
function settleRow(
  kind: PdfKind,
  values: Captured,
  paid: Fixed,
): Pick<PdfTransaction, 'amount' | 'gross' | 'taxes' | 'fees'> | string {
  const taxes = absolute(toFixed(values.tax ?? '0'))
  const fees = absolute(toFixed(values.fee ?? '0'))
  const sum = kind === 'purchase' ? -taxes - fees : taxes + fees
  const stated = values.gross === undefined ? null : absolute(toFixed(values.gross))
  const hasAmount = values.amount !== undefined || values.credit !== undefined || values.debit !== undefined
  const amount = hasAmount ? paid : stated === null ? 0n : stated - sum
  const gross = amount + sum
  if (stated !== null && stated !== gross)
    return `Gross ${fixedToText(stated)}, taxes ${fixedToText(taxes)} and fees ${fixedToText(fees)} do not make ${fixedToText(amount)}.`
  if (
    values.shares !== undefined &&
    values.price !== undefined &&
    !isProduct(values.shares, values.price, values, gross + absolute(toFixed(values.discount ?? '0')))
  )
    return `Quantity ${values.shares} times price ${values.price} is not ${fixedToText(gross)}.`
  return {
    amount: fixedToText(amount),
    gross: fixedToText(gross),
    taxes: fixedToText(taxes),
    fees: fixedToText(fees),
  }
}

function isProduct(shares: string, price: string, values: Captured, gross: Fixed): boolean {
  const [quantity, unit] = [absolute(toFixed(shares)), absolute(toFixed(price))]
  const value = multiplyFixed(quantity, unit)
  const slack = multiplyFixed(quantity, precision(price)) + multiplyFixed(unit, precision(shares)) + cents(1)
  const target = values.foreign === undefined ? gross : absolute(toFixed(values.foreign))
  if (absolute(toCents(value) - target) <= slack) return true
  if (values.rate === undefined) return false
  const rate = toFixed(values.rate)
  const either = [multiplyFixed(target, rate), rate === 0n ? 0n : (target * 10n ** 10n) / rate]
  return either.some(converted => absolute(value - converted) <= slack + absolute(value) / 1000n)
}
