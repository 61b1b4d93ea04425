import type { BankProfile, FormRule, TableRule } from '../profiles/profile.ts'
import { profiles } from '../profiles/profiles.ts'
import { compileTitles } from './classify.ts'
import { openDocument } from './document.ts'
import { readForm } from './forms.ts'
import { joinTaxes } from './join-taxes.ts'
import { compileLabels, normalize } from './labels.ts'
import { readNote } from './note.ts'
import { splitNotes, withoutIgnored } from './segments.ts'
import { readAccountStatement } from './statement.ts'
import { readTable } from './tables.ts'
import { titleWords } from './title-words.ts'
import type { StatementReading } from './transaction.ts'

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
  const labels = compileLabels(profile?.labels)
  const opened = openDocument(raw, labels)
  const document = { ...opened, lines: withoutIgnored(opened.lines, profile) }
  const bank = profile?.bank ?? null
  const form = findForm(profile, text)
  const filled = form ? readForm(document, form) : { transactions: [], problems: [] }
  if (form && !form.isExtra) return { bank, ...filled, rejected: rejectedReason(filled.transactions) }
  const table = findTable(profile, text)
  if (table) return { bank, ...readTable(document, table), rejected: table.rejected ?? null }
  const entries = isStatement(text) ? readAccountStatement(document) : null
  if (entries) return { bank, ...entries, rejected: rejectedReason(entries.transactions) }
  const context = { labels, titles: compileTitles(profile?.titles), notation: document.notation, profile }
  const notes = splitNotes(document.lines, profile, context.titles).map(lines => readNote(lines, context))
  const transactions = [...joinTaxes(notes.map(note => note.transactions)), ...filled.transactions]
  const problems = [...notes.flatMap(note => note.problems), ...filled.problems]
  return { bank, transactions, problems, rejected: rejectedReason(transactions) }
}

/** Words that name an account statement. Notes mention them too, but have no list of entries. */
const statementWords = titleWords.statement.titles

function isStatement(text: string): boolean {
  return statementWords.some(words => text.includes(` ${words} `))
}

function rejectedReason(transactions: StatementReading['transactions']): StatementReading['rejected'] {
  const reasons = new Set(transactions.map(({ rejected }) => rejected))
  return reasons.size === 1 ? ([...reasons][0] ?? null) : null
}

function findForm(profile: BankProfile | null, text: string): FormRule | null {
  const isExcluded = ({ unless }: FormRule) => unless?.some(words => hasWords(text, [[words]])) ?? false
  return profile?.forms?.find(form => hasWords(text, form.when) && !isExcluded(form)) ?? null
}

function findTable(profile: BankProfile | null, text: string): TableRule | null {
  return profile?.tables?.find(({ when }) => when === undefined || hasWords(text, when)) ?? null
}

function hasWords(text: string, groups: readonly (readonly string[])[]): boolean {
  return groups.some(group => group.every(words => text.includes(` ${normalize(words)} `)))
}
