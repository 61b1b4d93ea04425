import { textsIn } from '@plumbline/contract/texts'
import { type ReceiptCell, type ReceiptTerm, toIsoDate } from '@plumbline/engine'
import { findPositions } from '../../figures/find-positions.ts'
import { positionName } from '../../figures/subject.ts'
import type { Portfolio } from '../../queries/query.ts'
import type { Origin } from './receipt.store.ts'

/** An input of a line, with the keys of its source. */
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
  /** For a source that is in no table. */
  note: string | null
}

export interface DraftLine extends Omit<DraftInput, 'calculation' | 'transaction_id' | 'position_id'> {
  operator: 'none' | 'plus' | 'minus' | 'times' | 'divided' | 'equals'
  inputs: DraftInput[]
  inputs_count: number
}

const maxInputs = 500
const maxSources = 6
/** A longer sum becomes one line that lists its parts. */
const maxLines = 8

interface RenderContext {
  portfolio: Portfolio
  cells: readonly ReceiptCell[]
  texts: Record<string, string>
  numbers: Intl.NumberFormat
}

/** The lines of a receipt: the formula of its last cell, each line with its inputs. */
export function buildLines(portfolio: Portfolio, cells: readonly ReceiptCell[], name: string): DraftLine[] {
  const result = cells.at(-1)
  if (!result) return []
  const { language } = portfolio.view
  const context: RenderContext = {
    portfolio,
    cells,
    texts: textsIn(language),
    numbers: new Intl.NumberFormat(language, { maximumFractionDigits: 6 }),
  }
  const isList =
    !['sum', 'product', 'quotient'].includes(result.operation) ||
    result.terms.length > maxLines ||
    (result.operation === 'sum' && isOfOneKind(context, result.terms))
  const lines = isList ? [listLine(context, result)] : formulaLines(context, result)
  const [only] = lines
  if (lines.length === 1 && only && only.inputs.length === 0 && result.terms.length <= 1) return lines
  return [...lines, { ...buildLine(context, result, 'equals', 1), label: name, inputs: [], inputs_count: 0 }]
}

function cellAt({ cells }: RenderContext, term: ReceiptTerm): ReceiptCell | undefined {
  return cells[term.cell]
}

function isOfOneKind(context: RenderContext, terms: readonly ReceiptTerm[]): boolean {
  const labels = new Set(terms.map(term => cellAt(context, term)?.label))
  return terms.length > 1 && labels.size === 1
}

function formulaLines(context: RenderContext, result: ReceiptCell): DraftLine[] {
  return result.terms.flatMap((term, place) => {
    const cell = cellAt(context, term)
    if (!cell) return []
    const operator = chooseOperator(result.operation, term.sign, place)
    // A zero without parts adds nothing to a formula.
    if (result.operation === 'sum' && cell.value === 0 && cell.terms.length === 0 && place > 0) return []
    const sign = operator === 'minus' ? 1 : term.sign
    return [buildLine(context, cell, operator, sign)]
  })
}

function chooseOperator(
  operation: ReceiptCell['operation'],
  sign: 1 | -1,
  place: number,
): DraftLine['operator'] {
  if (place === 0) return 'none'
  if (operation === 'product') return 'times'
  if (operation === 'quotient') return 'divided'
  return sign < 0 ? 'minus' : 'plus'
}

/** Labels for lists of days and of flows; other lists use the label of their result. */
const listLabels: Partial<Record<ReceiptCell['operation'], string>> = {
  linked: 'day',
  rate_of_return: 'flows',
}

/** One line that lists all parts of a sum, average or chained return. */
function listLine(context: RenderContext, result: ReceiptCell): DraftLine {
  const label = listLabels[result.operation] ?? result.label
  return { ...buildLine(context, result, 'none', 1), label: labelText(context, label) }
}

/** A line with a single term is replaced by that term, with its own label. */
function unwrap(context: RenderContext, cell: ReceiptCell): ReceiptCell {
  const [only] = cell.terms
  const inner = only && cell.terms.length === 1 && only.sign === 1 ? cellAt(context, only) : undefined
  const isWrapped = cell.operation === 'product' || cell.operation === 'sum'
  return inner && isWrapped ? { ...unwrap(context, inner), label: cell.label } : cell
}

function buildLine(
  context: RenderContext,
  written: ReceiptCell,
  operator: DraftLine['operator'],
  sign: 1 | -1,
): DraftLine {
  const cell = unwrap(context, written)
  const { calculation: _, transaction_id: __, position_id: ___, ...facts } = buildInput(context, cell, sign)
  const inputs =
    cell.operation === 'linked' ? linkedDays(context, cell.terms) : listParts(context, cell.terms)
  return {
    ...facts,
    // Computed lines have no source of their own; their inputs do.
    ...(cell.operation === 'input' ? {} : { origins: [], note: null }),
    operator,
    inputs: inputs.slice(-maxInputs),
    inputs_count: cell.operation === 'linked' ? inputs.length : cell.terms.length,
  }
}

function listParts(context: RenderContext, terms: readonly ReceiptTerm[]): DraftInput[] {
  return terms.slice(-maxInputs).flatMap(term => {
    const part = cellAt(context, term)
    return part ? [buildInput(context, unwrap(context, part), term.sign)] : []
  })
}

/** Chained days are triples of capital, P/L and the counted part, each the return of one day. */
function linkedDays(context: RenderContext, terms: readonly ReceiptTerm[]): DraftInput[] {
  const days: DraftInput[] = []
  for (let place = 0; place + 2 < terms.length; place += 3) {
    const [capital, , part] = terms.slice(place, place + 3).map(term => cellAt(context, term))
    if (!capital || !part) continue
    const amounts = [part.value, capital.value].map(value => numberText(context, value))
    days.push({
      ...buildInput(context, part, 1),
      label: context.texts.receipt_day_return ?? '',
      calculation: amounts.join(' ÷ '),
      value: (part.value ?? 0) / (capital.value ?? Number.NaN),
      unit: '%',
    })
  }
  return days
}

function buildInput(context: RenderContext, cell: ReceiptCell, sign: 1 | -1): DraftInput {
  const leaves = collectLeaves(context, cell, 40)
  const transaction = leaves.find(
    leaf => leaf.source?.kind === 'transaction' || leaf.source?.kind === 'lot',
  )?.source
  const flagged = leaves.find(leaf => leaf.source?.kind === 'price' && leaf.source.flag !== null)?.source
  const position = leaves.find(leaf => leaf.source?.kind === 'position')?.source
  const positionId = position?.kind === 'position' ? position.position : null
  return {
    label: positionLabel(context, cell, positionId) ?? cellLabel(context, cell),
    calculation: formatCalculation(context, cell),
    value: cell.value === null ? null : sign * cell.value,
    unit: displayUnit(cell),
    date: cell.day === null ? null : toIsoDate(cell.day),
    flag: flagged?.kind === 'price' ? flagged.flag : null,
    transaction_id:
      transaction?.kind === 'transaction' || transaction?.kind === 'lot'
        ? transaction.transaction || null
        : null,
    position_id: positionId,
    origins: leaves.flatMap(leaf => listOrigins(context, leaf)).slice(0, maxSources),
    note: cell.source?.kind === 'recorded_rate' ? 'receipt_recorded_rate' : null,
  }
}

/** The leaf inputs of a cell, up to a limit. */
function collectLeaves(context: RenderContext, cell: ReceiptCell, most: number): ReceiptCell[] {
  if (cell.operation === 'input') return [cell]
  const leaves: ReceiptCell[] = []
  for (const term of cell.terms) {
    if (leaves.length >= most) break
    const part = cellAt(context, term)
    if (part) leaves.push(...collectLeaves(context, part, most - leaves.length))
  }
  return leaves
}

function labelText({ texts }: RenderContext, label: string): string {
  return texts[`receipt_label_${label}`] ?? label
}

function cellLabel(context: RenderContext, cell: ReceiptCell): string {
  const text = labelText(context, cell.label)
  return cell.source?.kind === 'rate' ? `${text} ${cell.source.from}/${cell.source.to}` : text
}

/** Positions are labelled by name. */
function positionLabel({ portfolio }: RenderContext, cell: ReceiptCell, key: string | null): string | null {
  if (cell.label !== 'position' || key === null) return null
  const [place = -1] = findPositions(portfolio.snapshot, [key])
  return place < 0 ? null : positionName(portfolio, place)
}

function displayUnit({ unit, currency }: ReceiptCell): string | null {
  if (unit === 'money' || unit === 'price') return currency
  if (unit === 'fraction') return '%'
  return unit === 'bps' ? 'bps' : null
}

/** Such as `600 × 238.5 × 0.913`, for cells with a few terms. */
function formatCalculation(context: RenderContext, cell: ReceiptCell): string | null {
  if (cell.terms.length < 2 || cell.terms.length > 4) return null
  const values = cell.terms.map(term => term.sign * (cellAt(context, term)?.value ?? Number.NaN))
  if (!values.every(Number.isFinite)) return null
  if (cell.operation === 'sum')
    return values
      .map((value, place) => {
        const text = numberText(context, Math.abs(value))
        if (place === 0) return value < 0 ? `−${text}` : text
        return value < 0 ? ` − ${text}` : ` + ${text}`
      })
      .join('')
  const sign = { product: ' × ', quotient: ' ÷ ' }[cell.operation as string]
  return sign === undefined ? null : values.map(value => numberText(context, value)).join(sign)
}

function numberText({ numbers }: RenderContext, value: number | null): string {
  return value === null ? '–' : numbers.format(value).replace('-', '−')
}

function listOrigins({ portfolio }: RenderContext, { source, day }: ReceiptCell): Origin[] {
  if (source === null) return []
  if (source.kind === 'transaction' || source.kind === 'lot')
    return [{ kind: 'transaction', id: source.transaction }]
  if (day === null) return []
  if (source.kind === 'price') return [{ kind: 'price', instrument: source.instrument, date: toIsoDate(day) }]
  if (source.kind !== 'rate') return []
  // Rates are stored against one pivot currency: a cross rate has two sources.
  return [source.from, source.to]
    .filter(currency => currency !== portfolio.snapshot.pivot)
    .map(currency => ({ kind: 'rate', currency, date: toIsoDate(day) }))
}
