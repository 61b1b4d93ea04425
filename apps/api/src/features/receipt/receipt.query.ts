import type { Subject } from '@plumbline/contract'
import { formatDate } from '@plumbline/contract/format'
import { fillText, textsIn } from '@plumbline/contract/texts'
import {
  type QueryResult as EngineResult,
  type Flag,
  isoOf,
  POSITION_FIGURES,
  type PositionFigure,
  positionReceipt,
  positionRowOf,
  type Receipt,
  replayReceipt,
  SCOPE_FIGURES,
  type ScopeFigure,
  scopeReceipt,
} from '@plumbline/engine'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { type SubjectScope, subjectScope } from '../../figures/subject.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { type Portfolio, part } from '../../queries/query.ts'
import { basisOf, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'
import { type DraftLine, linesOfReceipt } from './receipt-lines.ts'

/** What a receipt is asked for beyond the filter. */
export interface ReceiptQuestion {
  subject: Subject
  figure: PositionFigure | ScopeFigure
  view: 'calculated' | 'original'
  strategies: OwnStrategy[]
}

/** A receipt before the sources of its inputs are looked up. */
export interface ReceiptDraft {
  title: string
  value: number | null
  unit: string | null
  formula: string
  lines: DraftLine[]
  recomputed: number | null
  difference: number | null
  basis: ReturnType<typeof basisOf>
  flags: ReturnType<typeof wireFlags>
  language: 'en-US' | 'de'
}

/** How one figure came about, and the same computed once more from its inputs. */
export const receiptPart = part<ReceiptQuestion, ReceiptDraft>((portfolio, question, filter) => {
  const { subject, figure, strategies } = question
  const { language } = portfolio.view
  const scope = subjectScope(portfolio, filter, subject, strategies)
  const answer = queryEngine(portfolio, scope.scope)
  // Only weights are shares of everything, and everything is dear to ask about.
  const whole =
    figure === 'weight'
      ? queryEngine(portfolio, { ...readScope(portfolio, filter), period: scope.scope.period })
      : answer
  const receipt = receiptOf(scope, question, answer, whole)
  const texts: Record<string, string> = textsIn(language)
  const name = texts[`receipt_figure_${figure}`] ?? figure
  const recomputed = replayReceipt(receipt)
  return {
    title: fillText(texts.receipt_title ?? '', {
      name: scope.name ?? texts.receipt_everything ?? '',
      figure: name,
      date: formatDate(isoOf(answer.period.to), 'd MMM yyyy', language),
    }),
    value: receipt.value,
    unit: unitOf(receipt),
    formula:
      (scope.position === null ? texts[`receipt_formula_scope_${figure}`] : undefined) ??
      texts[`receipt_formula_${figure}`] ??
      '',
    lines: linesOfReceipt(portfolio, receipt.cells, name.charAt(0).toUpperCase() + name.slice(1)),
    recomputed,
    difference: differenceOf(receipt, recomputed),
    basis: basisOf(portfolio, scope.scope),
    flags: wireFlags(flagsOf(portfolio, scope, answer)),
    language,
  }
})

function receiptOf(
  { position }: SubjectScope,
  { figure, view }: ReceiptQuestion,
  answer: EngineResult,
  whole: EngineResult,
): Receipt {
  if (position !== null && isOneOf(POSITION_FIGURES, figure))
    return positionReceipt(answer, position, figure, view, whole)
  if (view === 'original')
    throw new AppError('invalid_field', {
      field: 'view',
      message: 'Only a position has an original currency.',
    })
  if (isOneOf(SCOPE_FIGURES, figure)) return scopeReceipt(answer, figure, whole)
  throw new AppError('invalid_field', { field: 'figure', message: 'Only a single position has this figure.' })
}

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return words.some(known => known === word)
}

/** Below this share of what went through the sums a difference is what float64 leaves, and nothing else. */
const dust = 1e-9

function differenceOf({ value, cells }: Receipt, recomputed: number | null): number | null {
  if (value === null || recomputed === null) return null
  const isMoney = cells.at(-1)?.unit === 'money'
  const largest = cells.reduce(
    (most, cell) => (isMoney && cell.unit === 'money' ? Math.max(most, Math.abs(cell.value ?? 0)) : most),
    Math.abs(value),
  )
  const difference = value - recomputed
  return Math.abs(difference) <= dust * (1 + largest) ? 0 : difference
}

function unitOf({ cells }: Receipt): string | null {
  const result = cells.at(-1)
  if (!result) return null
  if (result.unit === 'money' || result.unit === 'price') return result.currency
  if (result.unit === 'fraction') return '%'
  return result.unit === 'bps' ? 'bps' : null
}

function flagsOf({ snapshot }: Portfolio, { position }: SubjectScope, answer: EngineResult): readonly Flag[] {
  if (position === null) return answer.performance.flags
  return positionRowOf(snapshot, answer.views, position, answer.period).flags
}
