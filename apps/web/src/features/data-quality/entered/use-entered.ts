import { contract } from 'virtual:contract'
import type { CallQuery } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../../lib/api/api.ts'

const { rates, instruments } = contract

export type EnteredRate = Reply<typeof rates.list>['data'][number]
export type EnteredPrice = Reply<typeof instruments.enteredPrices>['data'][number]
export type RatesQuery = NonNullable<CallQuery<typeof rates.list>>
export type PricesQuery = NonNullable<CallQuery<typeof instruments.enteredPrices>>

export function enteredRatesQuery(query: RatesQuery) {
  return queryOptions({
    queryKey: ['data-quality', 'entered-rates', query],
    queryFn: ({ signal }) => call(rates.list, { query: { ...query, entered: 'true' }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function enteredPricesQuery(query: PricesQuery) {
  return queryOptions({
    queryKey: ['data-quality', 'entered-prices', query],
    queryFn: ({ signal }) => call(instruments.enteredPrices, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const downloadRates = (query: RatesQuery) =>
  callForFile(rates.list, { query: { ...query, entered: 'true' } }, { accept: 'text/csv' })
export const downloadPrices = (query: PricesQuery) =>
  callForFile(instruments.enteredPrices, { query }, { accept: 'text/csv' })

/** The pair as it was entered; a rate in US dollars is its own pair. */
export function statedPair({ stated, currency, rate }: EnteredRate) {
  return stated ?? { base: currency, quote: 'USD' as const, rate }
}

/** Deletes a rate. Returns what restores it. */
export async function deleteRate(rate: EnteredRate) {
  const { currency, date } = rate
  await call(rates.remove, { params: { currency, date } })
  return () => call(rates.set, { body: { ...statedPair(rate), date }, isConfirmed: true })
}

/** Deletes a price. Returns what restores it. */
export async function deletePrice({ instrument: { id }, date, price, source }: EnteredPrice) {
  await call(instruments.removePrice, { params: { id, date } })
  return () =>
    call(instruments.setPrice, { params: { id }, body: { date, price, source }, isConfirmed: true })
}
