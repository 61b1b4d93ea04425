import type { TransactionType } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { type Collector, collector, type ReadContext, type Reading } from '../reading.ts'
import type { Place } from '../row-outcomes.ts'
import { parseCurrency } from '../text/currency.ts'
import { type Moment, parseMoment } from '../text/date.ts'
import { isZero, negated, plus, strictDecimal } from '../text/decimal.ts'
import { formatElement } from '../xml/raw.ts'
import { descendants, findChild, findChildren, readText, readTree, type XmlElement } from '../xml/tree.ts'

/** Long parts of entries that no ledger needs. */
const ignoredElements = new Set(['RltdAgts', 'PstlAdr', 'RltdDts', 'AmtDtls', 'TxsSummry'])

/** Reads bank statements after ISO 20022: camt.053, and 052 and 054, which have the same entries. */
export function readCamt(text: string, context: ReadContext = {}): Reading {
  const top = readTree(text, ignoredElements)
  const collect = collector(context)
  let count = 0
  for (const name of ['Stmt', 'Rpt', 'Ntfctn'])
    for (const statement of descendants(top, name)) {
      count += 1
      readStatement(collect, statement)
    }
  if (count === 0) throw new UnreadableFile('no_rows', 1)
  return collect.finish()
}

function readStatement(collect: Collector, statement: XmlElement): void {
  const account = findChild(statement, 'Acct')
  const period = findChild(statement, 'FrToDt')
  const day = (path: string) => tryRead(() => readText(period, path)?.slice(0, 10) ?? null)
  const institution = readText(account, 'Svcr', 'FinInstnId', 'Nm')
  collect.statement({
    account: readText(account, 'Id', 'IBAN') ?? readText(account, 'Id', 'Othr', 'Id'),
    name: readText(account, 'Nm') ?? readText(account, 'Ownr', 'Nm'),
    ...(institution !== null && { institution }),
    currency: tryRead(() => parseOptionalCurrency(readText(account, 'Ccy'))),
    startDate: day('FrDtTm'),
    endDate: day('ToDtTm'),
  })
  for (const balance of findChildren(statement, 'Bal'))
    collect.fact(locate(balance), () => readBalance(collect, balance))
  let sum = '0'
  let isWhole = true
  for (const entry of findChildren(statement, 'Ntry')) {
    const amount = tryRead(() => signedAmount(entry))
    if (amount === null) isWhole = false
    else if (isPosted(entry)) sum = plus(sum, amount)
    const place = locate(entry)
    collect.row(place, () => readEntry(collect, entry, place))
  }
  if (isWhole) checkBalance(collect, statement, sum)
}

const locate = (element: XmlElement) => ({ line: element.line, raw: formatElement(element) })

function tryRead<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RowProblem) return null
    throw error
  }
}

const parseOptionalCurrency = (text: string | null) => (text === null ? null : parseCurrency(text))

/** Newer versions nest the status code one level deeper. */
const isPosted = (entry: XmlElement) => {
  const status = readText(entry, 'Sts', 'Cd') ?? readText(entry, 'Sts') ?? 'BOOK'
  return status === 'BOOK'
}

function signedAmount(element: XmlElement): string {
  const text = readText(element, 'Amt')
  if (text === null) throw new RowProblem('no_amount', { field: 'Amt' })
  const amount = strictDecimal(text, 'Amt')
  const direction = readText(element, 'CdtDbtInd')
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new RowProblem('bad_field', { field: 'CdtDbtInd', value: direction ?? '' })
  return direction === 'DBIT' ? negated(amount) : amount
}

function readMoment(element: XmlElement | null): Moment | null {
  const text = readText(element, 'Dt') ?? readText(element, 'DtTm')
  return text === null
    ? null
    : parseMoment(text.replace(/\.\d+/, '').replace(/[+-]\d{2}:\d{2}$|Z$/, ''), 'ymd')
}

const balanceKinds: Readonly<Record<string, 'opening' | 'closing'>> = {
  OPBD: 'opening',
  PRCD: 'opening',
  CLBD: 'closing',
}

function readBalance(collect: Collector, balance: XmlElement): void {
  const kind = balanceKinds[readText(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? '']
  if (!kind) return
  collect.balance({
    line: balance.line,
    kind,
    date: readMoment(findChild(balance, 'Dt'))?.date ?? null,
    currency: parseOptionalCurrency(findChild(balance, 'Amt')?.attributes.Ccy ?? null),
    amount: signedAmount(balance),
  })
}

/** Bank transaction codes (family and subfamily) of entries that are not plain payments. */
const kinds: readonly [RegExp, TransactionType][] = [
  [/INTR|\bINT\b/, 'interest'],
  [/CHRG|FEES|COMM|CHAR/, 'fees_cash'],
  [/TAXE|WITH|CAPT/, 'tax'],
  [/DVCA|DVID|DIVI/, 'dividend'],
  [/INTP|COUP/, 'coupon'],
]

function readKind(entry: XmlElement): TransactionType | null {
  const code = findChild(entry, 'BkTxCd') ?? findChild(entry, 'NtryDtls', 'TxDtls', 'BkTxCd')
  const domain = findChild(code, 'Domn')
  const words = [readText(domain, 'Fmly', 'Cd'), readText(domain, 'Fmly', 'SubFmlyCd')]
    .filter(Boolean)
    .join(' ')
  return kinds.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

function readEntry(collect: Collector, entry: XmlElement, place: Place): void {
  if (!isPosted(entry)) {
    collect.skip(place, 'pending')
    return
  }
  const amount = signedAmount(entry)
  if (isZero(amount)) {
    collect.skip(place, 'no_money')
    return
  }
  const posted = readMoment(findChild(entry, 'BookgDt'))
  const valued = readMoment(findChild(entry, 'ValDt'))
  const moment = posted ?? valued
  if (!moment) throw new RowProblem('no_date', { field: 'BookgDt' })
  const isIn = !amount.startsWith('-')
  const kind = readKind(entry)
  const reference = readText(entry, 'AcctSvcrRef') ?? readText(entry, 'NtryRef')
  const currency = parseOptionalCurrency(findChild(entry, 'Amt')?.attributes.Ccy ?? null)
  const draft: DraftInput = {
    ...cashFields(kind, amount, isIn),
    date: moment.date,
    time: moment.time,
    settleDate: valued?.date ?? null,
    currency,
    note: composeNote(entry, isIn),
    counterAccount: counterAccount(entry, isIn),
    reference,
  }
  // A bank's reference is unique per entry, but some banks repeat it for the parts of a batch.
  const parts = [reference, moment.date, isIn ? 'CRDT' : 'DBIT', currency]
  collect.draft(place, draft, readText(entry, 'AcctSvcrRef') ? { kind: 'parts', parts } : null)
}

function cashFields(
  kind: TransactionType | null,
  amount: string,
  isIn: boolean,
): Pick<DraftInput, 'type' | 'side' | 'amount' | 'net'> {
  if (kind === 'fees_cash' || kind === 'tax') return { type: kind, side: null, amount: negated(amount) }
  if (kind !== null) return { type: kind, side: null, net: amount }
  return isIn
    ? { type: 'deposit', side: 'in', amount }
    : { type: 'withdrawal', side: 'out', amount: negated(amount) }
}

/** Composes a note from the counterparty, the remittance information and the bank's addition. */
function composeNote(entry: XmlElement, isIn: boolean): string | null {
  const details = findChildren(findChild(entry, 'NtryDtls'), 'TxDtls')
  const words: string[] = []
  for (const detail of details.slice(0, 5)) {
    const parties = findChild(detail, 'RltdPties')
    const other = findChild(parties, isIn ? 'Dbtr' : 'Cdtr')
    const name = readText(other, 'Nm') ?? readText(other, 'Pty', 'Nm')
    if (name) words.push(name)
    for (const line of findChildren(findChild(detail, 'RmtInf'), 'Ustrd'))
      words.push(line.text.trim().replace(/\s+/g, ' '))
    const reference = readText(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')
    if (reference) words.push(reference)
  }
  const added = readText(entry, 'AddtlNtryInf')
  if (added) words.push(added)
  return [...new Set(words.filter(Boolean))].join(' · ').slice(0, 2000) || null
}

function counterAccount(entry: XmlElement, isIn: boolean): string | null {
  const parties = findChild(entry, 'NtryDtls', 'TxDtls', 'RltdPties')
  const account = findChild(parties, isIn ? 'DbtrAcct' : 'CdtrAcct')
  return readText(account, 'Id', 'IBAN') ?? readText(account, 'Id', 'Othr', 'Id')
}

/** Opening balance and entries must add up to the closing balance; otherwise the file is cut or misread. */
function checkBalance(collect: Collector, statement: XmlElement, sum: string): void {
  const { balances } = collect.currentStatement()
  const opening = balances.find(balance => balance.kind === 'opening')
  const closing = balances.find(balance => balance.kind === 'closing')
  if (!opening || !closing || opening.currency !== closing.currency) return
  const computed = plus(opening.amount, sum)
  if (computed === closing.amount) return
  const place = { line: closing.line ?? statement.line, raw: formatElement(statement) }
  collect.problem(place, 'balance_differs', { value: `${computed} ≠ ${closing.amount}` })
}
