import { type CallReply, contract } from '@plumbline/contract'
import { defaultDateFormat } from '@plumbline/contract/format'
import type { Language } from '@plumbline/contract/texts'
import { convertUnit } from '@plumbline/engine'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { runMessage } from '../../platform/jobs/run-texts.ts'
import { fetchOne } from './fetch-source.ts'
import type { Client } from './providers/client.ts'
import type { FoundSymbol, Provider } from './providers/provider.ts'
import { ProviderError } from './providers/provider-error.ts'
import { findProvider } from './providers/providers.ts'
import { openClient, providerAddress, type RunDependencies } from './run-source.ts'
import type { SearchedSecurity, SymbolsStore } from './symbols.store.ts'

const calls = contract.integrations
type Proposal = CallReply<typeof calls.symbols>['data'][number]
type PriceProvider = Extract<Provider, { kind: 'prices' }>

interface SymbolsDependencies extends Pick<RunDependencies, 'runs' | 'writes' | 'market' | 'keys'> {
  store: SymbolsStore
}

/** Symbols whose currency and last price are looked up. */
const maxProposals = 5
/** Long enough to find a close in any week. */
const lookBackDays = 14

/** Proposes symbols for securities, and takes their prices from the chosen one. */
export function symbolsRoutes(serve: Serve, dependencies: SymbolsDependencies): void {
  const { store, runs, writes } = dependencies
  const findSecurity = async (adminId: string, id: string) => {
    const security = await store.find(adminId, id)
    if (!security) throw new AppError('not_found', { field: 'instrument' })
    return security
  }

  serve(calls.symbols, async ({ user, query, reply }) => {
    const security = await findSecurity(user.id, query.instrument)
    const { provider, open } = await openProvider(dependencies, query.provider, reply.raw)
    const data = await withProvider(user.language, async () => {
      const found = await searchSymbols(provider, await open('search'), security, query.q)
      const client = await open('series')
      const now = await runs.now()
      const proposals: Proposal[] = []
      for (const each of found.slice(0, maxProposals))
        proposals.push(await describeSymbol(provider, client, each, { security, now }))
      return proposals
    })
    return { data, count: data.length }
  })

  serve(calls.useSymbol, async ({ user, body, request, reply }) => {
    const { symbol } = body
    const security = await findSecurity(user.id, body.instrument)
    const { provider, open } = await openProvider(dependencies, body.provider, reply.raw)
    const mapped = await writes.findMapped(security.id, symbol)
    if (!mapped) throw new AppError('not_found', { field: 'instrument' })
    const found = await withProvider(user.language, async () =>
      fetchOne(writes, { client: await open('series'), now: await runs.now() }, provider, mapped),
    )
    await store.choose(toActor(user, request.ip), security, { provider: provider.id, symbol })
    return { data: { rows_count: found.rows, start_date: found.first, end_date: found.last } }
  })
}

/** Opens clients of an enabled provider of prices. A closed connection ends its requests. */
async function openProvider(
  { runs, market, keys }: SymbolsDependencies,
  id: string,
  connection: { once(event: 'close', listener: () => void): unknown },
): Promise<{ provider: PriceProvider; open(what: 'search' | 'series'): Promise<Client> }> {
  const provider = findProvider(id)
  if (provider?.kind !== 'prices') throw new AppError('not_found', { field: 'provider' })
  const source = await runs.findProvider(provider.id)
  const address = source ? providerAddress(market, source) : null
  if (!source || address === null) throw new AppError('nothing_to_run', { field: 'provider' })
  const stopping = new AbortController()
  connection.once('close', () => stopping.abort())
  return {
    provider,
    open(what) {
      const target = what === 'search' ? provider.searchAddress(address) : address
      if (target === null) throw new AppError('nothing_to_run', { field: 'provider' })
      return openClient(
        { market, keys },
        { provider, address: target, sealedKey: source.sealed_key, signal: stopping.signal },
      )
    },
  }
}

/** Turns failures of the provider into a reply that says what failed. */
async function withProvider<T>(language: Language, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { code, details } = error
    // None of these messages has a date.
    const reader = { language, dateFormat: defaultDateFormat, showsHosts: true }
    const message = runMessage({ trouble: { code, details } }, reader) ?? code
    const isAboutSymbol = code === 'unknown_symbol' || code === 'other_currency'
    throw isAboutSymbol
      ? new AppError('invalid_field', { field: 'symbol', message })
      : new AppError('provider_failed', { message })
  }
}

interface Candidate extends FoundSymbol {
  match: Proposal['match']
}

/** Searches by the ISIN, then by symbol and name, until the provider knows something. */
async function searchSymbols(
  provider: PriceProvider,
  client: Client,
  { isin, symbol, name }: SearchedSecurity,
  words: string | undefined,
): Promise<Candidate[]> {
  const searches: { words: string | null; match: Proposal['match'] }[] =
    words === undefined
      ? [
          { words: isin, match: 'isin' },
          { words: symbol, match: 'symbol' },
          { words: name, match: 'name' },
        ]
      : [{ words, match: words.toUpperCase() === isin ? 'isin' : 'name' }]
  for (const search of searches) {
    if (search.words === null || search.words === '') continue
    const found = await provider.search(client, search.words)
    if (found.length > 0)
      return found.map(each => ({
        ...each,
        match: search.match === 'name' && isSame(each, symbol) ? 'symbol' : search.match,
      }))
  }
  return []
}

const isSame = ({ symbol }: FoundSymbol, wanted: string | null): boolean =>
  wanted !== null && symbol.toLowerCase() === wanted.toLowerCase()

/** A proposal with the currency and the last close of its series. One that cannot be read is listed without them. */
async function describeSymbol(
  provider: PriceProvider,
  client: Client,
  { symbol, name, exchange, match }: Candidate,
  { security, now }: { security: SearchedSecurity; now: Date },
): Promise<Proposal> {
  const to = now.toISOString().slice(0, 10)
  const from = new Date(now.getTime() - lookBackDays * 86_400_000).toISOString().slice(0, 10)
  const described = { symbol, name, exchange, match }
  try {
    const series = await provider.series(client, { symbol, currency: security.currency, from, to }, now)
    const last = series.closes.at(-1)
    const unit = series.currency ?? security.currency
    return {
      ...described,
      currency: unit,
      price: last ? Number(last.close) : null,
      price_date: last?.date ?? null,
      is_usable: convertUnit('1', unit, security.currency) !== null,
    }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code === 'stopped') throw error
    return { ...described, currency: null, price: null, price_date: null, is_usable: false }
  }
}
