import type { TransactionType } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { type Collector, collector, type Reading } from '../reading.ts'
import { parseCurrency } from '../text/currency.ts'
import { type Moment, parseMoment } from '../text/date.ts'
import { isZero, minus, negated, plus, strictDecimal } from '../text/decimal.ts'
import { rawOfElement } from '../xml/raw.ts'
import { childOf, childrenOf, descendants, readTree, textOf, type XmlElement } from '../xml/tree.ts'

/** Parts of entries that are long and say nothing a ledger needs. */
const unread = new Set(['RltdAgts', 'PstlAdr', 'RltdDts', 'AmtDtls', 'Svcr', 'TxsSummry'])

/** camt.053, and its siblings 052 and 054 which have the same entries: statements of bank accounts after ISO 20022. */
export function readCamt(text: string): Reading {
  const top = readTree(text, unread)
  const collect = collector()
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
  const account = childOf(statement, 'Acct')
  const period = childOf(statement, 'FrToDt')
  const day = (path: string) => quiet(() => textOf(period, path)?.slice(0, 10) ?? null)
  collect.statement({
    account: textOf(account, 'Id', 'IBAN') ?? textOf(account, 'Id', 'Othr', 'Id'),
    name: textOf(account, 'Nm') ?? textOf(account, 'Ownr', 'Nm'),
    currency: quiet(() => currencyOf(textOf(account, 'Ccy'))),
    startDate: day('FrDtTm'),
    endDate: day('ToDtTm'),
  })
  for (const balance of childrenOf(statement, 'Bal'))
    collect.row(placeOf(balance), () => readBalance(collect, balance))
  let sum = '0'
  let isWhole = true
  for (const entry of childrenOf(statement, 'Ntry')) {
    const amount = quiet(() => signedAmount(entry))
    if (amount === null) isWhole = false
    else if (isPosted(entry)) sum = plus(sum, amount)
    collect.row(placeOf(entry), () => readEntry(collect, entry))
  }
  if (isWhole) checkBalance(collect, statement, sum)
}

const placeOf = (element: XmlElement) => ({ line: element.line, raw: rawOfElement(element) })

function quiet<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RowProblem) return null
    throw error
  }
}

const currencyOf = (text: string | null) => (text === null ? null : parseCurrency(text))

/** Newer versions put the code of a status one level deeper. */
const isPosted = (entry: XmlElement) => {
  const status = textOf(entry, 'Sts', 'Cd') ?? textOf(entry, 'Sts') ?? 'BOOK'
  return status === 'BOOK'
}

function signedAmount(element: XmlElement): string {
  const text = textOf(element, 'Amt')
  if (text === null) throw new RowProblem('no_amount', { field: 'Amt' })
  const amount = strictDecimal(text, 'Amt')
  const direction = textOf(element, 'CdtDbtInd')
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new RowProblem('bad_field', { field: 'CdtDbtInd', value: direction ?? '' })
  return direction === 'DBIT' ? negated(amount) : amount
}

function momentOf(element: XmlElement | null): Moment | null {
  const text = textOf(element, 'Dt') ?? textOf(element, 'DtTm')
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
  const kind = balanceKinds[textOf(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? '']
  if (!kind) return
  collect.balance({
    line: balance.line,
    kind,
    date: momentOf(childOf(balance, 'Dt'))?.date ?? null,
    currency: currencyOf(childOf(balance, 'Amt')?.attributes.Ccy ?? null),
    amount: signedAmount(balance),
  })
}

/** Families and subfamilies of the codes for bank transactions that are not plain payments. */
const kinds: readonly [RegExp, TransactionType][] = [
  [/INTR|\bINT\b/, 'interest'],
  [/CHRG|FEES|COMM|CHAR/, 'fees_cash'],
  [/TAXE|WITH|CAPT/, 'tax'],
  [/DVCA|DVID|DIVI/, 'dividend'],
  [/INTP|COUP/, 'coupon'],
]

function kindOf(entry: XmlElement): TransactionType | null {
  const code = childOf(entry, 'BkTxCd') ?? childOf(entry, 'NtryDtls', 'TxDtls', 'BkTxCd')
  const domain = childOf(code, 'Domn')
  const words = [textOf(domain, 'Fmly', 'Cd'), textOf(domain, 'Fmly', 'SubFmlyCd')].filter(Boolean).join(' ')
  return kinds.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

function readEntry(collect: Collector, entry: XmlElement): void {
  if (!isPosted(entry)) {
    collect.skip(entry.line, 'not booked yet')
    return
  }
  const amount = signedAmount(entry)
  if (isZero(amount)) {
    collect.skip(entry.line, 'moves no money')
    return
  }
  const posted = momentOf(childOf(entry, 'BookgDt'))
  const valued = momentOf(childOf(entry, 'ValDt'))
  const moment = posted ?? valued
  if (!moment) throw new RowProblem('no_date', { field: 'BookgDt' })
  const isIn = !amount.startsWith('-')
  const kind = kindOf(entry)
  const reference = textOf(entry, 'AcctSvcrRef') ?? textOf(entry, 'NtryRef')
  const currency = currencyOf(childOf(entry, 'Amt')?.attributes.Ccy ?? null)
  const draft: DraftInput = {
    ...moneyOf(kind, amount, isIn),
    date: moment.date,
    time: moment.time,
    settleDate: valued?.date ?? null,
    currency,
    note: noteOf(entry, isIn),
    counterAccount: counterAccount(entry, isIn),
    reference,
  }
  // References of a bank are unique for an entry, but some repeat them for the parts of a batch.
  const parts = [reference, moment.date, isIn ? 'CRDT' : 'DBIT', currency]
  collect.draft(placeOf(entry), draft, textOf(entry, 'AcctSvcrRef') ? { kind: 'parts', parts } : null)
}

function moneyOf(
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

/** Who it was and what for: the name of the other side, the words they wrote, and what the bank adds. */
function noteOf(entry: XmlElement, isIn: boolean): string | null {
  const details = childrenOf(childOf(entry, 'NtryDtls'), 'TxDtls')
  const words: string[] = []
  for (const detail of details.slice(0, 5)) {
    const parties = childOf(detail, 'RltdPties')
    const other = childOf(parties, isIn ? 'Dbtr' : 'Cdtr')
    const name = textOf(other, 'Nm') ?? textOf(other, 'Pty', 'Nm')
    if (name) words.push(name)
    for (const line of childrenOf(childOf(detail, 'RmtInf'), 'Ustrd'))
      words.push(line.text.trim().replace(/\s+/g, ' '))
    const reference = textOf(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')
    if (reference) words.push(reference)
  }
  const added = textOf(entry, 'AddtlNtryInf')
  if (added) words.push(added)
  return [...new Set(words.filter(Boolean))].join(' · ').slice(0, 2000) || null
}

function counterAccount(entry: XmlElement, isIn: boolean): string | null {
  const parties = childOf(entry, 'NtryDtls', 'TxDtls', 'RltdPties')
  const account = childOf(parties, isIn ? 'DbtrAcct' : 'CdtrAcct')
  return textOf(account, 'Id', 'IBAN') ?? textOf(account, 'Id', 'Othr', 'Id')
}

/** Opening and entries must give closing; where they do not, the file is cut or an entry was misread. */
function checkBalance(collect: Collector, statement: XmlElement, sum: string): void {
  const { balances } = collect.currentStatement()
  const opening = balances.find(balance => balance.kind === 'opening')
  const closing = balances.find(balance => balance.kind === 'closing')
  if (!opening || !closing || opening.currency !== closing.currency) return
  const missing = minus(minus(closing.amount, opening.amount), sum)
  if (!isZero(missing)) collect.warning(closing.line ?? statement.line, 'balance_differs', { value: missing })
}
