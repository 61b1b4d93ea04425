import type { ReceiptFigure, ScenarioBody, Subject } from '@plumbline/contract'

/** The figure to show the calculation of. */
export interface ReceiptRequest {
  subject: Subject
  figure: ReceiptFigure
  /** In the currency of the filter, or of the instrument. */
  view?: 'calculated' | 'original'
  /** The changes of a what-if, which covers the whole portfolio since its first transaction. */
  scenario?: ScenarioBody
  /** Where it is not the period of the filter. */
  period?: { start_date: string; end_date: string }
  /** The figure as the screen shows it, where it may take the rest of a rounding. */
  shown?: number | null
}
