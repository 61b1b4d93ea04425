import type { BankProfile, FormRule, TableRule } from '../profiles/profile.ts'
import { profiles } from '../profiles/profiles.ts'
import { classify, compileTitles } from './classify.ts'
import { joinTaxes } from './costs/join-taxes.ts'
import { openDocument, type PdfDocument } from './document.ts'
import { readForm } from './forms.ts'
import { type HoldingReading, readHoldings } from './holdings/holding-list.ts'
import { readIncomeList } from './income-list.ts'
import { compileLabels, normalize } from './labels.ts'
import { readNote } from './note.ts'
import { splitNotes, withoutIgnored } from './segments.ts'
import { readAccountStatement } from './statement/statement.ts'
import { readTable, type TableReading } from './tables.ts'
import { readTradeList } from './trades/trade-list.ts'
import type { PdfTransaction, StatementReading } from './transaction.ts'
import { titleWords } from './words/title-words.ts'

export interface ReadLinesOptions {
  /** False reads with the generic layer only. */
  readonly profiles?: boolean
}

/** Words are looked for in this part of a document. */
const maxHeadChars = 200_000

/** Reads the lines of a statement. What does not fulfil its arithmetic becomes a problem. */
export function readStatementLines(raw: readonly string[], options: ReadLinesOptions = {}): StatementReading {
  const text = ` ${normalize(raw.join('\n').slice(0, maxHeadChars))} `
  const profile =
    options.profiles === false ? null : (profiles.find(one => hasWords(text, one.recognise)) ?? null)
  const reading = readWith(raw, text, profile)
  const labels = compileLabels(profile?.labels)
  return addHoldings(reading, readHoldings(openDocument(raw, labels, profile?.notation).lines, labels))
}

/** Adds what the document states to be held. Lines that were read as transactions state no holdings. */
function addHoldings(reading: StatementReading, stated: HoldingReading | null): StatementReading {
  if (stated === null) return reading
  const { transactions } = reading
  const read = new Set(transactions.flatMap(({ places }) => Object.values(places).flat()))
  if (stated.holdings.some(({ line }) => read.has(line))) return reading
  if (stated.holdings.length === 0)
    return transactions.length > 0 ? reading : { ...reading, problems: [...stated.problems], rejected: null }
  const problems = transactions.length > 0 ? reading.problems : []
  return { ...reading, problems, holdings: stated.holdings, rejected: rejectedReason(transactions) }
}

function readWith(raw: readonly string[], text: string, profile: BankProfile | null): StatementReading {
  const labels = compileLabels(profile?.labels)
  const opened = openDocument(raw, labels, profile?.notation)
  const document = { ...opened, lines: withoutIgnored(opened.lines, profile) }
  const bank = profile?.bank ?? null
  // What a bank's own words do not read may be of a layout with common words only.
  const orCommon = (reading: StatementReading): StatementReading => {
    if (profile === null || reading.transactions.length > 0) return reading
    const common = readWith(raw, text, null)
    return common.transactions.length > 0 && common.problems.length === 0 ? { ...common, bank } : reading
  }
  const { filled, isComplete } = readForms(document, findForms(profile, text))
  if (isComplete) return orCommon({ bank, ...filled, rejected: rejectedReason(filled.transactions) })
  const table = findTable(profile, text)
  if (table) return { bank, ...readTable(document, table), rejected: table.rejected ?? null }
  const context = { labels, titles: compileTitles(profile?.titles), notation: document.notation, profile }
  const readAllNotes = () => {
    const parts = splitNotes(document.lines, profile, context.titles).map(lines => readNote(lines, context))
    const transactions = [...joinTaxes(parts.map(note => note.transactions)), ...filled.transactions]
    const problems = [...parts.flatMap(note => note.problems), ...filled.problems]
    return { bank, transactions, problems, rejected: rejectedReason(transactions) }
  }
  if (isStatement(text)) {
    // A note may mention the statement of the account.
    const isTitled = (classify(document.lines, context.titles)?.weight ?? 0) >= minSureWeight
    const notes = isTitled ? readAllNotes() : null
    if (notes && notes.problems.length === 0 && notes.transactions.some(isTrade)) return notes
    const entries = readAccountStatement(document)
    if (entries) return { bank, ...entries, rejected: rejectedReason(entries.transactions) }
  }
  const income = readIncomeList(document.lines, context.titles)
  if (income) return { bank, transactions: income, problems: [], rejected: null }
  const list = readTradeList(document.lines, labels)
  if (list && list.problems.length === 0 && list.transactions.length > 1)
    return { bank, ...list, rejected: null }
  const notes = readAllNotes()
  // A list of one trade looks like a note.
  return orCommon(notes.transactions.length === 0 && list ? { bank, ...list, rejected: null } : notes)
}

/** Titles of this weight name the kind of a note in several words. */
const minSureWeight = 4

const isTrade = ({ kind }: PdfTransaction): boolean =>
  kind === 'purchase' || kind === 'sale' || kind === 'dividend'

/** Words that name an account statement. Notes mention them too, but have no list of entries. */
const statementWords = titleWords.statement.titles

function isStatement(text: string): boolean {
  return statementWords.some(words => text.includes(` ${words} `))
}

function rejectedReason(transactions: StatementReading['transactions']): StatementReading['rejected'] {
  const reasons = new Set(transactions.map(({ rejected }) => rejected))
  return reasons.size === 1 ? ([...reasons][0] ?? null) : null
}

/** Reads the forms that fit. Complete: what they say is all that the document says. */
function readForms(document: PdfDocument, forms: readonly FormRule[]) {
  const filled: TableReading = { transactions: [], problems: [] }
  let isComplete = false
  for (const form of forms) {
    const read = readForm(document, form)
    if (!form.isExtra && read.transactions.length > 0) return { filled: read, isComplete: true }
    // The generic reader takes over if no form of a trade or payment fits.
    if (!form.isExtra && isNote(form)) continue
    filled.transactions.push(...read.transactions)
    filled.problems.push(...read.problems)
    isComplete ||= !form.isExtra && read.problems.length > 0
  }
  return { filled, isComplete }
}

const isNote = ({ kind }: FormRule): boolean => kind === 'purchase' || kind === 'sale' || kind === 'dividend'

function findForms(profile: BankProfile | null, text: string): FormRule[] {
  const isExcluded = ({ unless }: FormRule) => unless?.some(words => hasWords(text, [[words]])) ?? false
  return profile?.forms?.filter(form => hasWords(text, form.when) && !isExcluded(form)) ?? []
}

function findTable(profile: BankProfile | null, text: string): TableRule | null {
  return profile?.tables?.find(({ when }) => when === undefined || hasWords(text, when)) ?? null
}

function hasWords(text: string, groups: readonly (readonly string[])[]): boolean {
  return groups.some(group => group.every(words => text.includes(` ${normalize(words)} `)))
}
