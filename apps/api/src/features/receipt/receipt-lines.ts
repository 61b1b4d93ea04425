import { textsIn } from '@plumbline/contract/texts'
import { isoOf, type ReceiptCell, type ReceiptTerm } from '@plumbline/engine'
import { findPositions } from '../../figures/find-positions.ts'
import { positionName } from '../../figures/subject.ts'
import type { Portfolio } from '../../queries/query.ts'
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
const mostSources = 6
/** A sum of more parts than these is told as one line that lists them. */
const mostLines = 8

interface Telling {
  portfolio: Portfolio
  cells: readonly ReceiptCell[]
  texts: Record<string, string>
  numbers: Intl.NumberFormat
}

/** The lines of a receipt as people read them: the formula of its last line, each with what it rests on. */
export function linesOfReceipt(
  portfolio: Portfolio,
  cells: readonly ReceiptCell[],
  name: string,
): DraftLine[] {
  const result = cells.at(-1)
  if (!result) return []
  const { language } = portfolio.view
  const telling: Telling = {
    portfolio,
    cells,
    texts: textsIn(language),
    numbers: new Intl.NumberFormat(language, { maximumFractionDigits: 6 }),
  }
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

/** What lists of days and of flows are called; every other list is called as what it comes to. */
const listLabels: Partial<Record<ReceiptCell['operation'], string>> = {
  linked: 'day',
  rate_of_return: 'flows',
}

/** One line that lists everything it was summed up, averaged or linked from. */
function listLine(telling: Telling, result: ReceiptCell): DraftLine {
  const label = listLabels[result.operation] ?? result.label
  return { ...lineOf(telling, result, 'none', 1), label: labelText(telling, label) }
}

/** A line whose only term says all there is to say is that term, under its own name. */
function plain(telling: Telling, cell: ReceiptCell): ReceiptCell {
  const [only] = cell.terms
  const inner = only && cell.terms.length === 1 && only.sign === 1 ? cellAt(telling, only) : undefined
  const isWrapped = cell.operation === 'product' || cell.operation === 'sum'
  return inner && isWrapped ? { ...plain(telling, inner), label: cell.label } : cell
}

function lineOf(
  telling: Telling,
  written: ReceiptCell,
  operator: DraftLine['operator'],
  sign: 1 | -1,
): DraftLine {
  const cell = plain(telling, written)
  const { calculation: _, transaction_id: __, position_id: ___, ...facts } = inputOf(telling, cell, sign)
  const inputs = cell.operation === 'linked' ? daysOf(telling, cell.terms) : partsOf(telling, cell.terms)
  return {
    ...facts,
    // What was worked out has the sources of its inputs, which stand beside them.
    ...(cell.operation === 'input' ? {} : { origins: [], note: null }),
    operator,
    inputs: inputs.slice(-mostInputs),
    inputs_count: cell.operation === 'linked' ? inputs.length : cell.terms.length,
  }
}

function partsOf(telling: Telling, terms: readonly ReceiptTerm[]): DraftInput[] {
  return terms.slice(-mostInputs).flatMap(term => {
    const part = cellAt(telling, term)
    return part ? [inputOf(telling, plain(telling, part), term.sign)] : []
  })
}

/** Linked days are triples of capital, P/L and the part of it that counts: each is a return of one day. */
function daysOf(telling: Telling, terms: readonly ReceiptTerm[]): DraftInput[] {
  const days: DraftInput[] = []
  for (let place = 0; place + 2 < terms.length; place += 3) {
    const [capital, , part] = terms.slice(place, place + 3).map(term => cellAt(telling, term))
    if (!capital || !part) continue
    const amounts = [part.value, capital.value].map(value => numberText(telling, value))
    days.push({
      ...inputOf(telling, part, 1),
      label: telling.texts.receipt_day_return ?? '',
      calculation: amounts.join(' ÷ '),
      value: (part.value ?? 0) / (capital.value ?? Number.NaN),
      unit: '%',
    })
  }
  return days
}

function inputOf(telling: Telling, cell: ReceiptCell, sign: 1 | -1): DraftInput {
  const leaves = leavesOf(telling, cell, 40)
  const transaction = leaves.find(
    leaf => leaf.source?.kind === 'transaction' || leaf.source?.kind === 'lot',
  )?.source
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
      transaction?.kind === 'transaction' || transaction?.kind === 'lot'
        ? transaction.transaction || null
        : null,
    position_id: positionId,
    origins: leaves.flatMap(leaf => originsOf(telling, leaf)).slice(0, mostSources),
    note: cell.source?.kind === 'recorded_rate' ? 'receipt_recorded_rate' : null,
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

function labelText({ texts }: Telling, label: string): string {
  return texts[`receipt_label_${label}`] ?? label
}

function labelOf(telling: Telling, cell: ReceiptCell): string {
  const text = labelText(telling, cell.label)
  return cell.source?.kind === 'rate' ? `${text} ${cell.source.from}/${cell.source.to}` : text
}

/** Holdings of a portfolio are told by their names. */
function positionLabel({ portfolio }: Telling, cell: ReceiptCell, key: string | null): string | null {
  if (cell.label !== 'position' || key === null) return null
  const [place = -1] = findPositions(portfolio.snapshot, [key])
  return place < 0 ? null : positionName(portfolio, place)
}

function unitOf({ unit, currency }: ReceiptCell): string | null {
  if (unit === 'money' || unit === 'price') return currency
  if (unit === 'fraction') return '%'
  return unit === 'bps' ? 'bps' : null
}

/** `600 × 238.5 × 0.913`, of lines that are a few numbers away from their inputs. */
function calculationOf(telling: Telling, cell: ReceiptCell): string | null {
  if (cell.terms.length < 2 || cell.terms.length > 4) return null
  const values = cell.terms.map(term => term.sign * (cellAt(telling, term)?.value ?? Number.NaN))
  if (!values.every(Number.isFinite)) return null
  if (cell.operation === 'sum')
    return values
      .map((value, place) => {
        const text = numberText(telling, Math.abs(value))
        if (place === 0) return value < 0 ? `−${text}` : text
        return value < 0 ? ` − ${text}` : ` + ${text}`
      })
      .join('')
  const sign = { product: ' × ', quotient: ' ÷ ' }[cell.operation as string]
  return sign === undefined ? null : values.map(value => numberText(telling, value)).join(sign)
}

function numberText({ numbers }: Telling, value: number | null): string {
  return value === null ? '–' : numbers.format(value).replace('-', '−')
}

function originsOf({ portfolio }: Telling, { source, day }: ReceiptCell): Origin[] {
  if (source === null) return []
  if (source.kind === 'transaction' || source.kind === 'lot')
    return [{ kind: 'transaction', id: source.transaction }]
  if (day === null) return []
  if (source.kind === 'price') return [{ kind: 'price', instrument: source.instrument, date: isoOf(day) }]
  if (source.kind !== 'rate') return []
  // Rates are kept against one currency: a rate between two others comes from both.
  return [source.from, source.to]
    .filter(currency => currency !== portfolio.snapshot.pivot)
    .map(currency => ({ kind: 'rate', currency, date: isoOf(day) }))
}
