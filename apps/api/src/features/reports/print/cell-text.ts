import {
  formatAmount,
  formatDate,
  formatPercent,
  formatPrice,
  formatQuantity,
  noFigure,
} from '@plumbline/contract/format'
import type { Cell, CellKind, Reader } from '../document.ts'

/** Formats a cell as on the screens. */
export function cellText(cell: Cell, kind: CellKind, reader: Reader): string {
  const { language, dateFormat, currency } = reader
  if (cell === null) return kind === 'text' ? '' : noFigure
  if (typeof cell === 'string')
    return kind === 'date' && cell !== '' ? formatDate(cell, dateFormat, language) : cell
  switch (kind) {
    case 'money':
      return formatAmount(cell, language, { ...(currency && { currency }) })
    case 'number':
      return formatAmount(cell, language)
    case 'gain':
      return formatAmount(cell, language, { sign: 'always', ...(currency && { currency }) })
    case 'quantity':
      return formatQuantity(cell, language)
    case 'price':
      return formatPrice(cell, language)
    case 'share':
      return formatPercent(cell, language, { decimals: 1, sign: 'minus' })
    case 'return':
      return formatPercent(cell, language)
    default:
      return String(cell)
  }
}

export const isNumeric = (kind: CellKind): boolean => kind !== 'text' && kind !== 'date'
