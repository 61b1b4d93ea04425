import { defaultDateFormat, formatAmount, formatDate, formatQuantity } from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import type { Reason } from './causes/explanation.ts'

/** Values of reasons by how they are written; others are names. */
const dates = new Set(['date'])
const money = new Set(['amount'])

/** The reasons of a proposal in the language of the reader. */
export function describeReasons(reasons: readonly Reason[], language: Language): string[] {
  const texts = textsIn(language)
  const write = (name: string, value: string | number, currency: string | undefined): string => {
    if (dates.has(name)) return formatDate(String(value), defaultDateFormat, language)
    if (name === 'type') return texts[`transaction_type_${value}` as TextKey] ?? String(value)
    if (typeof value === 'string') return value
    return money.has(name)
      ? formatAmount(Math.abs(value), language, { currency })
      : formatQuantity(value, language)
  }
  const written = reasons.map(({ code, values }) => {
    const { currency } = values
    const unit = currency === undefined ? undefined : String(currency)
    const filled = Object.entries(values).map(([name, value]) => [name, write(name, value, unit)])
    return fillText(texts[`reconciliation_reason_${code}` as TextKey] ?? code, Object.fromEntries(filled))
  })
  return [...new Set(written)]
}
