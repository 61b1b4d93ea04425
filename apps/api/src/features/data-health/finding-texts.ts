import type { FindingKind } from '@plumbline/contract'
import {
  defaultDateFormat,
  formatAmount,
  formatDate,
  formatPercent,
  formatQuantity,
} from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'
import { type Day, toIsoDate } from '@plumbline/engine'

/** Formats findings in one language. */
export function createFindingTexts(language: Language) {
  const texts = textsIn(language)
  const text = (key: string, values: Record<string, string> = {}) =>
    // Keys are built from lists of the contract, and the catalogue has a text for each.
    fillText(texts[key as TextKey] ?? key, values)
  const date = (iso: string) => formatDate(iso, defaultDateFormat, language)
  return {
    text,
    date,
    day: (day: Day) => date(toIsoDate(day)),
    number: (value: number) => formatQuantity(value, language),
    /** With the decimals of its currency: yen have none. */
    money: (value: number, currency: string) => formatAmount(value, language, { currency }),
    percent: (value: number) => formatPercent(value, language, { decimals: 0 }),
    /** Reason, effect and remedy of a kind of finding. */
    describe: (kind: FindingKind, values: Record<string, string> = {}) => ({
      reason: text(`finding_${kind}_reason`, values),
      effect: text(`finding_${kind}_effect`, values),
      remedy: text(`finding_${kind}_remedy`, values),
    }),
  }
}

export type FindingTexts = ReturnType<typeof createFindingTexts>
