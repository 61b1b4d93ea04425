import type { Receipt, ReceiptCalculation, ReceiptLine } from '../explain/calls.ts'
import type { NumberLocale } from './number-locale.ts'
import { formatDecimal, noFigure, percentSign } from './numbers.ts'

const operators = { none: '', plus: '+', minus: '−', times: '×', divided: '÷' } as const

/** The sign of an operator; empty for the first line of a calculation. */
export function operatorSign(operator: ReceiptLine['operator']): string {
  return operators[operator]
}

type Printed = Pick<ReceiptLine, 'printed' | 'unit'>

/** A printed figure with its unit: 93,601.83 CHF · 12.345% · 9,000 */
export function formatPrinted({ printed, unit }: Printed, locale: NumberLocale): string {
  const digits = formatDigits({ printed, unit }, locale)
  return unit === null || unit === '%' || printed === null ? digits : `${digits} ${unit}`
}

/** The same without a currency code. */
export function formatDigits({ printed, unit }: Printed, locale: NumberLocale): string {
  if (printed === null) return noFigure
  return `${formatDecimal(printed, locale)}${unit === '%' ? percentSign(locale) : ''}`
}

/** Longer calculations are listed line by line. */
const mostInline = 4

/** A short calculation in one line: 12,533 × 94.23 × 0.80495872; null for longer ones. */
export function formatCalculation(
  { operation, lines }: ReceiptCalculation,
  locale: NumberLocale,
): string | null {
  if (lines.length < 2 || lines.length > mostInline) return null
  const [first, second] = lines
  const digits = (line: ReceiptLine): string => formatDigits(line, locale)
  if (operation === 'growth' && first && second) return `${digits(first)} × (1 + ${digits(second)})`
  if (operation === 'root' && first && second) return `${digits(first)} ^ (1 ÷ ${digits(second)})`
  if (operation !== 'arithmetic') return null
  return lines.map(line => `${operatorSign(line.operator)} ${digits(line)}`.trim()).join(' ')
}

/** One line of a receipt as text: sign, label, figure, unit, date, source and the calculation it refers to. */
function lineText(line: ReceiptLine, locale: NumberLocale): string {
  const figure = formatDigits(line, locale)
  const reference = line.calculation === null ? '' : `[${line.calculation}]`
  const unit = line.unit === '%' ? '' : (line.unit ?? '')
  return [
    operatorSign(line.operator),
    line.label,
    figure,
    unit,
    line.date ?? '',
    line.source ?? '',
    reference,
  ]
    .join('\t')
    .trimEnd()
}

/**
 * A receipt as plain text for the clipboard and for spreadsheets, tabs between columns. The calculation of a line follows
 * below under its number, each once.
 */
export function receiptText(
  { title, formula, label, printed, unit, calculations }: Receipt,
  locale: NumberLocale,
): string {
  const titles = new Map<number, string>()
  for (const { lines } of calculations)
    for (const line of lines)
      if (line.calculation !== null)
        titles.set(line.calculation, `${line.label}\t${formatPrinted(line, locale)}`)
  const total = ['=', label, formatDigits({ printed, unit }, locale), unit === '%' ? '' : (unit ?? '')]
  return [
    title,
    formula,
    ...calculations.flatMap(({ operation, lines }, place) => [
      ...(place === 0 ? [] : ['', `[${place}]\t${titles.get(place) ?? ''}`]),
      ...(operation === 'arithmetic' ? [] : [`(${operation})`]),
      ...lines.map(line => lineText(line, locale)),
      ...(place === 0 ? [total.join('\t').trimEnd()] : []),
    ]),
  ].join('\n')
}
