import type { BankProfile } from '../profiles/profile.ts'
import { cashKinds, solveCashNote } from './cash-note.ts'
import { bookedWith, chooseDate } from './choose-date.ts'
import { classify, isCancellation, type Title, type Titles } from './classify.ts'
import { takeOutLoad } from './costs/included-load.ts'
import { findTaxBlock, hasOtherTax, solveTaxNote } from './costs/tax-note.ts'
import type { Line } from './document.ts'
import { completeCurrencies } from './facts/complete-currencies.ts'
import type { LabelledDate } from './facts/date-facts.ts'
import { collectFacts, type Facts, type Item } from './facts/facts.ts'
import { joinLabelsBelow } from './facts/labels-below.ts'
import { findUnknownUnit } from './facts/unknown-unit.ts'
import type { Labels } from './labels.ts'
import { findNamedSecurity } from './named-security.ts'
import { findDoubt, type NoteKind } from './note-doubts.ts'
import { findContradiction, findOpenPosting } from './note-evidence.ts'
import { findSecurities, type Security } from './security.ts'
import { type Solution, solveNote } from './solve.ts'
import { type Fixed, fixedToText, sumFixed, toFixed } from './tokens/money.ts'
import type { Notation } from './tokens/tokens.ts'
import { noValues, type PdfTransaction, type ReadingProblem } from './transaction.ts'
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

/** Reads a document, or a part of one, that is about one trade or payment. */
export function readNote(lines: readonly Line[], context: NoteContext): NoteReading {
  const title = readAsCoupon(classify(lines, context.titles), lines)
  if (title?.kind === 'taxNote') return readTaxNote(lines, title, context)
  if (title && cashKinds.has(title.kind)) return readCashNote(lines, title, context)
  if (!title || !noteKinds.has(title.kind)) return { transactions: [], problems: [] }
  const named = title.kind as NoteKind
  const stated = applyValueRules(lines, context.profile?.values ?? [], named, context.notation)
  const collect = (from: readonly Line[], isAdded = false) =>
    completeCurrencies(mergeFacts(collectFacts(from, context.labels), stated, isAdded), lines)
  const beside = collect(lines)
  const line = lines[title.line]?.index ?? 0
  const securities = findSecurities(lines)
  const identified = { ...noSecurity, ...securities[0], ...stated.security }
  const first = solveSide(withAccrued(beside, named), named, title)
  const facts = first.solution
    ? beside
    : { ...withAccrued(collect(joinLabelsBelow(lines, context.labels)), named), dates: beside.dates }
  const second = first.solution ? first : solveSide(facts, named, title)
  // Some costs stand where the profile says, others beside their labels.
  const unit = context.profile ? null : findUnknownUnit(lines, context.labels)
  if (unit !== null) return problem(line, `This may be a currency that is not known: ${unit}.`)
  const { kind, solution } = second.solution
    ? second
    : solveSide(withAccrued(collect(lines, true), named), named, title)
  const isSeparate = hasSeparateTaxes(lines, context.profile)
  if (!solution) {
    const isTaxOnly =
      !facts.items.some(item => item.role === 'gross') &&
      (/thesaurierung/.test(title.words) || lines.some(({ norm }) => taxOnly.test(norm))) &&
      // What is set off against losses is credited apart.
      !lines.some(({ norm }) => norm.startsWith('kest gutschrift'))
    return isTaxOnly
      ? readTaxNote(lines, title, context)
      : problem(line, `The amounts do not add up: ${describe(facts)}`)
  }
  // A name alone is certain only where quantity times price confirms the note.
  const byName =
    solution.price === null ? null : findNamedSecurity(lines, solution.quantity?.line, context.labels)
  const security = hasName(identified) ? identified : { ...identified, ...byName }
  if (!hasName(security)) return problem(line, 'The security is missing.')
  const isBeforeTaxes = /vor ?steuer|before tax/.test(solution.netItem.label) && !isSeparate
  const below = isBeforeTaxes ? taxesBelow(facts, solution, kind) : null
  if (isBeforeTaxes && below === null)
    return problem(line, 'The amount is stated before taxes, and the taxes are not certain.')
  if (securities.length > 1 && !stated.security.isin)
    return problem(line, 'The note names several securities.')
  const isRedemption = kind === 'sale' && isPaidBack(title, lines)
  const isKindSure = isRedemption || context.profile !== null
  const doubt =
    (context.profile ? null : findDoubt(kind, solution, facts)) ??
    (below === null ? findContradiction({ kind, solution, facts, lines, isKindSure }) : null)
  if (doubt) return problem(line, doubt)
  if (!solution.quantity) return problem(line, 'The quantity is missing.')
  const { profile } = context
  const date = chooseDate(facts.dates, { kind, net: solution.netItem, profile, isRedemption })
  if (typeof date === 'string') return problem(line, date)
  const exDate = stated.exDate ?? facts.dates.find(({ role }) => role === 'exDate')?.value ?? null
  // A tax on the trade itself is not settled apart.
  const settled =
    isSeparate && kind === 'dividend'
      ? withoutTaxes(solution)
      : { ...solution, amount: solution.amount - (below ?? 0n), taxes: solution.taxes + (below ?? 0n) }
  const transaction = takeOutLoad(compose({ kind, security, solution: settled, date, exDate }), lines)
  const transactions = [
    transaction,
    ...refundOf(transaction, solution),
    ...settledBelow(transaction, facts, lines, context),
    ...balancedLoss(transaction, lines, facts.dates),
  ]
  const open = context.profile || below !== null ? undefined : findOpenPosting(facts, transactions)
  if (open) return problem(open.line, 'What a second amount that moved the account is for is not known.')
  return {
    transactions: isCancellation(lines)
      ? transactions.map(one => ({ ...one, rejected: 'cancellation' }))
      : transactions,
    problems: [],
  }
}

/** Interest with a security is the coupon of a bond. */
const readAsCoupon = (title: Title | null, lines: readonly Line[]): Title | null =>
  title?.kind === 'interest' && findSecurities(lines).length > 0 ? { ...title, kind: 'dividend' } : title

const isPaidBack = (title: Title, lines: readonly Line[]): boolean =>
  redemption.test(title.words) || lines.some(({ norm }) => norm.startsWith('barabfindung'))
const redemption =
  /tilgung|ruckzahlung|einlosung|falligkeit|optionsfrist|verfall|redemption|remboursement|reembolso|rimborso|amortizacion/

/** Words of notes that settle the tax of a payment that another note states. */
const taxOnly =
  /vorabpauschale|steuerbeilage|steuerliche bemessungsgrundlage|lump sum|steuerausgleich|steuerkorrektur|ertrag steueranteil/

/** A place for an identifier, or pieces. */
const namesSecurity = /(?:^| )(?:isin|wkn|stk|stuck) /

const traded = /verkauf|kauf|tilgung|einlosung|sale|sell/

/** Reads a document about a tax alone. */
function readTaxNote(lines: readonly Line[], title: Title, context: NoteContext): NoteReading {
  const stated = applyValueRules(lines, context.profile?.values ?? [], 'taxNote', context.notation)
  const facts = completeCurrencies(mergeFacts(collectFacts(lines, context.labels), stated), lines)
  const line = lines[title.line]?.index ?? 0
  const settlement = solveTaxNote(facts, lines)
  if (!settlement) return problem(line, `The taxes do not add up: ${describe(facts)}`)
  const { kind, netItem: net } = settlement
  if (!context.profile && hasOtherTax(facts, settlement))
    return problem(line, 'The note states a tax that is not part of the amount.')
  const settled = chooseDate(facts.dates, { kind, net, profile: context.profile })
  if (typeof settled === 'string') return problem(line, settled)
  // Without 'vom' the date beside the title is that of the letter.
  const titled = context.profile
    ? undefined
    : facts.dates.find(one => one.line === line && /(?:^| )(?:vom|of|du|del|van)$/.test(one.label))
  // The tax of a trade belongs to its day; that of income may be settled later than the title says.
  // The supplement of a trade's note repeats its day.
  const isSupplement = !context.profile && lines.some(({ norm }) => /steuerbeilage/.test(norm))
  const executed = isSupplement ? facts.dates.find(({ role }) => role === 'tradeDate') : undefined
  const isOfTrade = titled && traded.test(lines[title.line]?.norm ?? '')
  const date = isOfTrade ? titled : (executed ?? settled)
  if (titled && titled.value !== date.value)
    return problem(line, `The title names ${titled.value}, the tax is settled on ${date.value}.`)
  const security = { ...noSecurity, ...findSecurities(lines)[0], ...stated.security }
  if (!context.profile && !hasName(security) && lines.some(({ norm }) => namesSecurity.test(norm)))
    return problem(line, 'The security is missing.')
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
  const facts = completeCurrencies(mergeFacts(collectFacts(lines, context.labels), stated), lines)
  const line = lines[title.line]?.index ?? 0
  const payment = findSecurities(lines).length > 0 ? null : solveCashNote(facts, lines, title.kind)
  if (!payment) return problem(line, `The amount is not certain: ${describe(facts)}`)
  const { kind, netItem: net } = payment
  const date = chooseDate(facts.dates, { kind, net, profile: context.profile })
  if (typeof date === 'string') return problem(line, date)
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

/** 'Zinsbetrag' beside the price of a bond is accrued interest; in a note of income it is gross. */
function withAccrued(facts: Facts, kind: NoteKind): Facts {
  const isInterest = ({ role, label }: Item) => role === 'gross' && interestOf.test(label)
  if (kind === 'dividend' || !facts.items.some(item => item.role === 'gross' && !isInterest(item)))
    return facts
  return {
    ...facts,
    items: facts.items.map(item => (isInterest(item) ? { ...item, role: 'accrued' } : item)),
  }
}

const interestOf = /(?:^| )(?:zinsbetrag|interest amount|interets|interessi|intereses)$/

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

/** The taxes below an amount 'vor Steuern', if their parts add up to the sum that is stated. */
function taxesBelow({ items }: Facts, { currency, netItem, taxes }: Solution, kind: NoteKind): Fixed | null {
  const ownValue = (item: Item) => item.amounts.get(currency) ?? 0n
  const own = items.filter(item => item.role === 'tax' && item.line > netItem.line && ownValue(item) !== 0n)
  const sum = own.find(({ label }) => taxSum.test(label))
  const parts = own.filter(item => item !== sum)
  const isCharged = sum?.isNegative === true && parts.every(({ isNegative }) => isNegative)
  const isSure = kind !== 'purchase' && taxes === 0n && isCharged
  return sum && isSure && sumFixed(parts.map(ownValue)) === ownValue(sum) ? ownValue(sum) : null
}

const taxSum =
  /(?:^| )(?:steuerbetrag|summe steuern|steuern gesamt|gesamtsumme steuern|total tax|total taxes)$/

const hasName = ({ isin, wkn, name }: Security): boolean => Boolean(isin || wkn || name)

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
  // It counts on the day of the trade, unless it says when it was booked.
  const below = facts.dates.filter(date => date.line > block.netItem.line - 3 && bookedWith.test(date.label))
  const date = chooseDate(below, { kind: block.kind, net: block.netItem, profile: context.profile })
  const amount = fixedToText(block.amount)
  return [
    {
      ...withoutCosts(transaction),
      kind: block.kind,
      date: typeof date === 'string' ? transaction.date : date.value,
      time: null,
      currency: block.currency,
      amount,
      gross: amount,
    },
  ]
}

/** 'Gutschrift aus Verlustausgleich': tax of earlier gains that an Austrian bank pays back with its own value date. */
function balancedLoss(
  transaction: PdfTransaction,
  lines: readonly Line[],
  dates: readonly LabelledDate[],
): PdfTransaction[] {
  const line = lines.find(({ norm }) => norm.startsWith('gutschrift aus verlustausgleich'))
  const paid = line?.amounts.find(({ currency }) => currency === transaction.currency)
  if (!line || !paid || Number(paid.value) <= 0) return []
  const date = dates.find(({ role }) => role === 'valueDate')?.value ?? transaction.date
  const amount = paid.value
  const places = { ...transaction.places, amount: [line.index] }
  return [
    { ...withoutCosts(transaction), kind: 'taxRefund', date, time: null, amount, gross: amount, places },
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
