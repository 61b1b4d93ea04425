import { z } from 'zod'
import { currencyCode, figure, flags, fraction, isoDate, queryInteger, reference } from './values.ts'

/** Profit and loss, absolute and relative, each split so that realized and unrealized sum to the total. */
export const pnlFields = {
  pnl_abs_total: figure,
  pnl_abs_realized: figure,
  pnl_abs_unrealized: figure,
  pnl_rel_total: fraction,
  pnl_rel_realized: fraction,
  pnl_rel_unrealized: fraction,
}

/** What a period brought and cost. */
export const incomeFields = {
  fees: figure.describe('Costs of the period, never with taxes; refunds lower them.'),
  taxes: figure,
  dividends: figure,
  interest: figure,
  other_income: figure.describe('Other income, such as rent.'),
}

/** The sum over every row of a list, not only over one page. */
export const positionTotals = z
  .object({
    value: figure,
    exposure: figure,
    weight: fraction.describe('Share of the net asset value of the scope.'),
    cost: figure,
    proceeds: figure,
    ...pnlFields,
    ...incomeFields,
    flags,
  })
  .meta({ id: 'PositionTotals', description: 'Sums over every position of a list, not only over one page.' })

/** Whose figures a reply holds. */
export const subjectFamily = reference
  .nullable()
  .describe('The family the figures are about; null where they cover several families.')

/** What an answer with figures was computed for: stands beside the figures of every such answer. */
export const basis = z
  .object({
    family: subjectFamily,
    currency: currencyCode.describe('The currency of the calculated figures.'),
    as_of: isoDate.describe('The day of the closing figures.'),
    start_date: isoDate.nullable().describe('First day of the period; null while nothing is booked.'),
    end_date: isoDate.nullable().describe('Last day of the period.'),
    opening_date: isoDate.nullable().describe('The close that the period opens with.'),
  })
  .meta({ id: 'Basis', description: 'What an answer was computed for.' })

/** `?points=400`: long daily series are thinned out by the engine, extremes kept. */
export const pointsQuery = z.object({
  points: queryInteger(2, 10_000)
    .optional()
    .describe('How many points a series has at most; absent, one for each day.'),
})

export const dailyPnl = z
  .object({ date: isoDate, ...pnlFields })
  .meta({ id: 'DailyPnl', description: 'Profit and loss of one day, or up to that day.' })

export const datedPrice = z.object({ date: isoDate, price: z.number() }).meta({ id: 'DatedPrice' })
