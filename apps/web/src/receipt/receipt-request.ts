import type { ReceiptFigure, Subject } from '@plumbline/contract'

/** The figure to show the calculation of. */
export interface ReceiptRequest {
  subject: Subject
  figure: ReceiptFigure
  /** In the currency of the filter, or of the instrument. */
  view?: 'calculated' | 'original'
}
