import type { RowRule, TableRule } from '../profiles/profile.ts'
import type { Line, PdfDocument } from './document.ts'
import { normalize } from './labels.ts'
import { composeRow, type FoundRow, signedAmount } from './rows.ts'
import { type Captured, compileTemplate, matchInside, matchTemplate } from './templates.ts'
import { type Fixed, fixedToText, toFixed } from './tokens/money.ts'
import type { PdfTransaction, ReadingProblem } from './transaction.ts'

export interface TableReading {
  readonly transactions: PdfTransaction[]
  readonly problems: ReadingProblem[]
}

/** Reads a document row by row, as a profile describes it. */
export function readTable(whole: PdfDocument, table: TableRule): TableReading {
  const document = { ...whole, lines: chooseLines(whole, table) }
  const { lines, notation } = document
  const transactions: PdfTransaction[] = []
  const problems: ReadingProblem[] = []
  const contexts = (table.context ?? []).map(compileTemplate)
  const entry = table.entry === undefined ? null : compileTemplate(table.entry)
  let context: Captured = table.currency === undefined ? {} : { currency: table.currency }
  const named: NamedSecurities = { isins: new Map(), holdings: new Map() }
  let moved = 0n
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line
    for (const template of contexts) {
      const values = matchTemplate(line, template, notation)
      if (!values || !addNamed(named, values)) context = addContext(context, line, values)
    }
    const found = findRow(document, table, at)
    if (!found) {
      if (entry && matchTemplate(line, entry, notation))
        problems.push({ line: line.index, message: `This entry is not known: ${line.text.slice(0, 120)}` })
      continue
    }
    at += found.count - 1
    const before = context
    if (found.values.balance !== undefined) context = { ...context, balance: found.values.balance }
    const result = composeRow(found, contextOf(found.values, before, named))
    if (result === null) continue
    if ('message' in result) problems.push(result)
    else {
      const { rejected } = table
      transactions.push(...result.transactions.map(one => (rejected ? { ...one, rejected } : one)))
      context = moveHolding(context, found.values)
      moveNamed(named, found.values)
      moved += result.moved
    }
  }
  const gap = table.balance ? findGap(document, table.balance, moved) : null
  if (gap) return { transactions: [], problems: [...problems, gap] }
  return { transactions, problems }
}

function chooseLines({ lines, notation }: PdfDocument, { only }: TableRule): readonly Line[] {
  if (only === undefined) return lines
  const template = compileTemplate(only)
  return lines.filter(line => matchTemplate(line, template, notation))
}

/** Values for the rows below. Another security begins without a holding. */
function addContext(context: Captured, line: Line, values: Captured | null): Captured {
  if (!values) return context
  if (values.isin === undefined || values.holding !== undefined || context.place === line.text)
    return { ...context, ...values }
  return { ...context, holding: '0', ...values, place: line.text }
}

/** Securities of a table whose rows name them: ISIN and holding by name. */
interface NamedSecurities {
  readonly isins: Map<string, string>
  readonly holdings: Map<string, string>
}

/** Names may be cut off in the rows: the one security that begins so. */
function findNamed({ isins }: NamedSecurities, name: string): string | null {
  const start = normalize(name)
  const found = [...isins.keys()].filter(known => known.startsWith(start))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Whether the values are about a security with a name; they hold for the rows with this name only. */
function addNamed(named: NamedSecurities, values: Captured): boolean {
  const { name, isin, holding } = values
  if (name === undefined) return false
  if (isin !== undefined) named.isins.set(normalize(name), isin)
  const known = findNamed(named, name)
  if (known !== null && holding !== undefined) named.holdings.set(known, holding)
  return isin === undefined && holding !== undefined
}

/** A row that names its security is about that of the list above, not about the last one. */
function contextOf(values: Captured, context: Captured, named: NamedSecurities): Captured {
  if (values.name === undefined || values.isin !== undefined || named.isins.size === 0) return context
  const { isin: _, holding: __, ...rest } = context
  const known = findNamed(named, values.name)
  const isin = known === null ? undefined : named.isins.get(known)
  // Funds of one plan are exchanged in a list of its own: then the order of the rows says nothing.
  const holding = known === null || named.isins.size > 1 ? undefined : named.holdings.get(known)
  return { ...rest, ...(isin && { isin }), ...(holding && { holding }) }
}

function moveNamed(named: NamedSecurities, values: Captured): void {
  const known = values.name === undefined ? null : findNamed(named, values.name)
  const holding = known === null ? undefined : named.holdings.get(known)
  if (known === null || holding === undefined || values.shares === undefined) return
  named.holdings.set(known, fixedToText(toFixed(holding) + toFixed(values.shares)))
}

/** The holding after a row, where the table states what was held before. */
function moveHolding(context: Captured, values: Captured): Captured {
  if (context.holding === undefined || values.shares === undefined || values.name !== undefined)
    return context
  return { ...context, holding: fixedToText(toFixed(context.holding) + toFixed(values.shares)) }
}

function findRow(document: PdfDocument, table: TableRule, at: number): FoundRow | null {
  for (const rule of table.rows ?? []) {
    const found = matchLines(document, rule.lines, at)
    if (!found) continue
    const details = rule.details ? findDetails(document, table, rule, at + found.count) : []
    return { ...found, rule, details, line: document.lines[at]?.index ?? 0 }
  }
  return null
}

/** The values of lines that follow each other and how many they are, or null if they do not fit. */
function matchLines(
  { lines, notation }: PdfDocument,
  sources: readonly string[],
  at: number,
): { readonly values: Captured; readonly count: number } | null {
  let values: Captured = {}
  let count = 0
  for (const source of sources) {
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
  const parts = table.parts?.map(compileTemplate)
  const found: Captured[] = []
  for (const [offset, line] of lines.slice(from, from + maxDetailLines).entries()) {
    const isNext = parts
      ? parts.some(part => matchTemplate(line, part, notation))
      : table.rows?.some(other => matchLines(document, other.lines, from + offset))
    if (isNext) break
    for (const detail of rule.details ?? []) {
      const block = typeof detail === 'string' ? null : matchLines(document, detail, from + offset)
      if (block) found.push(block.values)
      if (typeof detail === 'string') found.push(...matchInside(line, compileTemplate(detail), notation))
    }
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
