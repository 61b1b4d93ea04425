import type { Language } from '@plumbline/contract/texts'
import { textsIn } from '@plumbline/contract/texts'
import { isoOf, type ReceiptCell, type ReceiptTerm } from '@plumbline/engine'
import type { Portfolio } from '../../portfolio/answer.ts'
import { findPositions } from '../../portfolio/find-positions.ts'
import { positionName } from '../../portfolio/subject.ts'
import type { Origin } from './receipt.store.ts'

/** An input of a line, with what its source is looked up by. */
export interface DraftInput {
  label: string
  calculation: string | null
  value: number | null
  unit: string | null
  date: string | null
  flag: 'stale' | 'estimated' | null
  transaction_id: string | null
  position_id: string | null
  origins: Origin[]
  /** Said of a source that no table knows. */
  note: string | null
}

export interface DraftLine extends Omit<DraftInput, 'calculation' | 'transaction_id' | 'position_id'> {
  operator: 'none' | 'plus' | 'minus' | 'times' | 'divided' | 'equals'
  inputs: DraftInput[]
  inputs_count: number
}

const mostInputs = 500
/** A sum of more parts than these is told as one line that lists them. */
const mostLines = 8

interface Telling {
  portfolio: Portfolio
  cells: readonly ReceiptCell[]
  language: Language
}

/** The lines of a receipt as people read them: the formula of its last line, each with what it rests on. */
export function linesOfReceipt(
  portfolio: Portfolio,
  cells: readonly ReceiptCell[],
  name: string,
): DraftLine[] {
  const result = cells.at(-1)
  if (!result) return []
  const telling: Telling = { portfolio, cells, language: portfolio.view.language }
  const isList =
    !['sum', 'product', 'quotient'].includes(result.operation) ||
    result.terms.length > mostLines ||
    (result.operation === 'sum' && isOfOneKind(telling, result.terms))
  const lines = isList ? [listLine(telling, result)] : formulaLines(telling, result)
  const [only] = lines
  if (lines.length === 1 && only && only.inputs.length === 0 && result.terms.length <= 1) return lines
  return [...lines, { ...lineOf(telling, result, 'equals', 1), label: name, inputs: [], inputs_count: 0 }]
}

function cellAt({ cells }: Telling, term: ReceiptTerm): ReceiptCell | undefined {
  return cells[term.cell]
}

function isOfOneKind(telling: Telling, terms: readonly ReceiptTerm[]): boolean {
  const labels = new Set(terms.map(term => cellAt(telling, term)?.label))
  return terms.length > 1 && labels.size === 1
}

function formulaLines(telling: Telling, result: ReceiptCell): DraftLine[] {
  return result.terms.flatMap((term, place) => {
    const cell = cellAt(telling, term)
    if (!cell) return []
    const operator = operatorOf(result.operation, term.sign, place)
    // A sum of nothing adds nothing to a formula.
    if (result.operation === 'sum' && cell.value === 0 && cell.terms.length === 0 && place > 0) return []
    const sign = operator === 'minus' ? 1 : term.sign
    return [lineOf(telling, cell, operator, sign)]
  })
}

function operatorOf(operation: ReceiptCell['operation'], sign: 1 | -1, place: number): DraftLine['operator'] {
  if (place === 0) return 'none'
  if (operation === 'product') return 'times'
  if (operation === 'quotient') return 'divided'
  return sign < 0 ? 'minus' : 'plus'
}

/** One line that lists everything it was summed up, averaged or linked from. */
function listLine(telling: Telling, result: ReceiptCell): DraftLine {
  const first = result.terms[0]
  const label = result.operation === 'sum' && first ? cellAt(telling, first)?.label : result.label
  return { ...lineOf(telling, result, 'none', 1), label: labelText(telling, label ?? result.label) }
}

function lineOf(
  telling: Telling,
  cell: ReceiptCell,
  operator: DraftLine['operator'],
  sign: 1 | -1,
): DraftLine {
  const { calculation: _, transaction_id: __, position_id: ___, ...facts } = inputOf(telling, cell, sign)
  const terms = cell.operation === 'linked' ? daysOf(cell.terms) : cell.terms
  const shown = terms.slice(-mostInputs)
  const inputs = shown.flatMap(term => {
    const part = cellAt(telling, term)
    return part ? [inputOf(telling, part, term.sign)] : []
  })
  return { ...facts, operator, inputs, inputs_count: terms.length }
}

/** Linked days are triples of capital, P/L and part: the part tells the day. */
function daysOf(terms: readonly ReceiptTerm[]): ReceiptTerm[] {
  return terms.filter((_, place) => place % 3 === 2)
}

function inputOf(telling: Telling, cell: ReceiptCell, sign: 1 | -1): DraftInput {
  const { source } = cell
  const leaves = leavesOf(telling, cell, 40)
  const booking = leaves.find(leaf => leaf.source?.kind === 'booking' || leaf.source?.kind === 'lot')?.source
  const flagged = leaves.find(leaf => leaf.source?.kind === 'price' && leaf.source.flag !== null)?.source
  const position = leaves.find(leaf => leaf.source?.kind === 'position')?.source
  const positionId = position?.kind === 'position' ? position.position : null
  return {
    label: positionLabel(telling, cell, positionId) ?? labelOf(telling, cell),
    calculation: calculationOf(telling, cell),
    value: cell.value === null ? null : sign * cell.value,
    unit: unitOf(cell),
    date: cell.day === null ? null : isoOf(cell.day),
    flag: flagged?.kind === 'price' ? flagged.flag : null,
    transaction_id:
      booking?.kind === 'booking' || booking?.kind === 'lot' ? booking.transaction || null : null,
    position_id: positionId,
    origins:
      cell.operation === 'input'
        ? originsOf(telling, cell)
        : leaves.flatMap(leaf => originsOf(telling, leaf)).slice(0, 6),
    note: source?.kind === 'recorded_rate' ? 'receipt_recorded_rate' : null,
  }
}

/** The inputs that a line rests on in the end, as many as are worth naming. */
function leavesOf(telling: Telling, cell: ReceiptCell, most: number): ReceiptCell[] {
  if (cell.operation === 'input') return [cell]
  const leaves: ReceiptCell[] = []
  for (const term of cell.terms) {
    if (leaves.length >= most) break
    const part = cellAt(telling, term)
    if (part) leaves.push(...leavesOf(telling, part, most - leaves.length))
  }
  return leaves
}

function labelText({ language }: Telling, label: string): string {
  const texts: Record<string, string> = textsIn(language)
  return texts[`receipt_label_${label}`] ?? label
}

function labelOf(telling: Telling, cell: ReceiptCell): string {
  const text = labelText(telling, cell.label)
  return cell.source?.kind === 'rate' ? `${text} ${cell.source.from}/${cell.source.to}` : text
}

/** Holdings of a portfolio are told by their names. */
function positionLabel({ portfolio }: Telling, cell: ReceiptCell, key: string | null): string | null {
  if (cell.label !== 'position' || key === null) return null
  const [place = -1] = findPositions(portfolio.book, [key])
  return place < 0 ? null : positionName(portfolio, place)
}

function unitOf({ unit, currency }: ReceiptCell): string | null {
  if (unit === 'money' || unit === 'price') return currency
  if (unit === 'fraction') return '%'
  return unit === 'bps' ? 'bps' : null
}

/** `600 × 238.5 × 0.913`, of lines that are one step away from their inputs. */
function calculationOf(telling: Telling, cell: ReceiptCell): string | null {
  const sign = { product: ' × ', quotient: ' ÷ ', sum: ' + ' }[cell.operation as string]
  if (sign === undefined || cell.terms.length < 2 || cell.terms.length > 4) return null
  const parts = cell.terms.map((term, place) => {
    const value = numberText(telling, cellAt(telling, term)?.value ?? null)
    if (cell.operation !== 'sum') return place === 0 ? value : `${sign}${value}`
    const minus = term.sign < 0
    return place === 0 ? (minus ? `−${value}` : value) : `${minus ? ' − ' : ' + '}${value}`
  })
  return parts.join('')
}

function numberText({ language }: Telling, value: number | null): string {
  if (value === null) return '–'
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value).replace('-', '−')
}

function originsOf({ portfolio }: Telling, { source, day }: ReceiptCell): Origin[] {
  if (source === null) return []
  if (source.kind === 'booking' || source.kind === 'lot') return [{ kind: 'booking', id: source.transaction }]
  if (day === null) return []
  if (source.kind === 'price') return [{ kind: 'price', instrument: source.instrument, date: isoOf(day) }]
  if (source.kind !== 'rate') return []
  // Rates are kept against one currency: a rate between two others comes from both.
  return [source.from, source.to]
    .filter(currency => currency !== portfolio.book.pivot)
    .map(currency => ({ kind: 'rate', currency, date: isoOf(day) }))
}
