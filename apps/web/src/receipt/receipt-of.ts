import type { ReceiptFigure, Subject } from '@plumbline/contract'

/** Which figure of what. */
export interface ReceiptOf {
  subject: Subject
  figure: ReceiptFigure
  /** In the currency of the filter, or in that of the instrument. */
  view?: 'calculated' | 'original'
}
