import type { TransactionType } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { type Collector, collector, type ReadContext, type Reading } from '../reading.ts'
import type { Place } from '../row-outcomes.ts'
import { parseCurrency } from '../text/currency.ts'
import { fullYear, isoDate } from '../text/date.ts'
import { isNegative, isZero, negated, plus, strictDecimal } from '../text/decimal.ts'
import { readFields, type SwiftField } from './fields.ts'

interface Page {
  /** The opening balance, until the closing balance is read. */
  opened: Place | null
  currency: string | null
  opening: string | null
  sum: string
  isWhole: boolean
}

/** Reads MT940, the bank statement of SWIFT. Each ':20:' starts a message; the pages of a statement are consecutive. */
export function readMt940(text: string, context: ReadContext = {}): Reading {
  const collect = collector(context)
  const fields = readFields(text)
  let page = startPage(null)
  let entries = 0
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index]
    if (!field) continue
    const place = locate(field)
    if (/^(20|60[FM])$/.test(field.tag)) requireClosing(collect, page)
    if (field.tag === '25') beginStatement(collect, field)
    else if (/^60[FM]$/.test(field.tag)) {
      page = startPage(place)
      collect.fact(place, () => readOpening(collect, field, page))
    } else if (/^62[FM]$/.test(field.tag)) collect.fact(place, () => readClosing(collect, field, page))
    else if (field.tag === '61') {
      entries += 1
      const next = fields[index + 1]
      const entry = { place, field, details: next?.tag === '86' ? next : null }
      collect.row(place, () => readEntry(collect, entry, page))
    }
  }
  requireClosing(collect, page)
  if (entries === 0 && !fields.some(field => /^6[02]/.test(field.tag))) throw new UnreadableFile('no_rows', 1)
  return collect.finish()
}

const locate = (field: SwiftField): Place => ({
  line: field.line,
  raw: `:${field.tag}:${field.lines.join('\n')}`,
})

function startPage(opened: Place | null): Page {
  return { opened, currency: null, opening: null, sum: '0', isWhole: true }
}

/** Every statement ends with a closing balance. One without it was cut off. */
function requireClosing(collect: Collector, page: Page): void {
  const { opened } = page
  page.opened = null
  if (opened) collect.warning(opened.line, 'no_closing_balance')
}

/** Starts a new account, unless this is the next page of the current one. */
function beginStatement(collect: Collector, field: SwiftField): void {
  const account = field.lines[0]?.trim() || null
  const current = collect.currentStatement()
  if (current.account === account) return
  if (current.account === null && current.balances.length === 0) current.account = account
  else collect.statement({ account })
}

const balanceShape = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})([\d,.]+)/

function readBalance(field: SwiftField): { date: string; currency: string; amount: string } {
  const text = field.lines[0] ?? ''
  const match = balanceShape.exec(text)
  if (!match) throw new RowProblem('bad_field', { field: field.tag, value: text })
  const amount = strictDecimal(match[6] ?? '', 'balance')
  return {
    date: isoDate(fullYear(match[2] ?? ''), Number(match[3]), Number(match[4]), text),
    currency: parseCurrency(match[5] ?? ''),
    amount: match[1] === 'D' ? negated(amount) : amount,
  }
}

function readOpening(collect: Collector, field: SwiftField, page: Page): void {
  const balance = readBalance(field)
  page.currency = balance.currency
  page.opening = balance.amount
  const statement = collect.currentStatement()
  statement.currency ??= balance.currency
  statement.startDate ??= balance.date
  if (field.tag === '60F') collect.balance({ line: field.line, kind: 'opening', ...balance })
}

function readClosing(collect: Collector, field: SwiftField, page: Page): void {
  page.opened = null
  const balance = readBalance(field)
  const statement = collect.currentStatement()
  statement.endDate = balance.date
  if (field.tag === '62F') collect.balance({ line: field.line, kind: 'closing', ...balance })
  if (page.opening === null || !page.isWhole) return
  const computed = plus(page.opening, page.sum)
  if (computed !== balance.amount)
    throw new RowProblem('balance_differs', { value: `${computed} ≠ ${balance.amount}` })
}

/** Value date, entry date, mark, funds code, amount, transaction type, owner's reference, bank's reference. */
const entryShape =
  /^(\d{2})(\d{2})(\d{2})(\d{4}|\s{4})?(R?[CD]|E[CD])([A-Z])?(\d[\d,.]*)([NFS][A-Z0-9]{3})([^/]*(?:\/(?!\/)[^/]*)*)(?:\/\/(.*))?$/

const kinds: Readonly<Record<string, TransactionType>> = {
  INT: 'interest',
  CHG: 'fees_cash',
  COM: 'fees_cash',
  TAX: 'tax',
  DIV: 'dividend',
}

interface Entry {
  readonly place: Place
  readonly field: SwiftField
  readonly details: SwiftField | null
}

function readEntry(collect: Collector, entry: Entry, page: Page): void {
  try {
    readChecked(collect, entry, page)
  } catch (error) {
    page.isWhole = false
    throw error
  }
}

function readChecked(collect: Collector, { place, field, details }: Entry, page: Page): void {
  const text = field.lines[0]?.trimEnd() ?? ''
  const match = entryShape.exec(text)
  if (!match) throw new RowProblem('bad_field', { field: '61', value: text })
  const [, year = '', month = '', day = '', entryDay = '', mark = '', , number = '', kind = '', own, bank] =
    match
  const settleDate = isoDate(fullYear(year), Number(month), Number(day), text)
  const size = strictDecimal(number, 'amount')
  // A reversed credit is a debit, and vice versa.
  const amount = mark === 'C' || mark === 'RD' || mark === 'EC' ? size : negated(size)
  if (isZero(amount)) {
    collect.skip(place, 'no_money')
    return
  }
  page.sum = plus(page.sum, amount)
  const date = entryDate(settleDate, entryDay.trim(), text)
  const reference = [bank, own].map(part => part?.trim()).find(part => part && part !== 'NONREF') ?? null
  const type = readKind(kind, mark)
  const draft: DraftInput = {
    ...cashFields(type, amount),
    date,
    settleDate,
    currency: page.currency,
    note: composeNote(field, details),
    reference,
  }
  const bankReference = bank?.trim()
  const isUnique = bankReference !== undefined && bankReference.length >= 8 && bankReference !== 'NONREF'
  collect.draft(
    place,
    draft,
    isUnique ? { kind: 'parts', parts: [bankReference, date, amount, page.currency] } : null,
  )
}

/** A dividend that is debited without reversing a credit is its cost. */
function readKind(code: string, mark: string): TransactionType | null {
  const type = kinds[code.slice(1)] ?? null
  return type === 'dividend' && mark === 'D' ? 'fees_cash' : type
}

/** The entry date has no year: the one closest to the value date applies. */
function entryDate(settleDate: string, entryDay: string, text: string): string {
  if (entryDay === '') return settleDate
  const [month, day] = [Number(entryDay.slice(0, 2)), Number(entryDay.slice(2))]
  const settleYear = Number(settleDate.slice(0, 4))
  const distance = month - Number(settleDate.slice(5, 7))
  const year = distance > 6 ? settleYear - 1 : distance < -6 ? settleYear + 1 : settleYear
  return isoDate(year, month, day, text)
}

function cashFields(
  kind: TransactionType | null,
  amount: string,
): Pick<DraftInput, 'type' | 'side' | 'amount' | 'net'> {
  if (kind === 'fees_cash' || kind === 'tax') return { type: kind, side: null, amount: negated(amount) }
  if (kind !== null) return { type: kind, side: null, net: amount }
  return isNegative(amount)
    ? { type: 'withdrawal', side: 'out', amount: negated(amount) }
    : { type: 'deposit', side: 'in', amount }
}

/** Composes the note. German banks number its parts: 20 to 29 and 60 to 63 are the purpose, 32 and 33 the name. */
function composeNote(field: SwiftField, details: SwiftField | null): string | null {
  const extra = field.lines.slice(1).join(' ').trim()
  const whole = details?.lines.join('') ?? ''
  const pieces = [...whole.matchAll(/\?(\d{2})([^?]*)/g)]
  if (pieces.length === 0) {
    const plain = (details?.lines.join(' ') ?? '').trim()
    return [plain, extra].filter(Boolean).join(' · ').replace(/\s+/g, ' ').slice(0, 2000) || null
  }
  const join = (from: number, to: number) =>
    pieces
      .filter(piece => Number(piece[1]) >= from && Number(piece[1]) <= to)
      .map(piece => piece[2])
      .join('')
      .trim()
  const words = [join(32, 33), join(20, 29) + join(60, 63), join(0, 0), extra]
  return words.filter(Boolean).join(' · ').replace(/\s+/g, ' ').slice(0, 2000) || null
}
