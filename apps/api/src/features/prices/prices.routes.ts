import { type CallReply, contract, type HandlerBody, maxNavChange } from '@plumbline/contract'
import { convertUnit, currencyUnit, parseDay } from '@plumbline/engine'
import { askAboutNav, type MeasureMarketChange } from '../../figures/plausibility/check-market-change.ts'
import type { MarketEffect } from '../../figures/plausibility/market-effect.query.ts'
import { askAbout, type Question, requireConfirmation } from '../../figures/plausibility/questions.ts'
import { isUnusualPrice } from '../../figures/plausibility/unusual-price.ts'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { EnteredRow, PriceContext, PriceRow, PricesStore } from './prices.store.ts'

const calls = contract.instruments
type Price = CallReply<typeof calls.setPrice>['data']
type EnteredPrice = CallReply<typeof calls.enteredPrices>['data'][number]

const firstDay = '1900-01-01'

/** Administrators read, set and remove all prices; others those of securities that their families imported. */
export function pricesRoutes(serve: Serve, store: PricesStore, measure: MeasureMarketChange): void {
  serve(calls.prices, async ({ user, params, query, request, reply }) => {
    const { limit, offset, ...range } = query
    const page = wantsCsv(request) ? null : { limit, offset }
    const found = await store.list(user.id, params.id, { ...range, page })
    if (found === 'none') throw new AppError('not_found')
    requireOwn(user, found)
    const prices = found.rows.map(wirePrice)
    if (page === null) {
      const { name, currency } = found
      const columns = { ...csvColumns, instrument: () => name, currency: () => currency }
      return sendCsv(reply, toCsv(columns, prices), [name, currency])
    }
    const path = calls.prices.path.replace(':id', params.id)
    return { ...pageLinks(path, query, found.count), count: found.count, data: prices }
  })

  serve(calls.enteredPrices, async ({ user, query, request, reply }) => {
    const { limit, offset, ...filter } = query
    const page = wantsCsv(request) ? null : { limit, offset }
    const { rows, count } = await store.listEntered(user, { ...filter, page })
    const found = rows.map(wireEntered)
    if (page === null) return sendCsv(reply, toCsv(enteredCsvColumns, found))
    return { ...pageLinks(calls.enteredPrices.path, query, count), count, data: found }
  })

  serve(calls.setPrice, async ({ user, params, body, request }) => {
    const refuse = () => {
      // A future price would move the last close of all figures.
      const message = `Use a date from ${firstDay} to today.`
      throw new AppError('invalid_field', { field: 'date', message })
    }
    if (body.date < firstDay) refuse()
    const context = await store.context(user.id, params.id, body.date)
    if (!context) throw new AppError('not_found')
    requireOwn(user, context)
    if (context.is_ahead) refuse()
    const price = toUnit(body, context)
    const change = { kind: 'price' as const, instrument: params.id, date: body.date, price }
    const effects = await measure(user, change, body.confirm)
    requireConfirmation(user, listQuestions(body.date, price, context, effects), body.confirm)
    const saved = await store.set(toActor(user, request.ip), params.id, body)
    if (saved === 'none') throw new AppError('not_found')
    if (saved === 'ahead') return refuse()
    if (saved === 'other_currency') throw otherCurrency()
    return { data: wirePrice(saved) }
  })

  serve(calls.removePrice, async ({ user, params, body, request }) => {
    const known = await store.beforeRemoval(user.id, params.id, params.date)
    if (!known) throw new AppError('not_found')
    requireOwn(user, known)
    if (!known.is_known) throw new AppError('not_found')
    const price = known.previous === null ? null : Number(known.previous)
    const change = { kind: 'price' as const, instrument: params.id, date: params.date, price }
    requireConfirmation(user, askAboutNav(await measure(user, change, body.confirm)), body.confirm)
    const outcome = await store.remove(toActor(user, request.ip), params.id, params.date)
    if (outcome === 'none') throw new AppError('not_found')
    return undefined
  })
}

/** Prices of shared securities concern every family. */
function requireOwn({ role }: CurrentUser, { is_shared: isShared }: { is_shared: boolean }): void {
  if (isShared && role !== 'admin')
    throw new AppError('forbidden', { message: 'Only an administrator may manage prices of this security.' })
}

const otherCurrency = () =>
  new AppError('invalid_field', {
    field: 'currency',
    message: 'Use the currency of the instrument, or a unit of it.',
  })

/** The price in the unit that the instrument is quoted in. */
function toUnit(
  { price, currency: unit }: HandlerBody<typeof calls.setPrice>,
  { currency }: PriceContext,
): number {
  const converted = convertUnit(String(price), unit ?? currency, currency)
  if (converted === null) throw otherCurrency()
  return Number(converted)
}

/**
 * Asks about a price that is far from the last one, or changes the net asset value of a family by much: with leverage a
 * small change of the price is enough, and a first price replaces the one of a transaction.
 */
function listQuestions(
  date: string,
  price: number,
  { name, currency, first_date, last_date, last_close }: PriceContext,
  effects: readonly MarketEffect[],
): Question[] {
  const questions: Question[] = []
  if (first_date !== null && date < first_date)
    questions.push(askAbout('before_first_day', { field: 'date', name, before: first_date, after: date }))
  const quoted = last_date === null ? null : { date: last_date, price: Number(last_close) }
  const last = quoted ?? effects.find(effect => effect.last !== null)?.last ?? null
  // The price of a purchase may be months old, so the usual limit holds for it.
  const limits = quoted === null ? {} : { maxChange: maxNavChange }
  const known = last && { day: parseDay(last.date), price: last.price }
  if (known && isUnusualPrice(price, parseDay(date), known, limits))
    questions.push(
      askAbout('unusual_price', {
        field: 'price',
        name,
        before: known.price,
        after: price,
        currency: currencyUnit(currency).currency,
      }),
    )
  return [...questions, ...askAboutNav(effects, 'price')]
}

function wirePrice(row: PriceRow): Price {
  return {
    date: row.date,
    price: Number(row.close),
    source: row.source,
    set_by: row.set_by,
    received_at: row.received_at.toISOString(),
  }
}

function wireEntered(row: EnteredRow): EnteredPrice {
  const { instrument, family, currency } = row
  return { ...wirePrice(row), instrument, family, currency }
}

const csvColumns: Record<string, (price: Price) => string | number | null> = {
  date: price => price.date,
  price: price => price.price,
  source: price => price.source,
  set_by: price => price.set_by?.name ?? null,
  received_at: price => price.received_at,
}

const enteredCsvColumns: Record<string, (price: EnteredPrice) => string | number | null> = {
  instrument: price => price.instrument.name,
  family: price => price.family?.name ?? null,
  currency: price => price.currency,
  ...csvColumns,
}
