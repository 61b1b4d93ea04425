import { type contract, currencyCodes, type HandlerReply } from '@plumbline/contract'
import { MINOR_UNITS } from '@plumbline/engine'
import { BadArchive } from './archive-trouble.ts'
import type { ArchivedFamily, ArchivedQuote } from './archived-family.ts'

export type NotRestored = HandlerReply<typeof contract.archive.look>['data']['not_restored'][number]
type Kind = NotRestored['kind']
type Reason = NotRestored['reason']

const firstDay = '1900-01-01'
/** Events are announced years ahead, as the maturity of a bond is; beyond this a date is a mistake. */
const farthestEventYears = 100
const namesTold = 5

/** Collects what is left out of a restore, by kind and reason. */
export function leftOutMarket() {
  const found = new Map<string, NotRestored & { seen: Set<string> }>()
  return {
    add(kind: Kind, reason: Reason, name: string) {
      const key = `${kind} ${reason}`
      const known = found.get(key) ?? { kind, reason, count: 0, names: [], seen: new Set<string>() }
      found.set(key, known)
      known.count += 1
      if (known.seen.has(name)) return
      known.seen.add(name)
      if (known.names.length < namesTold) known.names.push(name)
    },
    list: (): NotRestored[] =>
      [...found.values()].map(({ kind, reason, count, names }) => ({ kind, reason, count, names })),
  }
}

export type LeftOutMarket = ReturnType<typeof leftOutMarket>

/** What rows of an archive are checked with. */
export interface MarketCheck {
  today: string
  nameOf(id: string): string
  /** Why nothing is written about an instrument or a currency; null where it is. */
  refusalOf(id: string): Reason | null
  leftOut: LeftOutMarket
}

/** Prices or rates as an upload would take them: a day that has been, a plausible positive number, each day once. */
export function goodQuotes(
  kind: 'price' | 'rate',
  quotes: readonly ArchivedQuote[],
  check: MarketCheck,
): ArchivedQuote[] {
  const good: ArchivedQuote[] = []
  for (const [id, own] of Map.groupBy(quotes, quote => quote.id)) {
    const byDay = new Map<string, ArchivedQuote>()
    for (const quote of own) {
      const reason = wrongIn(kind, quote, check.today) ?? check.refusalOf(id)
      if (reason === null) byDay.set(quote.date, quote)
      else check.leftOut.add(kind, reason, check.nameOf(id))
    }
    for (const quote of byDay.values()) good.push(quote)
  }
  return good
}

function wrongIn(kind: 'price' | 'rate', { id, date, value }: ArchivedQuote, today: string): Reason | null {
  if (kind === 'rate' && (id === 'USD' || !currencyCodes.includes(id))) return 'currency'
  if (!isDayWithin(date, today)) return 'date'
  // More digits than that are no price.
  return /^\d{1,15}(\.\d{1,15})?$/.test(value) && Number(value) > 0 ? null : 'value'
}

function isDayWithin(date: unknown, last: string): boolean {
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return false
  return new Date(date).toJSON()?.slice(0, 10) === date && date >= firstDay && date <= last
}

/** Splits and calendars whose days can be. A split has happened; an event may lie ahead. */
export function goodEvents(
  kind: 'split' | 'event',
  rows: readonly string[],
  { today, nameOf, refusalOf, leftOut }: MarketCheck,
): string[] {
  const last = kind === 'split' ? today : `${Number(today.slice(0, 4)) + farthestEventYears}-12-31`
  return rows.filter(row => {
    const read: Record<string, unknown> = JSON.parse(row)
    const id = String(read.instrument_id)
    const isDay = isDayWithin(kind === 'split' ? read.ex_date : read.date, last)
    const reason = isDay ? refusalOf(id) : 'date'
    if (reason !== null) leftOut.add(kind, reason, nameOf(id))
    return reason === null
  })
}

/** Instruments in a currency that nobody knows could never be valued: such an archive is refused. */
export function refuseUnknownCurrencies(from: ArchivedFamily): void {
  const isKnown = (currency: unknown) =>
    typeof currency === 'string' && (currencyCodes.includes(currency) || currency in MINOR_UNITS)
  if (!isKnown(from.currency)) throw new BadArchive('broken', { file: 'manifest.json' })
  for (const table of ['instrument', 'instrument_event'] as const)
    for (const row of from.tables[table]) {
      const { currency = null }: { currency?: unknown } = JSON.parse(row)
      if (currency === null && table === 'instrument_event') continue
      if (!isKnown(currency)) throw new BadArchive('unfitting', { file: `${table}.json` })
    }
}
