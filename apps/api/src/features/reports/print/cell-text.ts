import {
  formatAmount,
  formatDate,
  formatPercent,
  formatPrice,
  formatQuantity,
  noFigure,
} from '@plumbline/contract/format'
import { fillText, textsIn } from '@plumbline/contract/texts'
import { type Cell, type CellKind, type Reader, readerLocale } from '../document.ts'

/** Formats a cell as on the screens. */
export function cellText(cell: Cell, kind: CellKind, reader: Reader): string {
  const { language, dateFormat, currency } = reader
  const locale = readerLocale(reader)
  if (cell === null) return kind === 'text' ? '' : noFigure
  if (typeof cell === 'string')
    return kind === 'date' && cell !== '' ? formatDate(cell, dateFormat, language) : cell
  switch (kind) {
    case 'money':
    case 'own_money':
      return formatAmount(cell, locale, { ...(currency && { currency }) })
    case 'number':
      return formatAmount(cell, locale)
    case 'gain':
      return formatAmount(cell, locale, { sign: 'always', ...(currency && { currency }) })
    case 'quantity':
      return formatQuantity(cell, locale)
    case 'price':
      return formatPrice(cell, locale)
    case 'share':
      return formatPercent(cell, locale, { decimals: 1, sign: 'minus' })
    case 'return':
      return formatPercent(cell, locale)
    case 'points':
      return fillText(textsIn(language).targets_points, {
        points: formatAmount(cell * 100, locale, { sign: 'always', decimals: 2 }),
      })
    default:
      return String(cell)
  }
}

export const isNumeric = (kind: CellKind): boolean => kind !== 'text' && kind !== 'date'
