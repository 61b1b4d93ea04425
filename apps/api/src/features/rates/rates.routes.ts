import { type CallReply, contract, currencyCode } from '@plumbline/contract'
import { parseDay } from '@plumbline/engine'
import { askAboutNav, type MeasureMarketChange } from '../../figures/plausibility/check-market-change.ts'
import { askAbout, requireConfirmation } from '../../figures/plausibility/questions.ts'
import { isUnusualPrice } from '../../figures/plausibility/unusual-price.ts'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { RateRow, RatesStore } from './rates.store.ts'

const calls = contract.rates
type Rate = CallReply<typeof calls.set>['data']

const firstDay = '1900-01-01'
/** Most rates move less within a year. A larger change is often the other direction of the pair. */
const maxChange = 0.2

/** Administrators read, enter and remove exchange rates. */
export function ratesRoutes(serve: Serve, store: RatesStore, measure: MeasureMarketChange): void {
  serve(calls.list, async ({ user, query, request, reply }) => {
    const { limit, offset, ...filter } = query
    const page = wantsCsv(request) ? null : { limit, offset }
    const { rows, count } = await store.list(user.id, { ...filter, page })
    const found = rows.map(wireRate)
    if (page === null) return sendCsv(reply, toCsv(csvColumns, found))
    return { ...pageLinks(calls.list.path, query, count), count, data: found }
  })

  serve(calls.set, async ({ user, body, request }) => {
    const { base, quote, rate, date, confirm } = body
    if (base === quote) refuse('quote', 'Use two different currencies.')
    const { today, last, resolved } = await store.context(user.id, body)
    // A future rate would move the last figures.
    if (date < firstDay || date > today) refuse('date', `Use a date from ${firstDay} to today.`)
    const known = last && { day: parseDay(last.date), price: last.rate }
    const unusual =
      known && isUnusualPrice(rate, parseDay(date), known, { maxChange })
        ? [
            askAbout('unusual_price', {
              field: 'rate',
              name: `${base}/${quote}`,
              before: known.price,
              after: rate,
              currency: quote,
            }),
          ]
        : []
    const effects = resolved === null ? [] : await measure(user, { kind: 'rate', date, ...resolved }, confirm)
    requireConfirmation(user, [...unusual, ...askAboutNav(effects, 'rate')], confirm)
    const written = await store.set(toActor(user, request.ip), body)
    if (written === 'unresolved') return refuse('quote', needsDollar(base, quote, date))
    return { data: wireRate(written) }
  })

  serve(calls.remove, async ({ user, params, body, request }) => {
    const { currency, date } = params
    const rate = await store.beforeRemoval(user.id, currency, date)
    if (rate === 'none') throw new AppError('not_found')
    const effects = await measure(user, { kind: 'rate', currency, date, rate }, body.confirm)
    requireConfirmation(user, askAboutNav(effects), body.confirm)
    const outcome = await store.remove(toActor(user, request.ip), currency, date)
    if (outcome === 'none') throw new AppError('not_found')
    return undefined
  })
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_field', { field, message })
}

function needsDollar(base: string, quote: string, date: string): string {
  return `Neither ${base} nor ${quote} has a rate in USD on ${date} or in the week before. Enter one of them first.`
}

function wireRate(row: RateRow): Rate {
  const { stated, via } = row
  return {
    ...row,
    currency: currencyCode.parse(row.currency),
    rate: Number(row.rate),
    stated: stated && {
      base: currencyCode.parse(stated.base),
      quote: currencyCode.parse(stated.quote),
      rate: Number(stated.rate),
    },
    via: via === null ? null : currencyCode.parse(via),
    received_at: row.received_at.toISOString(),
  }
}

const csvColumns: Record<string, (rate: Rate) => string | number | null> = {
  currency: rate => rate.currency,
  date: rate => rate.date,
  rate: rate => rate.rate,
  source: rate => rate.source,
  stated: rate => rate.stated && `1 ${rate.stated.base} = ${rate.stated.rate} ${rate.stated.quote}`,
  via: rate => rate.via,
  set_by: rate => rate.set_by?.name ?? null,
  received_at: rate => rate.received_at,
}
