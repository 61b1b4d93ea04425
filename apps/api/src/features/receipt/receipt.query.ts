import type { ReceiptFigure, Subject } from '@plumbline/contract'
import { formatDate } from '@plumbline/contract/format'
import { fillText, textsIn } from '@plumbline/contract/texts'
import {
  BENCHMARK_FIGURES,
  benchmarkReceipt,
  type QueryResult as EngineResult,
  type Flag,
  PNL_ON_CAPITAL,
  POSITION_FIGURES,
  pnlOnCapitalReceipt,
  positionReceipt,
  positionRow,
  printReceipt,
  RELATIVE_FIGURES,
  type Receipt,
  relativeReceipt,
  replayReceipt,
  SCOPE_FIGURES,
  scopeReceipt,
  toIsoDate,
} from '@plumbline/engine'
import type { BenchmarkData } from '../../figures/benchmarks/benchmark-rows.store.ts'
import { buildBlend } from '../../figures/benchmarks/build-blend.ts'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { type SubjectScope, subjectScope } from '../../figures/subject.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  queryEngine,
  readPerformance,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'
import type { AssumedMarket } from '../../snapshots/assumed-market.ts'
import { buildCalculations, type DraftCalculation, displayUnit } from './receipt-lines.ts'

/** The figure that a receipt explains. */
export interface ReceiptRequest {
  subject: Subject
  figure: ReceiptFigure
  view: 'calculated' | 'original'
  strategies: OwnStrategy[]
  /** The market that a what-if assumes; null without one. */
  assumed: AssumedMarket | null
  /** Null without a benchmark, and for figures of the portfolio alone. */
  benchmark: BenchmarkData | null
}

/** A receipt before the sources of its inputs are looked up. */
export interface ReceiptDraft {
  title: string
  label: string
  value: number | null
  printed: string | null
  unit: string | null
  formula: string
  calculations: DraftCalculation[]
  recomputed: number | null
  difference: number | null
  basis: ReturnType<typeof describeBasis>
  flags: ReturnType<typeof wireFlags>
  language: 'en-US' | 'de'
}

/** How one figure was computed, and the same figure recomputed from its inputs. */
export const receiptQuery = defineQuery<ReceiptRequest, ReceiptDraft>(
  'receipt',
  (portfolio, request, filter) => {
    const { subject, figure, strategies } = request
    const { language } = portfolio.view
    const scope = subjectScope(portfolio, filter, subject, strategies)
    const result = queryEngine(portfolio, scope.scope)
    // Only weights refer to the whole portfolio, which is expensive to compute.
    const whole =
      figure === 'weight'
        ? queryEngine(portfolio, { ...readScope(portfolio, filter), period: scope.scope.period })
        : result
    const receipt =
      buildBenchmarkReceipt(portfolio, scope, request, result) ?? buildReceipt(scope, request, result, whole)
    const texts: Record<string, string> = textsIn(language)
    const name = texts[`receipt_figure_${figure}`] ?? figure
    const recomputed = replayReceipt(receipt)
    const printed = printReceipt(receipt)
    const last = receipt.cells.at(-1)
    const isOnCapital = subject.kind !== 'portfolio' && isOneOf(PNL_ON_CAPITAL, figure)
    return {
      title: fillText(texts.receipt_title ?? '', {
        name: scope.name ?? texts.receipt_everything ?? '',
        figure: name,
        date: formatDate(toIsoDate(result.period.to), 'd MMM yyyy', language),
      }),
      label: name.charAt(0).toUpperCase() + name.slice(1),
      value: receipt.value,
      printed: printed.at(-1) ?? null,
      unit: last ? displayUnit(last) : null,
      formula:
        (scope.position === null && !isOnCapital ? texts[`receipt_formula_scope_${figure}`] : undefined) ??
        texts[`receipt_formula_${figure}`] ??
        '',
      calculations: buildCalculations(portfolio, receipt.cells, printed, {
        names: nameComponents(request),
        assumed: request.assumed,
      }),
      recomputed,
      difference: findDifference(receipt, recomputed),
      basis: describeBasis(portfolio, scope.scope),
      flags: wireFlags(findFlags(portfolio, scope, result)),
      language,
    }
  },
)

export function needsBenchmark(figure: string): boolean {
  return isOneOf(BENCHMARK_FIGURES, figure) || isOneOf(RELATIVE_FIGURES, figure)
}

/** The receipt of a benchmark's figure; null for other figures. */
function buildBenchmarkReceipt(
  portfolio: Portfolio,
  { scope, position }: SubjectScope,
  { figure, benchmark }: ReceiptRequest,
  result: EngineResult,
): Receipt | null {
  const isRelative = isOneOf(RELATIVE_FIGURES, figure)
  if (!isRelative && !isOneOf(BENCHMARK_FIGURES, figure)) return null
  if (position !== null)
    throw new AppError('invalid_field', { field: 'figure', message: 'A position has no benchmark.' })
  if (benchmark === null) return { value: null, cells: [] }
  const blend = buildBlend(portfolio, benchmark, scope.currency, result.period.to)
  if (isRelative) {
    // Like the comparison, from the first transaction on: it decides whether figures are per year.
    const from = Math.max(
      scope.period.from,
      Math.min(scope.firstTransaction ?? result.period.to, result.period.to),
    )
    const period = { from, to: result.period.to }
    return relativeReceipt(queryEngine(portfolio, { ...scope, period }), blend, period, figure)
  }
  const instruments = benchmark.row.components.map(({ instrument }) => instrument)
  return benchmarkReceipt(result, { blend, instruments }, figure)
}

/** The names of the components, which the portfolio need not hold. */
function nameComponents({ benchmark }: ReceiptRequest): ReadonlyMap<string, string> {
  const components = benchmark?.row.components ?? []
  return new Map(components.map(({ instrument, name }) => [instrument, name ?? '']))
}

function buildReceipt(
  { position }: SubjectScope,
  { subject, figure, view }: ReceiptRequest,
  result: EngineResult,
  whole: EngineResult,
): Receipt {
  if (position !== null && isOneOf(POSITION_FIGURES, figure))
    return positionReceipt(result, position, figure, view, whole)
  if (view === 'original')
    throw new AppError('invalid_field', {
      field: 'view',
      message: 'Only a position has an original currency.',
    })
  // The amount of a group or strategy has its share of the capital beside it.
  if (subject.kind !== 'portfolio' && isOneOf(PNL_ON_CAPITAL, figure))
    return pnlOnCapitalReceipt(result, figure)
  if (isOneOf(SCOPE_FIGURES, figure)) return scopeReceipt(result, figure, whole)
  throw new AppError('invalid_field', { field: 'figure', message: 'Only a single position has this figure.' })
}

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return words.some(known => known === word)
}

/** Relative to the largest amount in the sums, smaller differences are rounding errors of float64. */
const tolerance = 1e-9

function findDifference({ value, cells }: Receipt, recomputed: number | null): number | null {
  if (value === null || recomputed === null) return null
  const isMoney = cells.at(-1)?.unit === 'money'
  const largest = cells.reduce(
    (most, cell) => (isMoney && cell.unit === 'money' ? Math.max(most, Math.abs(cell.value ?? 0)) : most),
    Math.abs(value),
  )
  const difference = value - recomputed
  return Math.abs(difference) <= tolerance * (1 + largest) ? 0 : difference
}

function findFlags(
  { snapshot }: Portfolio,
  { position }: SubjectScope,
  result: EngineResult,
): readonly Flag[] {
  if (position === null) return readPerformance(result).flags
  return positionRow(snapshot, result.views, position, result.period).flags
}
