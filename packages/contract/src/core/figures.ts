import { z } from 'zod'
import { priceUnits } from '../vocabulary/display.ts'
import { currencyCode, figure, fraction, isoDate, oneOf, queryInteger, reference } from './values.ts'

/** Profit and loss, absolute and relative, each split so that realized and unrealized sum to the total. */
export const pnlFields = {
  pnl_abs_total: figure,
  pnl_abs_realized: figure,
  pnl_abs_unrealized: figure,
  pnl_rel_total: fraction,
  pnl_rel_realized: fraction,
  pnl_rel_unrealized: fraction,
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
