import { contract } from 'virtual:contract'
import type { CallBody, CallQuery } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../../lib/api/api.ts'

type Query = NonNullable<CallQuery<typeof contract.instruments.list>>
export type InstrumentBody = CallBody<typeof contract.instruments.create>
export type Instrument = Reply<typeof contract.instruments.list>['data'][number]
export type Price = Reply<typeof contract.instruments.prices>['data'][number]

export const instrumentOrders = [
  'name',
  'symbol',
  'isin',
  'instrument_type',
  'currency',
  'price_date',
] as const

export function instrumentsQuery(query: Query) {
  return queryOptions({
    queryKey: ['admin', 'instruments', query],
    queryFn: ({ signal }) => call(contract.instruments.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function instrumentQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'instrument', id],
    queryFn: async ({ signal }) => (await call(contract.instruments.read, { params: { id }, signal })).data,
  })
}

export function holdersQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'instrument', id, 'holders'],
    queryFn: ({ signal }) => call(contract.instruments.holders, { params: { id }, signal }),
  })
}

/** What imported files call the security. */
export function statedQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'instrument', id, 'stated'],
    queryFn: async ({ signal }) =>
      (await call(contract.securityCorrections.listStated, { params: { id }, signal })).data,
  })
}

export function historyQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'instrument', id, 'history'],
    queryFn: ({ signal }) =>
      call(contract.instruments.history, { params: { id }, query: { limit: 50 }, signal }),
  })
}

/** Closes for the chart; contracts that expire have none here. */
export function closesQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'instrument', id, 'closes'],
    queryFn: async ({ signal }) =>
      (await call(contract.watchlist.priceHistory, { params: { id }, query: { points: 300 }, signal })).data,
    retry: false,
    meta: { quiet: true },
  })
}

export async function mergeInstruments({ kept, merged }: { kept: string; merged: string }) {
  return (await call(contract.instruments.merge, { params: { id: kept }, body: { merged } })).data
}

export async function splitInstrument(id: string) {
  return (await call(contract.instruments.split, { params: { id } })).data
}

export async function watchInstrument(id: string) {
  return (await call(contract.watchlist.add, { body: { ticker: id } })).data
}

export async function createInstrument(body: InstrumentBody): Promise<Instrument> {
  return (await call(contract.instruments.create, { body })).data
}

export async function changeInstrument(
  id: string,
  body: Partial<InstrumentBody>,
  version: number | undefined,
): Promise<Instrument> {
  return (await call(contract.instruments.change, { params: { id }, body: { ...body, version } })).data
}

export function pricesQuery(id: string, query: { limit: number; offset: number }) {
  return queryOptions({
    queryKey: ['admin', 'prices', id, query],
    queryFn: ({ signal }) => call(contract.instruments.prices, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

async function setPrice(id: string, body: CallBody<typeof contract.instruments.setPrice>) {
  return (await call(contract.instruments.setPrice, { params: { id }, body })).data
}

/** Sets a price, and returns the one of that day that it replaces, if any. */
export async function replacePrice(id: string, body: CallBody<typeof contract.instruments.setPrice>) {
  const { date } = body
  const query = { start_date: date, end_date: date, limit: 1 }
  const before = await call(contract.instruments.prices, { params: { id }, query })
  await setPrice(id, body)
  return before.data[0] ?? null
}

/** Restores the price that another one replaced, or deletes one that replaced none. */
export async function undoPrice(id: string, date: string, before: Price | null): Promise<void> {
  if (!before) await deletePrice({ id, date })
  else {
    const { price, source } = before
    const body = { date, price, source }
    await call(contract.instruments.setPrice, { params: { id }, body, isConfirmed: true })
  }
}

export function deletePrice({ id, date }: { id: string; date: string }) {
  return call(contract.instruments.removePrice, { params: { id, date } })
}
