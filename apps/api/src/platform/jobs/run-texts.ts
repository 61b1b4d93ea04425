import type { DateFormat } from '@plumbline/contract'
import { formatDate } from '@plumbline/contract/format'
import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'

/** The stored details of an integration run: codes with values. */
type RunDetails = Readonly<Record<string, unknown>>

interface RunReader {
  language: Language
  dateFormat: DateFormat
  /** Addresses of servers concern administrators only. */
  showsHosts: boolean
}

/** A run as stored. Only runs of other programs, and uploads, have a message. */
interface StoredRun {
  status: string | null
  message: string | null
  details: RunDetails | null
}

/** Series listed by name; more are only counted. */
const maxListed = 20

/** The message of a run in the reader's language. Words that came from elsewhere are quoted. */
export function describeRun(run: StoredRun, reader: RunReader): string | null {
  const { status, message, details } = run
  if (message === null) return runMessage(details ?? {}, reader)
  // An upload is recorded with the name of its file.
  if (status === 'success') return message
  // The words of a provider may name servers and accounts.
  return translate(reader.language, reader.showsHosts ? 'source_trouble_quoted' : 'source_trouble_reported', {
    message,
  })
}

/** Why a run failed, how much it delivered, or which of its data looks implausible; null without a message. */
export function runMessage(details: RunDetails, reader: RunReader): string | null {
  const { language } = reader
  const { trouble, total, missing_count: missing } = details
  if (isObject(trouble)) return describeTrouble(trouble, reader)
  if (details.nothing_mapped === true) return translate(language, 'source_nothing_mapped', {})
  const flags = joinItems(language, details.flags, details.flags_count, flag => describeFlag(flag, reader))
  if (typeof total !== 'number' || typeof missing !== 'number') return flags
  const values = { delivered: String(total - missing), total: String(total) }
  return [translate(language, 'source_coverage', values), flags].filter(Boolean).join(' ')
}

/** The data that a run should have fetched and did not. */
export function runMissing(details: RunDetails, reader: RunReader): string | null {
  const { language } = reader
  return joinItems(language, details.missing, details.missing_count, series =>
    translate(language, 'source_missing_series', {
      // Runs before the symbol was recorded have a name only.
      name: series.symbol === undefined ? String(series.name) : `${series.name} (${series.symbol})`,
      reason: describeTrouble(series, reader),
    }),
  )
}

function describeTrouble(trouble: RunDetails, { language, dateFormat, showsHosts }: RunReader): string {
  const values = toTexts(trouble.details)
  const key = `source_trouble_${trouble.code}`
  // Codes may be of another version of the server.
  if (!(key in textsIn(language)))
    return translate(language, 'source_trouble_other', { code: String(trouble.code) })
  const host = showsHosts ? values.host : translate(language, 'source_the_provider', {})
  const date = values.date === undefined ? {} : { date: formatDate(values.date, dateFormat, language) }
  return translate(language, key, {
    ...values,
    ...date,
    ...(host !== undefined && { host }),
  })
}

function joinItems(
  language: Language,
  items: unknown,
  count: unknown,
  describe: (item: RunDetails) => string,
): string | null {
  if (!Array.isArray(items) || items.length === 0) return null
  const texts = items.filter(isObject).slice(0, maxListed).map(describe)
  const more = Number(count) - texts.length
  if (more > 0) texts.push(translate(language, 'source_missing_more', { count: String(more) }))
  return texts.join('; ')
}

function describeFlag(flag: RunDetails, { language, dateFormat }: RunReader): string {
  const change = typeof flag.change === 'number' ? flag.change : 0
  const percent = new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'always' })
  return translate(language, `source_flag_${flag.kind}`, {
    name: String(flag.name),
    date: formatDate(String(flag.date), dateFormat, language),
    change: flag.kind === 'price_jump' ? percent.format(change) : ratio(change),
  })
}

/** 4 new shares for an old one are 4:1, one for ten is 1:10. */
function ratio(change: number): string {
  return change >= 1 ? `${Number(change.toFixed(4))}:1` : `1:${Number((1 / change).toFixed(4))}`
}

function translate(language: Language, key: string, values: Record<string, string>): string {
  // Stored codes may be older than the catalogue; one without a text is shown as it is.
  return fillText(textsIn(language)[key as TextKey] ?? key, values)
}

function toTexts(details: unknown): Record<string, string> {
  if (!isObject(details)) return {}
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)]))
}

function isObject(value: unknown): value is RunDetails {
  return typeof value === 'object' && value !== null
}
