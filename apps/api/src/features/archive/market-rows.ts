import { type contract, currencyCodes, type HandlerReply } from '@plumbline/contract'
import { MINOR_UNITS } from '@plumbline/engine'
import { ArchiveError } from './archive-error.ts'
import type { ArchivedFamily, ArchivedQuote } from './archived-family.ts'

export type NotRestored = HandlerReply<typeof contract.archive.look>['data']['not_restored'][number]
type Kind = NotRestored['kind']
type Reason = NotRestored['reason']

const firstDay = '1900-01-01'
/** Events such as the maturity of a bond are announced years ahead; a date beyond this is an error. */
const farthestEventYears = 100
const maxNames = 5

/** Collects skipped rows by kind and reason. */
export function createSkippedRows() {
  const found = new Map<string, NotRestored & { seen: Set<string> }>()
  return {
    add(kind: Kind, reason: Reason, name: string) {
      const key = `${kind} ${reason}`
      const known = found.get(key) ?? { kind, reason, count: 0, names: [], seen: new Set<string>() }
      found.set(key, known)
      known.count += 1
      if (known.seen.has(name)) return
      known.seen.add(name)
      if (known.names.length < maxNames) known.names.push(name)
    },
    list: (): NotRestored[] =>
      [...found.values()].map(({ kind, reason, count, names }) => ({ kind, reason, count, names })),
  }
}

export type SkippedRows = ReturnType<typeof createSkippedRows>

export interface MarketCheck {
  today: string
  displayName(id: string): string
  /** Why an instrument or a currency is skipped; null if it is restored. */
  skipReason(id: string): Reason | null
  /** Whether an instrument or a currency can have this value. */
  isPossible(id: string, value: number): boolean
  leftOut: SkippedRows
}

/** Keeps quotes that an upload would accept: a past date, a plausible number, one per day. */
export function validQuotes(
  kind: 'price' | 'rate',
  quotes: readonly ArchivedQuote[],
  check: MarketCheck,
): ArchivedQuote[] {
  const good: ArchivedQuote[] = []
  for (const [id, own] of Map.groupBy(quotes, quote => quote.id)) {
    const byDay = new Map<string, ArchivedQuote>()
    for (const quote of own) {
      const reason = findQuoteError(kind, quote, check) ?? check.skipReason(id)
      if (reason === null) byDay.set(quote.date, quote)
      else check.leftOut.add(kind, reason, check.displayName(id))
    }
    for (const quote of byDay.values()) good.push(quote)
  }
  return good
}

function findQuoteError(
  kind: 'price' | 'rate',
  { id, date, value }: ArchivedQuote,
  { today, isPossible }: MarketCheck,
): Reason | null {
  if (kind === 'rate' && (id === 'USD' || !currencyCodes.includes(id))) return 'currency'
  if (!isDayWithin(date, today)) return 'date'
  // More digits are not a price.
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) && isPossible(id, Number(value)) ? null : 'value'
}

function isDayWithin(date: unknown, last: string): boolean {
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return false
  return new Date(date).toJSON()?.slice(0, 10) === date && date >= firstDay && date <= last
}

/** Keeps splits and events with plausible dates. Splits lie in the past, events may lie ahead. */
export function validEvents(
  kind: 'split' | 'event',
  rows: readonly string[],
  { today, displayName, skipReason, leftOut }: MarketCheck,
): string[] {
  const last = kind === 'split' ? today : `${Number(today.slice(0, 4)) + farthestEventYears}-12-31`
  return rows.filter(row => {
    const read: Record<string, unknown> = JSON.parse(row)
    const id = String(read.instrument_id)
    const isDay = isDayWithin(kind === 'split' ? read.ex_date : read.date, last)
    const reason = isDay ? skipReason(id) : 'date'
    if (reason !== null) leftOut.add(kind, reason, displayName(id))
    return reason === null
  })
}

/** Rejects instruments in an unknown currency, which could never be valued. */
export function refuseUnknownCurrencies(from: ArchivedFamily): void {
  const isKnown = (currency: unknown) =>
    typeof currency === 'string' && (currencyCodes.includes(currency) || currency in MINOR_UNITS)
  if (!isKnown(from.currency)) throw new ArchiveError('broken', { file: 'manifest.json' })
  for (const table of ['instrument', 'instrument_event'] as const)
    for (const row of from.tables[table]) {
      const { currency = null }: { currency?: unknown } = JSON.parse(row)
      if (currency === null && table === 'instrument_event') continue
      if (!isKnown(currency)) throw new ArchiveError('unfitting', { file: `${table}.json` })
    }
}
