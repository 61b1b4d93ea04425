import { defaultDateFormat, formatDate } from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'

/** What a run of a source noted: codes with their details. */
type RunDetails = Readonly<Record<string, unknown>>

/** Why a run failed, or what is odd about what it brought; null where there is nothing to say. */
export function runMessage(language: Language, details: RunDetails): string | null {
  const trouble = details.trouble
  if (isObject(trouble)) return say(language, `source_trouble_${trouble.code}`, wordsOf(trouble.details))
  if (details.nothing_mapped === true) return say(language, 'source_nothing_mapped', {})
  return listed(language, details.flags, details.flags_count, flag => flagWords(language, flag))
}

/** What a run should have brought and did not. */
export function runMissing(language: Language, details: RunDetails): string | null {
  return listed(language, details.missing, details.missing_count, series =>
    say(language, 'source_missing_series', {
      name: String(series.name),
      reason: say(language, `source_trouble_${series.code}`, wordsOf(series.details)),
    }),
  )
}

function listed(
  language: Language,
  items: unknown,
  count: unknown,
  words: (item: RunDetails) => string,
): string | null {
  if (!Array.isArray(items) || items.length === 0) return null
  const told = items.filter(isObject).map(words)
  const more = Number(count) - told.length
  if (more > 0) told.push(say(language, 'source_missing_more', { count: String(more) }))
  return told.join('; ')
}

function flagWords(language: Language, flag: RunDetails): string {
  const change = typeof flag.change === 'number' ? flag.change : 0
  const percent = new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'always' })
  return say(language, `source_flag_${flag.kind}`, {
    name: String(flag.name),
    date: formatDate(String(flag.date), defaultDateFormat, language),
    change: flag.kind === 'price_jump' ? percent.format(change) : ratio(change),
  })
}

/** 4 new shares for an old one are 4:1, one for ten is 1:10. */
function ratio(change: number): string {
  return change >= 1 ? `${Number(change.toFixed(4))}:1` : `1:${Number((1 / change).toFixed(4))}`
}

function say(language: Language, key: string, values: Record<string, string>): string {
  // Codes are those of our own lists, and the catalogue has a text for each; an older one is told as it is.
  return fillText(textsIn(language)[key as TextKey] ?? key, values)
}

function wordsOf(details: unknown): Record<string, string> {
  if (!isObject(details)) return {}
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)]))
}

function isObject(value: unknown): value is RunDetails {
  return typeof value === 'object' && value !== null
}
