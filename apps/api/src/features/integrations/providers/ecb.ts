import type { Client } from './client.ts'
import type { FoundRate, Provider } from './provider.ts'
import { ProviderTrouble } from './trouble.ts'

/** Reference rates of the European Central Bank: units of each currency per euro, on its business days since 1999. */
export const ecb: Provider = {
  id: 'ecb',
  name: 'European Central Bank',
  kind: 'rates',
  schedule: 'daily 16:30',
  pauseMs: 1000,
  keyHeader: 'x-api-key',
  async rates(client, since, today, address) {
    const text = await readFile(client, since, today, address)
    return againstDollar(text.trimStart().startsWith('<') ? daysOfXml(text) : daysOfCsv(text))
  },
}

/** The shortest of the three files that reaches back to what is known; a setting may name one file itself. */
async function readFile(client: Client, since: string | null, today: string, address: string) {
  if (/\.(csv|xml)$/.test(address)) return client.text('', ['xml', 'csv'])
  const days =
    since === null ? Number.POSITIVE_INFINITY : (Date.parse(today) - Date.parse(since)) / 86_400_000
  const name = days <= 1 ? 'daily' : days <= 80 ? 'hist-90d' : 'hist'
  return client.text(`/eurofxref-${name}.xml`, ['xml', 'csv'])
}

interface DayOfRates {
  date: string
  /** Units per euro, as they are written. */
  perEuro: Map<string, string>
}

function unreadable(): ProviderTrouble {
  return new ProviderTrouble('unreadable', { host: 'ecb' })
}

const isDate = /^\d{4}-\d{2}-\d{2}$/
const isCurrency = /^[A-Z]{3}$/
const isNumber = /^\d+(\.\d+)?$/

/** The file is one long list of `Cube` elements: a day, then its rates. Nothing else of XML occurs in it. */
export function daysOfXml(text: string): DayOfRates[] {
  // A file that ends in the middle would look like a day with few currencies.
  if (!/<\/[\w:]*Envelope>\s*$/.test(text)) throw unreadable()
  const days: DayOfRates[] = []
  for (const [, attributes = ''] of text.matchAll(/<(?:\w+:)?Cube\b([^<>]*)>/g)) {
    const value = (name: string) => new RegExp(`\\b${name}=(["'])([^"']*)\\1`).exec(attributes)?.[2]
    const time = value('time')
    if (time !== undefined) days.push({ date: checked(time, isDate), perEuro: new Map() })
    const currency = value('currency')
    if (currency === undefined) continue
    const day = days.at(-1)
    if (!day) throw unreadable()
    day.perEuro.set(checked(currency, isCurrency), checked(value('rate') ?? '', isNumber))
  }
  if (days.length === 0) throw unreadable()
  return days
}

/** A header of currencies, then a line per day; N/A where there was no rate. */
export function daysOfCsv(text: string): DayOfRates[] {
  const [header = '', ...lines] = text.split(/\r?\n/).filter(line => line.trim() !== '')
  const [first, ...currencies] = cells(header)
  if (first?.toLowerCase() !== 'date' || currencies.length === 0) throw unreadable()
  return lines.map(line => {
    const [date = '', ...rates] = cells(line)
    const perEuro = new Map<string, string>()
    currencies.forEach((currency, place) => {
      const rate = rates[place] ?? ''
      if (currency !== '' && rate !== '' && rate !== 'N/A')
        perEuro.set(checked(currency, isCurrency), checked(rate, isNumber))
    })
    return { date: isoOfCsv(date), perEuro }
  })
}

function cells(line: string): string[] {
  return line.split(',').map(cell => cell.trim())
}

/** The file of the day writes '13 November 2026', the history 2026-11-13. */
function isoOfCsv(text: string): string {
  if (isDate.test(text)) return text
  const moment = Date.parse(`${text} UTC`)
  if (Number.isNaN(moment)) throw unreadable()
  return new Date(moment).toISOString().slice(0, 10)
}

function checked(text: string, shape: RegExp): string {
  if (!shape.test(text)) throw unreadable()
  return text
}

/** Rates are kept in dollars: what one unit is worth is dollars per euro over units per euro. */
function againstDollar(days: readonly DayOfRates[]): FoundRate[] {
  return days.flatMap(({ date, perEuro }) => {
    const dollars = Number(perEuro.get('USD'))
    // On a day without a dollar nothing can be said.
    if (!(dollars > 0)) return []
    const rates = [{ currency: 'EUR', date, rate: perEuro.get('USD') ?? '' }]
    for (const [currency, units] of perEuro)
      if (currency !== 'USD' && Number(units) > 0)
        rates.push({ currency, date, rate: String(Number((dollars / Number(units)).toPrecision(12))) })
    return rates
  })
}
