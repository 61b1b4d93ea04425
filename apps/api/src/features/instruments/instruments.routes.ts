import { type CallReply, contract, countryCode, type Flag } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import { omitUndefined } from '../../platform/http/bodies/omit-undefined.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { checkIdentifiers, checkOtherIdentifiers, withNormalized } from './check-identifiers.ts'
import { checkIndex, checkItsBenchmarks } from './check-index.ts'
import type { IndexBenchmarksStore } from './index-benchmarks.store.ts'
import type { InstrumentChangesStore } from './instrument-changes.store.ts'
import { wireTerms } from './instrument-terms-wire.ts'
import type { InstrumentRow, InstrumentsStore } from './instruments.store.ts'

const calls = contract.instruments
type Instrument = CallReply<typeof calls.read>['data']

/**
 * Instruments of the platform, managed by administrators, and securities that families imported, which they change
 * themselves. Manual assets are assets of their family.
 */
export function instrumentsRoutes(
  serve: Serve,
  store: InstrumentsStore,
  changes: InstrumentChangesStore,
  indexBenchmarks: IndexBenchmarksStore,
): void {
  serve(calls.list, async ({ user, query, request, reply }) => {
    const { limit, offset, ...filter } = query
    if (wantsCsv(request)) {
      const { rows } = await store.list(user.id, { ...filter, page: null })
      return sendCsv(reply, toCsv(csvColumns, rows.map(wireInstrument)))
    }
    const { rows, count } = await store.list(user.id, { ...filter, page: { limit, offset } })
    return { ...pageLinks(calls.list.path, query, count), count, data: rows.map(wireInstrument) }
  })

  serve(calls.read, async ({ user, params }) => {
    const row = await store.find(user.id, params.id)
    if (!row) throw new AppError('not_found')
    return { data: wireInstrument(row) }
  })

  serve(calls.create, async ({ user, body: given, request }) => {
    const body = withNormalized(given)
    checkIdentifiers(body, null)
    checkIndex(body, null)
    const created = await changes.create(toActor(user, request.ip), omitUndefined(body))
    if (created === 'no_underlying') throw new AppError('not_found', { field: 'underlying' })
    if (created === 'taken') throw new AppError('already_exists', { field: 'isin' })
    return { data: wireInstrument(created) }
  })

  serve(calls.change, async ({ user, params, body: { version, ...given }, request }) => {
    const actor = toActor(user, request.ip)
    const known = await store.find(user.id, params.id)
    if (!known) throw new AppError('not_found')
    if (!known.may_change) throw notYours()
    const body = withNormalized(given)
    checkIdentifiers(body, known)
    checkIndex(body, known)
    await checkItsBenchmarks(indexBenchmarks, user.id, body, known)
    if (user.role !== 'admin') checkOtherIdentifiers(body, known)
    const changed = await changes.change(actor, params.id, omitUndefined(body), version)
    if (changed === 'none') throw new AppError('not_found')
    if (changed === 'forbidden') throw notYours()
    if (changed === 'no_underlying') throw new AppError('not_found', { field: 'underlying' })
    if (changed === 'taken') throw new AppError('already_exists', { field: 'isin' })
    if (changed === 'held')
      throw new AppError('still_in_use', {
        field: 'instrument_type',
        message: 'It has transactions, and an index is not held. Add another instrument instead.',
      })
    if (changed === 'in_use')
      throw new AppError('still_in_use', {
        field: 'currency',
        message: 'Its prices and transactions are in this currency. Add another instrument instead.',
      })
    return { data: wireInstrument(changed) }
  })
}

const notYours = () =>
  new AppError('forbidden', { message: 'Only an administrator may change this security.' })

export function wireInstrument(row: InstrumentRow): Instrument {
  const { flag, terms, sources, ...rest } = row
  return {
    ...rest,
    sources: {
      name: sources.name ?? null,
      instrument_type: sources.instrument_type ?? null,
      country: sources.country ?? null,
      sector: sources.sector ?? null,
    },
    ...wireTerms(terms),
    country: row.country === null ? null : countryCode.parse(row.country),
    contract_size: Number(row.contract_size),
    price: row.price === null ? null : Number(row.price),
    flags: flag === null ? [] : [priceFlag(flag, row.price_date)],
  }
}

function priceFlag(code: 'no_price' | 'stale', date: string | null): Flag {
  return { code, fields: ['price'], date, amount: null }
}

const csvColumns: Record<string, (row: Instrument) => string | number | null> = {
  id: row => row.id,
  name: row => row.name,
  long_name: row => row.long_name,
  symbol: row => row.symbol,
  isin: row => row.isin,
  exchange: row => row.exchange,
  instrument_type: row => row.instrument_type,
  currency: row => row.currency,
  country: row => row.country,
  sector: row => row.sector,
  contract_size: row => row.contract_size,
  contract_expiration: row => row.contract_expiration,
  family: row => row.family?.name ?? null,
  underlying: row => row.underlying?.name ?? null,
  coupon: row => row.coupon,
  coupons_per_year: row => row.coupons_per_year,
  day_count: row => row.day_count,
  strike: row => row.strike,
  option_right: row => row.option_right,
  base_currency: row => row.base_currency,
  index_return: row => row.index_return,
  identifiers: row => row.identifiers.map(({ kind, value }) => `${kind} ${value}`).join('; '),
  price: row => row.price,
  price_date: row => row.price_date,
  price_source: row => row.price_source,
  holders_count: row => row.holders_count,
}
