import type { Client } from './client.ts'
import type { FoundRates, Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'

/** Reference rates of the European Central Bank: units per euro, on its business days since 1999. */
export const ecb: Provider = {
  id: 'ecb',
  name: 'European Central Bank',
  kind: 'rates',
  schedule: 'daily 16:30',
  pauseMs: 1000,
  keyHeader: 'x-api-key',
  async rates(client, since, today, address) {
    const text = await readFile(client, since, today, address)
    return listRates(text.trimStart().startsWith('<') ? parseXmlRates(text) : parseCsvRates(text))
  },
}

/** Picks the shortest of the three files that covers the missing days; a setting may name one file. */
async function readFile(client: Client, since: string | null, today: string, address: string) {
  if (/\.(csv|xml)$/.test(address)) return client.text('', ['xml', 'csv'])
  const days =
    since === null ? Number.POSITIVE_INFINITY : (Date.parse(today) - Date.parse(since)) / 86_400_000
  const name = days <= 1 ? 'daily' : days <= 80 ? 'hist-90d' : 'hist'
  return client.text(`/eurofxref-${name}.xml`, ['xml', 'csv'])
}

interface DailyRates {
  date: string
  /** Units per euro, as written. */
  perEuro: Map<string, string>
  /** Currencies whose rate is not a number above 0. */
  invalid: string[]
}

function unreadable(): ProviderError {
  return new ProviderError('unreadable', { host: 'ecb' })
}

const isDate = /^\d{4}-\d{2}-\d{2}$/
const isCurrency = /^[A-Z]{3}$/
const isNumber = /^\d+(\.\d+)?$/

/** The file is a flat list of `Cube` elements: a day, then its rates. It uses no other XML. */
export function parseXmlRates(text: string): DailyRates[] {
  // A truncated file would look like a day with few currencies.
  if (!/<\/[\w:]*Envelope>\s*$/.test(text)) throw unreadable()
  const days: DailyRates[] = []
  for (const [, attributes = ''] of text.matchAll(/<(?:\w+:)?Cube\b([^<>]*)>/g)) {
    const value = (name: string) => new RegExp(`\\b${name}=(["'])([^"']*)\\1`).exec(attributes)?.[2]
    const time = value('time')
    if (time !== undefined) days.push({ date: requireMatch(time, isDate), perEuro: new Map(), invalid: [] })
    const currency = value('currency')
    if (currency === undefined) continue
    const day = days.at(-1)
    if (!day) throw unreadable()
    addRate(day, currency, value('rate') ?? '')
  }
  if (days.length === 0) throw unreadable()
  return days
}

/** A header of currencies, then a line per day; N/A without a rate. */
export function parseCsvRates(text: string): DailyRates[] {
  const [header = '', ...lines] = text.split(/\r?\n/).filter(line => line.trim() !== '')
  const [first, ...currencies] = cells(header)
  if (first?.toLowerCase() !== 'date' || currencies.length === 0) throw unreadable()
  return lines.map(line => {
    const [date = '', ...rates] = cells(line)
    const day: DailyRates = { date: parseCsvDate(date), perEuro: new Map(), invalid: [] }
    currencies.forEach((currency, place) => {
      const rate = rates[place] ?? ''
      if (currency !== '' && rate !== '' && rate !== 'N/A') addRate(day, currency, rate)
    })
    return day
  })
}

function addRate(day: DailyRates, currency: string, rate: string): void {
  requireMatch(currency, isCurrency)
  if (isNumber.test(rate) && Number(rate) > 0) day.perEuro.set(currency, rate)
  else day.invalid.push(currency)
}

function cells(line: string): string[] {
  return line.split(',').map(cell => cell.trim())
}

/** The daily file writes '13 November 2026', the history 2026-11-13. */
function parseCsvDate(text: string): string {
  if (isDate.test(text)) return text
  const moment = Date.parse(`${text} UTC`)
  if (Number.isNaN(moment)) throw unreadable()
  return new Date(moment).toISOString().slice(0, 10)
}

function requireMatch(text: string, shape: RegExp): string {
  if (!shape.test(text)) throw unreadable()
  return text
}

/** Units per euro. Without a dollar rate the day cannot be converted. */
function listRates(days: readonly DailyRates[]): FoundRates {
  return {
    rates: days.flatMap(({ date, perEuro }) =>
      perEuro.has('USD') ? [...perEuro].map(([quote, rate]) => ({ base: 'EUR', quote, date, rate })) : [],
    ),
    invalid: days.flatMap(({ date, invalid }) => invalid.map(currency => ({ currency, date }))),
  }
}
