import type { FindingKind } from '@plumbline/contract'
import { defaultDateFormat, formatDate } from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import { type Day, toIsoDate } from '@plumbline/engine'

/** Formats findings in one language. */
export function createFindingTexts(language: Language) {
  const texts = textsIn(language)
  const text = (key: string, values: Record<string, string> = {}) =>
    // Keys are built from lists of the contract, and the catalogue has a text for each.
    fillText(texts[key as TextKey] ?? key, values)
  const date = (iso: string) => formatDate(iso, defaultDateFormat, language)
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 8 })
  const money = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const percent = new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'always' })
  return {
    text,
    date,
    day: (day: Day) => date(toIsoDate(day)),
    number: (value: number) => number.format(value),
    money: (value: number) => money.format(value),
    percent: (value: number) => percent.format(value),
    /** Reason, effect and remedy of a kind of finding. */
    describe: (kind: FindingKind, values: Record<string, string> = {}) => ({
      reason: text(`finding_${kind}_reason`, values),
      effect: text(`finding_${kind}_effect`, values),
      remedy: text(`finding_${kind}_remedy`, values),
    }),
  }
}

export type FindingTexts = ReturnType<typeof createFindingTexts>
