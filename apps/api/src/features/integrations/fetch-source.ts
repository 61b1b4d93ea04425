import { convertUnit, currencyUnit, NEGATIVE_PRICE_TYPES } from '@plumbline/engine'
import { checkSeries, type SeriesFlag } from './check-series.ts'
import type { MappedInstrument, MarketWritesStore } from './market-writes.store.ts'
import type { Client } from './providers/client.ts'
import type { FoundRates, Provider } from './providers/provider.ts'
import { concernsOneSeries, isTemporary, ProviderError } from './providers/provider-error.ts'
import type { RunOutcome } from './runs.store.ts'

export interface FetchRequest {
  provider: Provider
  client: Client
  address: string
  now: Date
  /** Instruments whose series failed in the last run. They come last, so that they delay no other. */
  failedBefore: ReadonlySet<string>
  /** Reports progress; throws to stop the run. */
  progress(done: number): Promise<void>
  /** Logs an error of the server itself. */
  report(error: unknown): void
}

interface MissingSeries {
  id: string
  name: string
  symbol?: string
  code: string
  details: Readonly<Record<string, string | number>>
}

/** Series stored by name; more are only counted. */
const maxListed = 500
/** Failures in a row that mean that the provider itself fails. The remaining series wait for the retry. */
const maxFailuresInRow = 5
/** Providers correct their latest closes, so a few days are fetched again. */
const overlapDays = 4
/** History for an instrument without transactions. */
const defaultHistoryDays = 370

/** Fetches new data from a provider and writes it. */
export function fetchSource(store: MarketWritesStore, request: FetchRequest): Promise<RunOutcome> {
  const { provider } = request
  return provider.kind === 'rates'
    ? fetchRates(store, request, provider)
    : fetchPrices(store, request, provider)
}

async function fetchRates(
  store: MarketWritesStore,
  { client, address, now, progress }: FetchRequest,
  provider: Provider & { kind: 'rates' },
): Promise<RunOutcome> {
  const today = utcDate(now)
  const since = await store.lastRateDate(provider.id)
  const { rates, invalid } = await provider.rates(client, since, today, address)
  await progress(0.5)
  const known = rates.filter(({ date }) => date <= today)
  const rows = await store.addRates(known, provider.id)
  const dataDate = known.reduce<string | null>((last, { date }) => (last && last > date ? last : date), null)
  const missing = listInvalidRates(invalid, today)
  if (missing.length === 0)
    return { status: rows > 0 ? 'success' : 'no_data', rows, dataDate, details: {}, retry: null }
  return {
    status: 'partial',
    rows,
    dataDate,
    details: { missing, missing_count: missing.length },
    retry: null,
  }
}

/** One line per currency, with the last day on which its rate is invalid. */
function listInvalidRates(invalid: FoundRates['invalid'], today: string): MissingSeries[] {
  const lastDay = new Map<string, string>()
  for (const { currency, date } of invalid)
    if (date <= today && date > (lastDay.get(currency) ?? '')) lastDay.set(currency, date)
  return [...lastDay].map(([currency, date]) => ({
    id: currency,
    name: `EUR/${currency}`,
    code: 'invalid_rate',
    details: { date },
  }))
}

async function fetchPrices(
  store: MarketWritesStore,
  request: FetchRequest,
  provider: Provider & { kind: 'prices' },
): Promise<RunOutcome> {
  const mapped = await store.listMapped(provider.id)
  const isFresh = ({ id }: MappedInstrument) => !request.failedBefore.has(id)
  const instruments = [...mapped.filter(isFresh), ...mapped.filter(each => !isFresh(each))]
  const failures: { instrument: MappedInstrument; error: ProviderError }[] = []
  const flags: (SeriesFlag & { name: string })[] = []
  let rows = 0
  let failedInRow = 0
  let dataDate: string | null = null
  for (const [place, instrument] of instruments.entries()) {
    if (endsRun(failures.at(-1)?.error, failedInRow)) {
      failures.push({ instrument, error: new ProviderError('not_tried') })
      continue
    }
    await request.progress(place / instruments.length)
    try {
      const found = await fetchOne(store, request, provider, instrument)
      failedInRow = 0
      rows += found.rows
      flags.push(...found.flags.map(flag => ({ ...flag, name: instrument.name })))
      if (found.last !== null && (dataDate === null || found.last > dataDate)) dataDate = found.last
    } catch (error) {
      const failure = toSeriesError(error, request)
      failedInRow = concernsOneSeries(failure) ? 0 : failedInRow + 1
      failures.push({ instrument, error: failure })
    }
  }
  return { rows, dataDate, ...summarize(instruments.length, failures, flags, rows) }
}

/** One failing series never ends a run. A provider that asks for a pause, or fails again and again, does. */
function endsRun(last: ProviderError | undefined, failedInRow: number): boolean {
  return last?.code === 'too_many' || last?.code === 'not_tried' || failedInRow >= maxFailuresInRow
}

function toSeriesError(error: unknown, { report }: FetchRequest): ProviderError {
  if (error instanceof ProviderError) {
    if (error.code === 'stopped') throw error
    return error
  }
  report(error)
  return new ProviderError('unreadable')
}

function summarize(
  total: number,
  failures: readonly { instrument: MappedInstrument; error: ProviderError }[],
  flags: readonly (SeriesFlag & { name: string })[],
  rows: number,
): Pick<RunOutcome, 'status' | 'details' | 'retry'> {
  const missing = failures.map(({ instrument: { id, name, symbol }, error: { code, details } }) => {
    return { id, name, symbol, code, details } satisfies MissingSeries
  })
  const waits = failures.map(({ error }) => error.retryAfterMs ?? 0)
  const retry = failures.some(({ error }) => isTemporary(error))
    ? { afterMs: Math.max(...waits) || null }
    : null
  const details = {
    total,
    ...(missing.length > 0 && { missing: missing.slice(0, maxListed), missing_count: missing.length }),
    ...(flags.length > 0 && { flags: flags.slice(0, maxListed), flags_count: flags.length }),
    ...(total === 0 && { nothing_mapped: true }),
  }
  const [first] = failures
  if (first && failures.length === total) {
    const { code, details: why } = (failures.find(({ error }) => !concernsOneSeries(error)) ?? first).error
    const status = code === 'key_refused' ? 'refused' : 'failed'
    return { status, details: { ...details, trouble: { code, details: why } }, retry }
  }
  return { status: first ? 'partial' : rows > 0 ? 'success' : 'no_data', details, retry }
}

/** Fetches what is missing of one series and writes it. */
export async function fetchOne(
  store: MarketWritesStore,
  { client, now }: Pick<FetchRequest, 'client' | 'now'>,
  provider: Provider & { kind: 'prices' },
  instrument: MappedInstrument,
) {
  const to = utcDate(now)
  const { id, symbol, currency, last } = instrument
  const wanted = { symbol, currency: currencyUnit(currency).currency, from: firstDay(instrument, now), to }
  const series = await provider.series(client, wanted, now)
  const unit = series.currency ?? currency
  const canBeNegative = NEGATIVE_PRICE_TYPES.has(instrument.instrument_type)
  const closes = series.closes
    .filter(({ date, close }) => date <= to && (canBeNegative || Number(close) > 0))
    .map(({ date, close }) => ({
      date,
      close: convertUnit(close, unit, currency) ?? refuseUnit(unit, currency),
    }))
  const rows = await store.addCloses(id, closes, series.splits, provider.id)
  const fresh = closes.filter(({ date }) => last === null || date > last.date)
  const splits = { found: series.splits, known: instrument.known_splits }
  return {
    rows,
    flags: checkSeries(last, fresh, splits, to),
    first: closes[0]?.date ?? null,
    last: closes.at(-1)?.date ?? null,
  }
}

/** A price in another currency would look right but be off by the exchange rate. */
function refuseUnit(found: string, expected: string): never {
  throw new ProviderError('other_currency', { expected, found: found.slice(0, 10) })
}

function firstDay({ delivered_until: last, first_transaction: posted }: MappedInstrument, now: Date): string {
  if (last !== null) return daysBefore(last, overlapDays)
  return posted === null ? daysBefore(utcDate(now), defaultHistoryDays) : daysBefore(posted, overlapDays)
}

function utcDate(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function daysBefore(date: string, days: number): string {
  return utcDate(new Date(Date.parse(date) - days * 86_400_000))
}
