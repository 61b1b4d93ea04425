import type { Receipt } from '@plumbline/contract'
import { receiptText } from '@plumbline/contract/receipt-format'
import { type ReceiptDraft, receiptQuery } from '../../features/receipt/receipt.query.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { findError, readReceipt } from './read-receipt.ts'
import { periodFilter, type ReceiptCase } from './receipt-worlds.ts'

/** What was checked of one kind of figure. */
export interface Tally {
  receipts: number
  calculations: number
  /** Receipts that lines refer to, compared with the line. */
  links: number
}

export interface CheckResult {
  byFigure: Map<string, Tally>
  errors: string[]
}

type Draft = ReceiptDraft['calculations'][number]['lines'][number]

/** The planted defect: no figure has more than six decimals, as receipts were printed before. */
function cutDigits<Line extends { printed: string | null }>(line: Line): Line {
  return { ...line, printed: line.printed?.replace(/(\.\d{6})\d+$/, '$1') ?? null }
}

/** The receipt as it is sent, without the sources that only a database knows. */
function toWire(draft: ReceiptDraft, figure: Receipt['figure'], isPlanted: boolean): Receipt {
  const { language: _, calculations, ...rest } = draft
  const wireLine = ({ origins: __, note: ___, ...line }: Draft) => ({ ...line, source: null })
  return {
    ...rest,
    figure,
    calculations: calculations.map(({ operation, lines }) => ({
      operation,
      lines: lines.map(line => wireLine(isPlanted ? cutDigits(line) : line)),
    })),
    computed_at: new Date(0).toISOString(),
  }
}

/** The receipt of a case; null where the figure does not exist there. */
function writeReceipt({ portfolio, request, filter }: ReceiptCase): ReceiptDraft | null {
  try {
    return receiptQuery.compute(portfolio, request, filter)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

/** Differences below this share are rounding errors of float64. */
const noise = 1e-11

/** Whether two printed figures are the same in the digits that both have. */
function isSamePrinted(a: string, b: string): boolean {
  const unit = 10 ** -Math.min(decimalsOf(a), decimalsOf(b))
  const isRounded = decimalsOf(a) !== decimalsOf(b)
  return Math.abs(Number(a) - Number(b)) <= (isRounded ? 0.5 : 0) * unit + noise * (1 + Math.abs(Number(b)))
}

/** A quotient by a sum that nearly cancels has lost digits in float64, which decimals have not. */
const ratioNoise = 1e-8

/** Whether the printed figure is the figure, rounded. */
function isFigure({ value, printed, unit }: Receipt): boolean {
  if (value === null || printed === null) return value === null && printed === null
  const shown = unit === '%' ? value * 100 : value
  const allowed =
    0.5 * 10 ** -decimalsOf(printed) * (1 + 1e-6) +
    (unit === '%' ? ratioNoise : noise) * (1 + Math.abs(shown))
  return Math.abs(Number(printed) - shown) <= allowed
}

/** The receipts that lines refer to must print the same figure. Some of them, since each is a receipt to compute. */
function checkLinks(
  given: ReceiptCase,
  receipt: Receipt,
  random: () => number,
): { links: number; errors: string[] } {
  const lines = receipt.calculations
    .flatMap(calculation => calculation.lines)
    .filter(line => line.receipt !== null)
  const chosen = lines.filter(() => random() < 1 / lines.length).slice(0, 1)
  const errors = chosen.flatMap(({ receipt: link, printed, label }) => {
    if (!link) return []
    const { subject, view, figure } = given.request
    const linked = writeReceipt({
      ...given,
      request: {
        ...given.request,
        figure: link.figure,
        subject: link.position_id === null ? subject : { kind: 'position', id: link.position_id },
        view: subject.kind === 'position' && figure !== 'weight' ? view : 'calculated',
      },
      filter: periodFilter(link.start_date, link.end_date),
    })
    const found = linked?.printed ?? null
    if (found !== null && printed !== null && isSamePrinted(printed, found)) return []
    return [`${label} ${printed} opens ${link.figure} ${link.start_date} ${link.end_date} ${found}`]
  })
  return { links: chosen.length, errors }
}

/** Prints receipts as screen and clipboard do, and recomputes every printed calculation. */
export function checkReceipts(
  cases: Iterable<ReceiptCase>,
  random: () => number,
  isPlanted: boolean,
): CheckResult {
  const byFigure = new Map<string, Tally>()
  const errors: string[] = []
  for (const given of cases) {
    const draft = writeReceipt(given)
    if (!draft || draft.value === null) continue
    const { figure, subject } = given.request
    const receipt = toWire(draft, figure, isPlanted)
    const text = receiptText(receipt, draft.language)
    const calculations = readReceipt(text, draft.language)
    const { links, errors: broken } = checkLinks(given, receipt, random)
    const found = [
      ...calculations.flatMap(calculation => findError(calculation) ?? []),
      ...(isFigure(receipt) ? [] : [`printed ${receipt.printed}, is ${receipt.value}`]),
      ...broken,
    ]
    errors.push(...found.map(error => `${given.name}, ${JSON.stringify(subject)} ${figure}: ${error}`))
    const tally = byFigure.get(figure) ?? { receipts: 0, calculations: 0, links: 0 }
    tally.receipts += 1
    tally.calculations += calculations.length
    tally.links += links
    byFigure.set(figure, tally)
  }
  return { byFigure, errors }
}
