import type { BankProfile } from '../profiles/profile.ts'
import { cashKinds, solveCashNote } from './cash-note.ts'
import { classify, isCancellation, type Title, type Titles } from './classify.ts'
import type { Line } from './document.ts'
import { collectFacts, type Facts, type Item, type LabelledDate } from './facts.ts'
import type { LabelRole } from './label-words.ts'
import type { Labels } from './labels.ts'
import { fixedToText, toFixed } from './money.ts'
import { findSecurities, type Security } from './security.ts'
import { type Solution, solveNote } from './solve.ts'
import { findTaxBlock, solveTaxNote } from './tax-note.ts'
import type { Notation } from './tokens.ts'
import { noValues, type PdfKind, type PdfTransaction, type ReadingProblem } from './transaction.ts'
import { applyValueRules, mergeFacts } from './value-rules.ts'

export interface NoteReading {
  readonly transactions: PdfTransaction[]
  readonly problems: ReadingProblem[]
}

export interface NoteContext {
  readonly labels: Labels
  readonly titles: Titles
  readonly notation: Notation
  readonly profile: BankProfile | null
}

const noteKinds: ReadonlySet<string> = new Set(['purchase', 'sale', 'dividend'])
type NoteKind = 'purchase' | 'sale' | 'dividend'

/** Reads a document, or a part of one, that is about one trade or payment. */
export function readNote(lines: readonly Line[], context: NoteContext): NoteReading {
  const title = classify(lines, context.titles)
  if (title?.kind === 'taxNote') return readTaxNote(lines, title, context)
  if (title && cashKinds.has(title.kind)) return readCashNote(lines, title, context)
  if (!title || !noteKinds.has(title.kind)) return { transactions: [], problems: [] }
  const named = title.kind as NoteKind
  const stated = applyValueRules(lines, context.profile?.values ?? [], named, context.notation)
  const facts = completeCurrencies(mergeFacts(collectFacts(lines, context.labels), stated))
  const line = lines[title.line]?.index ?? 0
  const securities = findSecurities(lines)
  const security = { ...noSecurity, ...securities[0], ...stated.security }
  const { kind, solution } = solveSide(facts, named, title)
  const isSeparate = hasSeparateTaxes(lines, context.profile)
  if (!solution) {
    const isTaxOnly =
      !facts.items.some(item => item.role === 'gross') && lines.some(({ norm }) => taxOnly.test(norm))
    return isTaxOnly
      ? readTaxNote(lines, title, context)
      : problem(line, `The amounts do not add up: ${describe(facts)}`)
  }
  if (!security.isin && !security.wkn && !security.name) return problem(line, 'The security is missing.')
  if (/vor ?steuer|before tax/.test(solution.netItem.label) && !isSeparate)
    return problem(line, 'The amount is stated before taxes, and the taxes are not certain.')
  if (securities.length > 1 && !stated.security.isin)
    return problem(line, 'The note names several securities.')
  const doubt = findDoubt(kind, solution, facts)
  if (doubt && !context.profile) return problem(line, doubt)
  if (!solution.quantity) return problem(line, 'The quantity is missing.')
  const date = chooseDate(facts.dates, kind, solution.netItem, context.profile)
  if (!date) return problem(line, 'The date is missing.')
  const exDate = stated.exDate ?? facts.dates.find(({ role }) => role === 'exDate')?.value ?? null
  const settled = isSeparate ? withoutTaxes(solution) : solution
  const transaction = compose({ kind, security, solution: settled, date, exDate })
  return {
    transactions: [
      transaction,
      ...refundOf(transaction, solution),
      ...settledBelow(transaction, facts, lines, context),
    ].map(one => (isCancellation(lines) ? { ...one, rejected: 'cancellation' } : one)),
    problems: [],
  }
}

/** Words of notes that settle the tax of a payment that another note states. */
const taxOnly =
  /vorabpauschale|steuerbeilage|steuerliche bemessungsgrundlage|lump sum|steuerausgleich|steuerkorrektur/

/** Reads a document about a tax alone. */
function readTaxNote(lines: readonly Line[], title: Title, context: NoteContext): NoteReading {
  const stated = applyValueRules(lines, context.profile?.values ?? [], 'taxNote', context.notation)
  const facts = completeCurrencies(mergeFacts(collectFacts(lines, context.labels), stated))
  const line = lines[title.line]?.index ?? 0
  const settlement = solveTaxNote(facts, lines)
  if (!settlement) return problem(line, `The taxes do not add up: ${describe(facts)}`)
  const date = chooseDate(facts.dates, settlement.kind, settlement.netItem, context.profile)
  if (!date) return problem(line, 'The date is missing.')
  const security = { ...noSecurity, ...findSecurities(lines)[0], ...stated.security }
  const quantity = [...facts.quantities].sort((a, b) => b.rank - a.rank).find(({ rank }) => rank > 1)
  const amount = fixedToText(settlement.amount)
  const transaction: PdfTransaction = {
    ...noValues,
    kind: settlement.kind,
    date: date.value,
    time: date.time,
    isin: security.isin,
    wkn: security.wkn,
    name: security.name,
    shares: quantity?.value ?? null,
    currency: settlement.currency,
    amount,
    gross: amount,
    rejected: isCancellation(lines) ? 'cancellation' : null,
    places: { date: [date.line], amount: [settlement.netItem.line], isin: [security.line] },
  }
  return { transactions: [transaction], problems: [] }
}

/** Reads a document about a payment without a security. */
function readCashNote(lines: readonly Line[], title: Title, context: NoteContext): NoteReading {
  const stated = applyValueRules(lines, context.profile?.values ?? [], title.kind, context.notation)
  const facts = completeCurrencies(mergeFacts(collectFacts(lines, context.labels), stated))
  const line = lines[title.line]?.index ?? 0
  const payment = findSecurities(lines).length > 0 ? null : solveCashNote(facts, lines, title.kind)
  if (!payment) return problem(line, `The amount is not certain: ${describe(facts)}`)
  const date = chooseDate(facts.dates, payment.kind, payment.netItem, context.profile)
  if (!date) return problem(line, 'The date is missing.')
  const transaction: PdfTransaction = {
    ...noValues,
    kind: payment.kind,
    date: date.value,
    currency: payment.currency,
    amount: fixedToText(payment.amount),
    gross: fixedToText(payment.amount + payment.taxes),
    taxes: fixedToText(payment.taxes),
    rejected: isCancellation(lines) ? 'cancellation' : null,
    places: {
      date: [date.line],
      amount: [payment.netItem.line],
      taxes: payment.costs.map(item => item.line),
    },
  }
  return { transactions: [transaction], problems: [] }
}

/** Amounts without a currency are in that of the document, where it names only one. */
function completeCurrencies(facts: Facts): Facts {
  const named = new Set(facts.items.flatMap(item => [...item.amounts.keys()]).filter(code => code !== ''))
  for (const { currency } of facts.prices) if (currency) named.add(currency)
  const [only, ...others] = named
  if (only === undefined || others.length > 0) return facts
  const items = facts.items.map(item => {
    const value = item.amounts.get('')
    return value === undefined || item.amounts.size > 1
      ? item
      : { ...item, amounts: new Map([[only, value]]) }
  })
  return { ...facts, items }
}

const creditWords = /gunsten|gutschrift|gutgeschr|credit|abono|accredit/
const debitWords = /lasten|belast|debit|debet|lastschrift|cargo|addebit/

/** Signs that the note was misread although its amounts add up. A profile knows its bank; the generic reader does not. */
function findDoubt(kind: NoteKind, solution: Solution, facts: Facts): string | null {
  const { label } = solution.netItem
  const [isCredit, isDebit] = [creditWords.test(label), debitWords.test(label)]
  if (isCredit !== isDebit && isCredit === (kind === 'purchase'))
    return `This is read as a ${kind}, but the amount is ${isCredit ? 'credited' : 'debited'}.`
  const isConverted = facts.rates.some(({ value }) => Number(value) !== 1 && Number(value) !== 0)
  const isOther = (item: Item) =>
    item.role !== 'information' && !item.amounts.has(solution.currency) && !item.amounts.has('')
  if (isConverted && solution.rate === null && facts.items.some(isOther))
    return 'A rate of exchange is stated, and the amounts do without it.'
  return null
}

/** Titles below this weight are single words; a list of trades names purchases and sales in one. */
const minSureWeight = 3

/** Solves the note. Where the title is not sure, costs decide: they raise what is paid and lower what is received. */
function solveSide(
  facts: Facts,
  named: NoteKind,
  title: Title,
): { kind: NoteKind; solution: Solution | null } {
  const solve = (kind: NoteKind) => solveNote(facts, kind === 'purchase' ? 'pays' : 'receives')
  const solution = solve(named)
  if (solution || named === 'dividend' || title.weight >= minSureWeight) return { kind: named, solution }
  const other = named === 'purchase' ? 'sale' : 'purchase'
  const otherwise = solve(other)
  const hasCosts = otherwise !== null && otherwise.costs.length > 0 && otherwise.price !== null
  return hasCosts ? { kind: other, solution: otherwise } : { kind: named, solution: null }
}

const noSecurity: Security = { isin: null, wkn: null, ticker: null, name: null, line: 0 }

const separateTaxes = /separaten? steuer(?:mitteilung|abrechnung|beilage|beleg)/

/** Whether another document settles the taxes, as the note or the profile says. */
function hasSeparateTaxes(lines: readonly Line[], profile: BankProfile | null): boolean {
  if (profile?.hasSeparateTaxNotes !== undefined) return profile.hasSeparateTaxNotes
  return lines.some(
    line =>
      separateTaxes.test(line.norm) ||
      (line.isSqueezed && /separatensteuer/.test(line.norm.replace(/ /g, ''))),
  )
}

/** A part below the amount that settles taxes on its own, as after a sale with a loss. */
function settledBelow(
  transaction: PdfTransaction,
  facts: Facts,
  lines: readonly Line[],
  context: NoteContext,
): PdfTransaction[] {
  const [line] = transaction.places.amount ?? []
  const net = facts.items.find(item => item.role === 'net' && item.line === line)
  const block = net && transaction.kind !== 'dividend' ? findTaxBlock(facts, lines, net) : null
  if (!block || transaction.taxes !== '0') return []
  const below = facts.dates.filter(date => date.line > block.netItem.line - 3)
  const date = chooseDate(below, block.kind, block.netItem, context.profile)
  const amount = fixedToText(block.amount)
  return [
    {
      ...withoutCosts(transaction),
      kind: block.kind,
      date: date?.value ?? transaction.date,
      time: null,
      currency: block.currency,
      amount,
      gross: amount,
    },
  ]
}

const withoutCosts = (transaction: PdfTransaction): PdfTransaction => ({
  ...transaction,
  taxes: '0',
  fees: '0',
  grossForeign: null,
  foreignCurrency: null,
  rate: null,
})

/** Tax that a sale with a loss pays back is a transaction of its own. */
function refundOf(transaction: PdfTransaction, solution: Solution): PdfTransaction[] {
  if (solution.refund === 0n) return []
  const amount = fixedToText(solution.refund)
  return [{ ...withoutCosts(transaction), kind: 'taxRefund', amount, gross: amount }]
}

/** Adds back taxes that another document settles. */
function withoutTaxes(solution: Solution): Solution {
  return { ...solution, amount: solution.amount + solution.taxes, taxes: 0n }
}

const problem = (line: number, message: string): NoteReading => ({
  transactions: [],
  problems: [{ line, message }],
})

/** Lists the values read, for the message of a problem. */
function describe(facts: Facts): string {
  const values = facts.items
    .filter(({ role }) => role !== 'information')
    .slice(0, 12)
    .map(
      item =>
        `${item.role} ${[...item.amounts].map(([code, value]) => `${fixedToText(value)} ${code}`).join(' / ')}`,
    )
  return values.length === 0 ? 'no amounts found.' : `${values.join(', ')}.`
}

const tradeOrder: readonly LabelRole[] = ['tradeDate', 'orderDate', 'valueDate', 'documentDate']
const incomeOrder: readonly LabelRole[] = ['valueDate', 'payDate', 'documentDate']

/** The day of a trade, or the value date of a payment: by label, nearest to the amount paid. */
function chooseDate(
  dates: readonly LabelledDate[],
  kind: PdfKind,
  net: Item,
  profile: BankProfile | null,
): LabelledDate | null {
  const stated = dates.find(({ role }) => role === 'stated')
  if (stated) return stated
  const isTrade = kind === 'purchase' || kind === 'sale'
  const order = isTrade
    ? (profile?.dateOrder?.trade ?? tradeOrder)
    : (profile?.dateOrder?.income ?? incomeOrder)
  const distance = (date: LabelledDate) => Math.abs(date.line - net.line)
  for (const role of order) {
    const loose =
      isTrade && role === 'valueDate' ? dates.filter(date => date.role === null && date.time !== null) : []
    if (loose[0]) return loose[0]
    const labelled = dates.filter(date => date.role === role)
    const timed = isTrade ? labelled.filter(date => date.time !== null) : []
    const candidates = timed.length > 0 ? timed : labelled
    if (candidates.length === 0) continue
    if (isTrade) return candidates[0] ?? null
    return candidates.reduce((best, date) => (distance(date) < distance(best) ? date : best))
  }
  return null
}

interface NoteParts {
  readonly kind: NoteKind
  readonly security: Security
  readonly solution: Solution
  readonly date: LabelledDate
  readonly exDate: string | null
}

function compose({ kind, security, solution, date, exDate }: NoteParts): PdfTransaction {
  const { quantity } = solution
  const isNominal = (quantity?.nominalCurrency ?? null) !== null || solution.price?.isPercent === true
  const costLines = (role: string) =>
    solution.costs.filter(item => item.role === role).map(({ line }) => line)
  return {
    ...noValues,
    kind,
    date: date.value,
    time: date.time,
    exDate: kind === 'dividend' ? exDate : null,
    isin: security.isin,
    wkn: security.wkn,
    ticker: security.ticker,
    name: security.name,
    shares: quantity ? (isNominal ? hundredth(quantity.value) : quantity.value) : null,
    nominal: isNominal ? (quantity?.value ?? null) : null,
    currency: solution.currency,
    amount: fixedToText(solution.amount),
    gross: fixedToText(solution.gross),
    taxes: fixedToText(solution.taxes),
    fees: fixedToText(solution.fees),
    grossForeign: solution.grossForeign === null ? null : fixedToText(solution.grossForeign),
    foreignCurrency: solution.foreignCurrency,
    rate: solution.rate === null ? null : fixedToText(solution.rate),
    places: {
      date: [date.line],
      isin: [security.line],
      shares: quantity ? [quantity.line] : [],
      amount: [solution.netItem.line],
      gross: solution.grossItem ? [solution.grossItem.line] : [],
      taxes: costLines('tax'),
      fees: costLines('fee'),
    },
  }
}

const hundredth = (nominal: string): string => fixedToText(toFixed(nominal) / 100n)
