import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import {
  datedPrice,
  pointsQuery,
  priceUnitsField,
  priceUnitsQuery,
  stockSplit,
  subjectFamily,
} from '../core/figures.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import {
  currencyCode,
  expectedVersion,
  figure,
  flags,
  fraction,
  isoDate,
  isoTime,
  longText,
  oneOf,
  queryBoolean,
  queryInteger,
  searchText,
  shortText,
  version,
} from '../core/values.ts'
import { instrumentType } from '../core/words.ts'
import { targetDirections } from '../vocabulary/tasks.ts'

/** An entry of the shared ticker catalogue. */
export const ticker = z
  .object({
    id: z.uuid(),
    name: z.string(),
    long_name: z.string().nullable(),
    symbol: z.string().nullable(),
    isin: z.string().nullable(),
    exchange: z.string().nullable(),
    instrument_type: instrumentType,
    currency: currencyCode,
  })
  .meta({ id: 'Ticker' })
export type Ticker = z.infer<typeof ticker>

const targetFields = {
  price: z
    .number()
    .positive()
    .max(1e15)
    .describe('In the currency and present units of the ticker: a split divides it.'),
  direction: oneOf(targetDirections).describe('Whether it is reached from below or from above.'),
  note: shortText.nullable().default(null),
  notify: z.boolean().default(true),
}

export const priceTarget = z
  .object({
    id: z.uuid(),
    ...targetFields,
    reached_at: isoTime
      .nullable()
      .describe(
        'Null until a close passes it. One that was passed when it was set waits until the price is back.',
      ),
    distance: fraction.describe(
      'Distance to the target as a fraction of the price; negative if the price has to fall.',
    ),
    change_since: fraction.describe('Price relative to the reached target, as a fraction.'),
  })
  .meta({ id: 'PriceTarget' })

export const watchedTicker = z
  .object({
    id: z.uuid(),
    ticker,
    price_targets: z.array(priceTarget),
    note: z.string().nullable(),
    price: figure,
    price_date: isoDate.nullable(),
    day_change: fraction.describe('Change from the previous close.'),
    nearest_distance: fraction.describe('Distance to the nearest open target.'),
    held_quantity: z.number().nullable().describe('Quantity held; null for none.'),
    held_value: figure.describe("Value of the holding, in the currency of the user's settings."),
    value_currency: currencyCode,
    family: subjectFamily.describe('The family of the holdings; null for all families you may see.'),
    price_trend: z
      .array(z.number())
      .describe('Closes of the last three months, adjusted for splits and downsampled.'),
    created_at: isoTime,
    version,
    flags,
  })
  .meta({ id: 'WatchedTicker' })
export type PriceTarget = z.infer<typeof priceTarget>
export type WatchedTicker = z.infer<typeof watchedTicker>

/** The complete list of targets: one with an id keeps its history, an omitted one is deleted. */
const targets = z.array(z.object({ id: z.uuid().nullish(), ...targetFields })).max(50)
const note = longText.nullable()

const familyOfHoldings = {
  family: z.uuid().optional().describe('The family of the holdings; by default all families you may see.'),
}

const watchOrder = ['name', 'price', 'day_change', 'nearest_distance', 'created_at'] as const

export const watchlist = {
  tickers: endpoint('GET', '/api/watchlist/tickers/', {
    summary: 'Find tickers in the catalogue by name, symbol or ISIN.',
    query: z.object({
      q: searchText.default('').describe('Part of a name, symbol or ISIN. An empty one finds nothing.'),
      contracts: queryBoolean
        .default(false)
        .describe('Also finds options, futures and forwards, which can be traded and not watched.'),
      family: z.uuid().optional().describe('Leaves out what other families than this one imported.'),
      limit: queryInteger(1, 1000).default(20),
      offset: pageQuery.shape.offset,
    }),
    reply: pageReply(ticker),
    may: everyone,
  }),
  priceHistory: endpoint('GET', '/api/watchlist/tickers/:id/price-history/', {
    summary: 'Read the closes of a ticker.',
    params: byId,
    query: pointsQuery.extend({
      ...priceUnitsQuery.shape,
      start_date: isoDate.optional(),
      end_date: isoDate.optional(),
    }),
    reply: dataReply(
      z.object({
        ticker,
        prices: z.array(datedPrice),
        price_units: priceUnitsField,
        splits: z.array(stockSplit).describe('Splits within the prices, by date.'),
        flags,
      }),
    ),
    may: everyone,
  }),
  list: endpoint('GET', '/api/watchlist/user/tickers/', {
    summary: 'List the tickers you watch, with their price targets.',
    query: z.object({
      ...familyOfHoldings,
      ...pageQuery.shape,
      ...orderBy(watchOrder, 'nearest_distance').shape,
    }),
    reply: pageReply(watchedTicker),
    alsoReplies: ['text/csv'],
    may: everyone,
    errors: ['not_found'],
  }),
  read: endpoint('GET', '/api/watchlist/user/tickers/:id/', {
    summary: 'Read one ticker that you watch.',
    params: byId,
    query: z.object(familyOfHoldings),
    reply: dataReply(watchedTicker),
    may: everyone,
  }),
  add: endpoint('POST', '/api/watchlist/user/tickers/', {
    summary: 'Watch a ticker with price targets. A ticker can be watched once.',
    body: z.object({
      ticker: z.uuid().describe('Id of the ticker in the catalogue.'),
      price_targets: targets.default([]),
      note: note.default(null),
    }),
    reply: dataReply(watchedTicker),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached', 'not_found'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/watchlist/user/tickers/:id/', {
    summary: 'Change the price targets or the note of a ticker. Targets omitted from the list are deleted.',
    params: byId,
    body: z.object({ price_targets: targets, note }).partial().extend({ version: expectedVersion }),
    reply: dataReply(watchedTicker),
    may: everyoneButDemo,
    errors: ['conflict'],
  }),
  remove: endpoint('DELETE', '/api/watchlist/user/tickers/:id/', {
    summary: 'Stop watching a ticker. It can be restored for a short while.',
    params: byId,
    may: everyoneButDemo,
  }),
  restore: endpoint('POST', '/api/watchlist/user/tickers/:id/restore/', {
    summary: 'Restore a ticker that was just removed, with its targets.',
    params: byId,
    reply: dataReply(watchedTicker),
    may: everyoneButDemo,
    errors: ['too_late', 'already_exists'],
    creates: false,
  }),
}
