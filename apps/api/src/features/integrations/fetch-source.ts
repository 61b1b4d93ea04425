import type { MappedInstrument, MarketWritesStore } from './market-writes.store.ts'
import type { Client } from './providers/client.ts'
import type { Provider } from './providers/provider.ts'
import { concernsOneSeries, ProviderTrouble } from './providers/trouble.ts'
import type { RunOutcome } from './runs.store.ts'
import { type SeriesFlag, watchSeries } from './watch-series.ts'

export interface FetchQuestion {
  provider: Provider
  client: Client
  address: string
  now: Date
  /** Says how far it is; throws when the work should stop. */
  progress(done: number): Promise<void>
}

interface MissingSeries {
  name: string
  code: string
  details: Readonly<Record<string, string | number>>
}

/** Series that are told by name; more than these are counted. */
const mostTold = 20
/** Providers correct their last closes: those of a few days are read again. */
const overlapDays = 4
/** How far back something goes that nobody has posted. */
const unpostedDays = 370

/** Asks a provider for what is not known yet, and writes it. */
export function fetchSource(store: MarketWritesStore, question: FetchQuestion): Promise<RunOutcome> {
  const { provider } = question
  return provider.kind === 'rates'
    ? fetchRates(store, question, provider)
    : fetchPrices(store, question, provider)
}

async function fetchRates(
  store: MarketWritesStore,
  { client, address, now, progress }: FetchQuestion,
  provider: Provider & { kind: 'rates' },
): Promise<RunOutcome> {
  const today = isoOf(now)
  const since = await store.ratesUntil(provider.id)
  const rates = await provider.rates(client, since, today, address)
  await progress(0.5)
  const known = rates.filter(({ date }) => date <= today)
  const rows = await store.addRates(known, provider.id)
  const dataDate = known.reduce<string | null>((last, { date }) => (last && last > date ? last : date), null)
  return { status: rows > 0 ? 'success' : 'no_data', rows, dataDate, details: {} }
}

async function fetchPrices(
  store: MarketWritesStore,
  question: FetchQuestion,
  provider: Provider & { kind: 'prices' },
): Promise<RunOutcome> {
  const instruments = await store.mapped(provider.id)
  const missing: MissingSeries[] = []
  const flags: (SeriesFlag & { name: string })[] = []
  let rows = 0
  let answered = 0
  let dataDate: string | null = null
  for (const [place, instrument] of instruments.entries()) {
    await question.progress(place / instruments.length)
    try {
      const found = await fetchOne(store, question, provider, instrument)
      answered += 1
      rows += found.rows
      flags.push(...found.flags.map(flag => ({ ...flag, name: instrument.name })))
      if (found.last !== null && (dataDate === null || found.last > dataDate)) dataDate = found.last
    } catch (error) {
      if (!(error instanceof ProviderTrouble && concernsOneSeries(error))) throw error
      missing.push({ name: instrument.name, code: error.code, details: error.details })
    }
  }
  const details = {
    ...(missing.length > 0 && { missing: missing.slice(0, mostTold), missing_count: missing.length }),
    ...(flags.length > 0 && { flags: flags.slice(0, mostTold), flags_count: flags.length }),
    ...(instruments.length === 0 && { nothing_mapped: true }),
  }
  if (answered === 0 && missing[0]) {
    const { code, details: why } = missing[0]
    return { status: 'failed', rows, dataDate, details: { ...details, trouble: { code, details: why } } }
  }
  return { status: rows > 0 ? 'success' : 'no_data', rows, dataDate, details }
}

async function fetchOne(
  store: MarketWritesStore,
  { client, now }: FetchQuestion,
  provider: Provider & { kind: 'prices' },
  instrument: MappedInstrument,
) {
  const to = isoOf(now)
  const { id, symbol, currency, last } = instrument
  const series = await provider.series(client, { symbol, currency, from: firstDay(instrument, now), to }, now)
  // A price in another currency would be wrong by the exchange rate, and look right.
  if (series.currency !== null && series.currency !== currency)
    throw new ProviderTrouble('other_currency', { expected: currency, found: series.currency.slice(0, 10) })
  const closes = series.closes.filter(({ date }) => date <= to)
  const rows = await store.addCloses(id, closes, series.splits, provider.id)
  const fresh = closes.filter(({ date }) => last === null || date > last.date)
  const splits = { found: series.splits, known: instrument.known_splits }
  return { rows, flags: watchSeries(last, fresh, splits, to), last: closes.at(-1)?.date ?? null }
}

function firstDay({ last, first_transaction: posted }: MappedInstrument, now: Date): string {
  if (last !== null) return daysBefore(last.date, overlapDays)
  return posted === null ? daysBefore(isoOf(now), unpostedDays) : daysBefore(posted, overlapDays)
}

function isoOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function daysBefore(date: string, days: number): string {
  return isoOf(new Date(Date.parse(date) - days * 86_400_000))
}
