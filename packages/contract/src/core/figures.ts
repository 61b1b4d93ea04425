import { z } from 'zod'
import { priceUnits } from '../vocabulary/display.ts'
import {
  currencyCode,
  figure,
  fraction,
  isoDate,
  oneOf,
  positionId,
  queryInteger,
  reference,
} from './values.ts'

/**
 * Profit and loss, absolute and relative, each split so that realized and unrealized sum to the total. Both are of the
 * same money and have the same sign.
 */
export const pnlFields = {
  pnl_abs_total: figure,
  pnl_abs_realized: figure,
  pnl_abs_unrealized: figure,
  pnl_rel_total: fraction,
  pnl_rel_realized: fraction,
  pnl_rel_unrealized: fraction,
}

/** The capital of several positions that relative P/L refers to, and their time-weighted return, which does not. */
export const capitalFields = {
  capital_base: figure.meta({
    id: 'CapitalBase',
    description: "Highest sum of the positions' capital in the period; pnl_rel is pnl_abs as a share of it.",
  }),
  twr: fraction.describe('Time-weighted return; its sign may differ from that of the P/L.'),
}

/** Income and costs of a period. */
export const incomeFields = {
  fees: figure.describe('Costs of the period without taxes, net of refunds.'),
  taxes: figure,
  dividends: figure,
  interest: figure,
  other_income: figure.describe('Other income, such as rent.'),
}

/** The family that figures belong to. */
export const subjectFamily = reference
  .nullable()
  .describe('The family of the figures; null for several families.')

/** The basis of computed figures; part of every reply with figures. */
export const basis = z
  .object({
    family: subjectFamily,
    currency: currencyCode.describe('The currency of the calculated figures.'),
    as_of: isoDate.describe('The day of the closing figures.'),
    start_date: isoDate.nullable().describe('First day of the period; null without transactions.'),
    end_date: isoDate.nullable().describe('Last day of the period.'),
    opening_date: isoDate.nullable().describe('Day of the opening close.'),
  })
  .meta({ id: 'Basis', description: 'What an answer was computed for.' })
export type Basis = z.infer<typeof basis>

/** Why a price or rate is not there, or too old. */
export const missingReasons = ['missing_price', 'missing_rate', 'stale_price', 'stale_rate'] as const

/** A price or rate that figures need, and what depends on it. */
export const missingInput = z
  .object({
    reason: oneOf(missingReasons),
    instrument: reference.nullable().describe('The instrument without a price, or with a stale one.'),
    currency: currencyCode.nullable().describe('The currency without a rate, or with a stale one.'),
    since: isoDate
      .nullable()
      .describe('First day on which it was needed; for a stale one the day of the quote in use.'),
    count: z.number().int().describe('Positions and cash balances that need it.'),
    amount: figure.describe(
      'Their value in their own currency; null without a price or in several currencies.',
    ),
    last_weight: fraction.describe('Their share of all known values in the currency of the market rates.'),
    position_ids: z.array(positionId),
  })
  .meta({ id: 'MissingInput', description: 'A missing or stale price or rate.' })

/** A price or rate that came late: what depends on it was outside the sums until then. */
const lateInput = z
  .object({
    reason: oneOf(['missing_price', 'missing_rate']),
    instrument: reference.nullable().describe('The instrument without a price.'),
    currency: currencyCode.nullable().describe('The currency without a rate.'),
    since: isoDate.describe('First day on which it was needed.'),
    until: isoDate
      .nullable()
      .describe('Day of the first price or rate; null for what was closed before there was one.'),
    count: z.number().int().describe('Positions and cash balances that needed it.'),
    value: figure.describe('Their value on that day, which is an inflow though no money moved.'),
    position_ids: z.array(positionId),
  })
  .meta({ id: 'LateInput', description: 'A price or rate that was missing before the end of the period.' })

/** What the sums of a reply leave out. */
export const coverage = z
  .object({
    is_partial: z.boolean().describe('Whether the values are sums over a part of the positions.'),
    held_count: z.number().int().describe('Positions and cash balances at the end of the period.'),
    missing_count: z.number().int().describe('Those of them that are left out.'),
    missing_weight: fraction.describe(
      'Last known share of what is left out; null if a part of it is unknown.',
    ),
    missing: z.array(missingInput).describe('Missing and stale prices and rates.'),
    is_opening_partial: z
      .boolean()
      .describe('Whether the opening values are sums over a part of the positions.'),
    missing_before: z
      .array(lateInput)
      .describe('Prices and rates missing at the opening or within the period, but not at its end.'),
  })
  .meta({ id: 'Coverage', description: 'What the sums of an answer leave out.' })

export type Coverage = z.infer<typeof coverage>

/** `?points=400`: the engine downsamples long daily series and keeps their extremes. */
export const pointsQuery = z.object({
  points: queryInteger(2, 10_000)
    .optional()
    .describe('Maximum number of points in a series; by default one for each day.'),
})

export const dailyPnl = z
  .object({ date: isoDate, ...pnlFields })
  .meta({ id: 'DailyPnl', description: 'Profit and loss of one day, or up to that day.' })

export const datedPrice = z.object({ date: isoDate, price: z.number() }).meta({ id: 'DatedPrice' })

export const priceUnitsField = oneOf(priceUnits).describe(
  'adjusted: prices before a split in the units after it; as_traded: each price as quoted on its day.',
)

/** `?price_units=as_traded` */
export const priceUnitsQuery = z.object({ price_units: priceUnitsField.default('adjusted') })

export const stockSplit = z
  .object({
    date: isoDate.describe('The first day in new units.'),
    numerator: z.number().describe('Units after the split.'),
    denominator: z.number().describe('Units before the split.'),
  })
  .meta({ id: 'StockSplit' })
