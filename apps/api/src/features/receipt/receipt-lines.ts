import {
  type ReceiptFigure,
  type ReceiptOperation,
  receiptFigures,
  transactionTypes,
} from '@plumbline/contract'
import { formatDate } from '@plumbline/contract/format'
import { textsIn } from '@plumbline/contract/texts'
import {
  currencyUnit,
  type Day,
  findTexts,
  type ReceiptCell,
  type ReceiptLink,
  type ReceiptTerm,
  toIsoDate,
} from '@plumbline/engine'
import { findPositions } from '../../figures/find-positions.ts'
import { positionName } from '../../figures/subject.ts'
import { isHypothetical } from '../../figures/what-if/hypothetical-id.ts'
import type { Portfolio } from '../../queries/query.ts'
import type { AssumedMarket } from '../../snapshots/assumed-market.ts'
import type { Origin } from './receipt.store.ts'

/** A line of a calculation, with the keys of its sources. */
export interface DraftLine {
  operator: 'none' | 'plus' | 'minus' | 'times' | 'divided'
  label: string
  value: number | null
  printed: string | null
  unit: string | null
  date: string | null
  flag: 'stale' | 'estimated' | 'assumed' | null
  transaction_id: string | null
  calculation: number | null
  receipt: { figure: ReceiptFigure; position_id: string | null; start_date: string; end_date: string } | null
  /** Two for a cross rate. */
  origins: Origin[]
  /** The text of a source that is in no table. */
  note: string | null
}

export interface DraftCalculation {
  operation: ReceiptOperation
  lines: DraftLine[]
}

interface RenderContext {
  portfolio: Portfolio
  cells: readonly ReceiptCell[]
  printed: readonly (string | null)[]
  texts: Record<string, string>
  /** The place of each transaction of the receipt in the ledger. */
  transactions: ReadonlyMap<string, number>
  /** The market that a what-if assumes. */
  assumed: AssumedMarket | null
  /** Names of instruments that the portfolio need not hold. */
  names: ReadonlyMap<string, string>
  /** The place of the calculation of each cell; computed cells get one when a line refers to them. */
  calculations: Map<number, number>
}

/** The calculations of a receipt: the first of its figure, then those of the lines that refer to them, each once. */
export function buildCalculations(
  portfolio: Portfolio,
  cells: readonly ReceiptCell[],
  printed: readonly (string | null)[],
  { names, assumed }: Pick<RenderContext, 'names' | 'assumed'>,
): DraftCalculation[] {
  if (cells.length === 0) return []
  const context: RenderContext = {
    portfolio,
    cells,
    printed,
    texts: textsIn(portfolio.view.language),
    names,
    transactions: findTransactions(portfolio, cells),
    assumed,
    calculations: new Map([[cells.length - 1, 0]]),
  }
  const built: DraftCalculation[] = []
  // Lines add calculations to the map while it is read.
  for (const place of context.calculations.keys()) built.push(buildCalculation(context, place))
  return built
}

function buildCalculation(context: RenderContext, place: number): DraftCalculation {
  const cell = context.cells[place]
  if (!cell) return { operation: 'arithmetic', lines: [] }
  const { operation } = cell
  const isArithmetic = operation === 'sum' || operation === 'product' || operation === 'input'
  // A figure that is an input has itself as its only line.
  const terms: readonly ReceiptTerm[] = operation === 'input' ? [{ cell: place, sign: 1 }] : cell.terms
  return {
    operation: isArithmetic ? 'arithmetic' : operation,
    lines: terms.map((term, index) => buildLine(context, term, chooseOperator(cell, term, index))),
  }
}

function chooseOperator(
  { operation }: ReceiptCell,
  { sign }: ReceiptTerm,
  index: number,
): DraftLine['operator'] {
  if (operation === 'product') return index === 0 ? 'none' : sign < 0 ? 'divided' : 'times'
  if (operation !== 'sum' && operation !== 'rate_of_return') return 'none'
  if (sign < 0) return 'minus'
  return index === 0 ? 'none' : 'plus'
}

function buildLine(
  context: RenderContext,
  { cell: place }: ReceiptTerm,
  operator: DraftLine['operator'],
): DraftLine {
  const { cells, printed } = context
  const cell = cells[place]
  if (!cell) throw new RangeError(`a receipt without cell ${place}`)
  const main = mainInput(context, cell)
  const source = main?.source
  const link = cell.source?.kind === 'figure' ? cell.source : null
  const period = findPeriod(context, cell, link)
  return {
    operator,
    label: lineLabel(context, cell, main, period),
    value: cell.value,
    printed: printed[place] ?? null,
    unit: displayUnit(cell),
    date: period !== null || cell.day === null ? null : toIsoDate(cell.day),
    flag: isAssumed(context, cell, main)
      ? 'assumed'
      : cell.source?.kind === 'price'
        ? cell.source.flag
        : null,
    transaction_id: statedTransaction(source),
    calculation: placeCalculation(context, cell, place),
    receipt: link === null ? null : wireLink(link),
    origins: listOrigins(context, cell),
    note: sourceNote(cell),
  }
}

/** Whether a line rests on a transaction, a price or a rate that a what-if assumes. */
function isAssumed(
  { assumed, portfolio, cells }: RenderContext,
  cell: ReceiptCell,
  main: ReceiptCell | undefined,
): boolean {
  if (isHypothetical(statedTransaction(main?.source) ?? '')) return true
  if (assumed === null || cell.day !== assumed.asOf) return false
  const rateSources = cell.label === 'rate' ? cell.terms.map(term => cells[term.cell]?.source) : []
  return [cell.source, ...rateSources].some(source => {
    if (source?.kind === 'price') return isPriceAssumed(portfolio, assumed, source.instrument)
    return source?.kind === 'rate' && assumed.rates.some(([currency]) => isIn(source, currency))
  })
}

const isIn = ({ from, to }: { from: string; to: string }, currency: string) =>
  from === currency || to === currency

function isPriceAssumed({ snapshot }: Portfolio, { prices }: AssumedMarket, id: string): boolean {
  const instrument = snapshot.instruments.find(each => each.id === id)
  return prices.some(({ of, key }) => {
    if (of === 'instrument') return key === id
    if (of === 'currency') return currencyUnit(instrument?.currency ?? '').currency === key
    return key === (of === 'sector' ? instrument?.sector : instrument?.type)
  })
}

function placeCalculation({ calculations }: RenderContext, cell: ReceiptCell, place: number): number | null {
  if (cell.operation === 'input' || cell.terms.length === 0) return null
  const known = calculations.get(place)
  if (known !== undefined) return known
  calculations.set(place, calculations.size)
  return calculations.size - 1
}

/**
 * The input that a line is about: itself, the first factor of a product, the disposal that takes a share of a cost, or
 * the only transaction of a sum.
 */
function mainInput(context: RenderContext, cell: ReceiptCell): ReceiptCell | undefined {
  if (cell.operation === 'input') return cell
  const parts = cell.terms.flatMap(term => context.cells[term.cell] ?? [])
  if (cell.operation === 'product') {
    const share = cell.label === 'lot' ? undefined : parts.find(({ label }) => label === 'share')
    return share ?? (parts[0] && mainInput(context, parts[0]))
  }
  const mains = cell.operation === 'sum' ? parts.map(part => mainInput(context, part)) : []
  const transactions = new Set(mains.map(main => statedTransaction(main?.source)))
  return transactions.size === 1 ? mains[0] : undefined
}

function statedTransaction(source: ReceiptCell['source'] | undefined): string | null {
  if (source?.kind === 'transaction' || source?.kind === 'lot' || source?.kind === 'price')
    return source.transaction || null
  return source?.kind === 'recorded_rate' ? source.transaction : null
}

/** The days of a subtotal or of a return over several days; null for other lines. */
function findPeriod(
  context: RenderContext,
  cell: ReceiptCell,
  link: ReceiptLink | null,
): { from: Day; to: Day } | null {
  if (link !== null && link.position === null && link.from < link.to) return link
  if (cell.label !== 'period' && cell.label !== 'contribution') return null
  const days = cell.terms.flatMap(term => {
    const part = context.cells[term.cell]
    const inner = part && findPeriod(context, part, part.source?.kind === 'figure' ? part.source : null)
    return inner ? [inner.from, inner.to] : cell.label === 'period' ? (part?.day ?? []) : []
  })
  const period = { from: Math.min(...days), to: Math.max(...days) }
  return period.from < period.to && (cell.label === 'period' || days.length === 2) ? period : null
}

function lineLabel(
  context: RenderContext,
  cell: ReceiptCell,
  main: ReceiptCell | undefined,
  period: { from: Day; to: Day } | null,
): string {
  const text = context.texts[labelKey(cell, main)] ?? cell.label
  if (period !== null) {
    const { language } = context.portfolio.view
    const [from, to] = [period.from, period.to].map(day => formatDate(toIsoDate(day), 'd MMM yyyy', language))
    return cell.label === 'period' ? `${from} – ${to}` : `${text} ${from} – ${to}`
  }
  const rate = findRate(context, cell)
  if (rate !== null) return `${text} ${rate.from}/${rate.to}`
  if (cell.label === 'position' && main?.source?.kind === 'figure')
    return namePosition(context, main.source.position ?? '') ?? text
  if (cell.label === 'component' && main?.source?.kind === 'price')
    return context.names.get(main.source.instrument) ?? text
  const transaction =
    main?.source?.kind === 'transaction' ? nameTransaction(context, main.source.transaction) : null
  if (transaction === null || cell.label === 'amount') return text
  return namedByTransaction.has(cell.label) ? transaction : `${text}: ${transaction}`
}

/** Flows are named by what they are: those of a whole day, or margin settled from closing prices. */
function labelKey({ label, source }: ReceiptCell, main: ReceiptCell | undefined): string {
  if (label === 'flow' && source?.kind === 'figure') return 'receipt_label_flows'
  if (label === 'flow' && main?.source?.kind === 'close') return 'transaction_type_variation_margin'
  return `receipt_label_${label}`
}

/** Lines that are the transaction itself, not a part of it. */
const namedByTransaction: ReadonlySet<ReceiptCell['label']> = new Set(['cost', 'invested', 'flow', 'income'])

/** The currencies of a rate. A cross rate is divided by the rate of the currency it converts into. */
function findRate({ cells }: RenderContext, cell: ReceiptCell): { from: string; to: string } | null {
  if (cell.source?.kind === 'rate') return cell.source
  const divisor = cell.operation === 'product' && cell.label === 'rate' ? cell.terms.at(-1) : undefined
  const source = divisor && divisor.sign < 0 ? cells[divisor.cell]?.source : null
  return source?.kind === 'rate' && cell.currency !== null ? { from: cell.currency, to: source.from } : null
}

function namePosition({ portfolio }: RenderContext, key: string): string | null {
  const [place = -1] = findPositions(portfolio.snapshot, [key])
  return place < 0 ? null : positionName(portfolio, place)
}

/** The type of a transaction and its instrument: Buy Corvid Compute. */
function nameTransaction({ portfolio, transactions, texts }: RenderContext, id: string): string | null {
  const { ledger } = portfolio.metadata
  const place = transactions.get(id)
  if (place === undefined) return null
  const type = transactionTypes[ledger.type[place] ?? -1]
  if (type === undefined) return null
  const side = (ledger.quantity[place] ?? 0) < 0 ? 'sell' : 'buy'
  const name = type === 'trade' ? texts[`trx_side_${side}`] : texts[`transaction_type_${type}`]
  const instrument = portfolio.snapshot.instruments[ledger.instrument[place] ?? -1]?.name
  return [name ?? type, instrument].filter(part => part !== undefined).join(' ')
}

function findTransactions({ snapshot }: Portfolio, cells: readonly ReceiptCell[]): Map<string, number> {
  const wanted = new Set(cells.flatMap(({ source }) => statedTransaction(source) ?? []))
  return findTexts(snapshot.transactions, wanted)
}

function wireLink({ figure, position, from, to }: ReceiptLink): DraftLine['receipt'] {
  const known = receiptFigures.find(name => name === figure)
  return known === undefined
    ? null
    : { figure: known, position_id: position, start_date: toIsoDate(from), end_date: toIsoDate(to) }
}

export function displayUnit({ unit, currency }: ReceiptCell): string | null {
  if (unit === 'money' || unit === 'price') return currency
  if (unit === 'fraction') return '%'
  return unit === 'bps' ? 'bps' : null
}

const notes: Partial<Record<NonNullable<ReceiptCell['source']>['kind'], string>> = {
  terms: 'receipt_from_terms',
  split: 'receipt_from_split',
  recorded_rate: 'receipt_recorded_rate',
}

function sourceNote({ source }: ReceiptCell): string | null {
  if (source === null) return null
  if (source.kind === 'price' && source.transaction !== null) return 'receipt_stated_price'
  return notes[source.kind] ?? null
}

/** Where the input of a line can be looked up, or the rates that a cross rate is made of. */
function listOrigins(context: RenderContext, { label, source, day, terms }: ReceiptCell): Origin[] {
  const transaction = statedTransaction(source)
  if (transaction !== null) return [{ kind: 'transaction', id: transaction }]
  if (source === null && label === 'rate')
    return terms.flatMap(term => {
      const leg = context.cells[term.cell]
      return leg ? listOrigins(context, leg) : []
    })
  if (source === null || day === null) return []
  if (source.kind === 'price') return [{ kind: 'price', instrument: source.instrument, date: toIsoDate(day) }]
  return source.kind === 'rate' ? [{ kind: 'rate', currency: source.from, date: toIsoDate(day) }] : []
}
