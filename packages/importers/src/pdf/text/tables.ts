import type { RowRule, TableRule } from '../profiles/profile.ts'
import type { Line, PdfDocument } from './document.ts'
import { type Fixed, fixedToText } from './money.ts'
import { composeRow, type FoundRow, signedAmount } from './rows.ts'
import { type Captured, compileTemplate, matchInside, matchTemplate } from './templates.ts'
import type { PdfTransaction, ReadingProblem } from './transaction.ts'

export interface TableReading {
  readonly transactions: PdfTransaction[]
  readonly problems: ReadingProblem[]
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
      const { rejected } = table
      transactions.push(...result.transactions.map(one => (rejected ? { ...one, rejected } : one)))
      moved += result.moved
    }
  }
  const gap = table.balance ? findGap(document, table.balance, moved) : null
  if (gap) return { transactions: [], problems: [...problems, gap] }
  return { transactions, problems }
}

function findRow(document: PdfDocument, table: TableRule, at: number): FoundRow | null {
  for (const rule of table.rows ?? []) {
    const found = matchLines(document, rule, at)
    if (!found) continue
    const details = rule.details ? findDetails(document, table, rule, at + found.count) : []
    return { ...found, rule, details, line: document.lines[at]?.index ?? 0 }
  }
  return null
}

/** The values of the lines of a rule and how many lines they take, or null if they do not fit. */
function matchLines(
  { lines, notation }: PdfDocument,
  rule: RowRule,
  at: number,
): { readonly values: Captured; readonly count: number } | null {
  let values: Captured = {}
  let count = 0
  for (const source of rule.lines) {
    const isOptional = source.startsWith('?')
    const line = lines[at + count]
    const template = compileTemplate(isOptional ? source.slice(1) : source)
    const part = line ? matchTemplate(line, template, notation) : null
    if (!part && !isOptional) return null
    if (!part) continue
    values = mergeCaptured(values, part)
    count += 1
  }
  return count === 0 ? null : { values, count }
}

/** Details belong to the row above: they are looked for in this many lines. */
const maxDetailLines = 40

function findDetails(document: PdfDocument, table: TableRule, rule: RowRule, from: number): Captured[] {
  const { lines, notation } = document
  const templates = (rule.details ?? []).map(compileTemplate)
  const parts = table.parts?.map(compileTemplate)
  const found: Captured[] = []
  for (const [offset, line] of lines.slice(from, from + maxDetailLines).entries()) {
    const isNext = parts
      ? parts.some(part => matchTemplate(line, part, notation))
      : table.rows?.some(other => matchLines(document, other, from + offset))
    if (isNext) break
    for (const template of templates) found.push(...matchInside(line, template, notation))
  }
  return found
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
