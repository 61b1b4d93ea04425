import { z } from 'zod'
import {
  basis,
  capitalFields,
  dailyPnl,
  datedPrice,
  incomeFields,
  pnlFields,
  priceUnitsField,
  stockSplit,
} from '../core/figures.ts'
import {
  currencyCode,
  figure,
  flags,
  fraction,
  isoDate,
  oneOf,
  positionId,
  reference,
} from '../core/values.ts'
import { moveParts } from '../explain/shapes.ts'
import { typeFigures } from '../manual-assets/shapes.ts'
import { position } from './shapes.ts'

/** An open lot. */
const lot = z
  .object({
    date: isoDate.describe('Purchase date; a transferred lot keeps it.'),
    held_days: z.number().int().describe('Days from the purchase to the end of the period.'),
    quantity: z.number().describe('Remaining quantity; negative for short positions.'),
    price: figure.describe('Cost per unit.'),
    cost: figure,
  })
  .meta({ id: 'Lot' })

/** A position in one currency throughout, including prices. */
export const positionView = position
  .omit({ price_trend: true })
  .extend({
    view_currency: currencyCode.describe('The currency of all amounts and prices of this view.'),
    capital_base: capitalFields.capital_base.describe(
      'Highest open cost in the period, the base of pnl_rel.',
    ),
    parts: moveParts.describe('Components of the P/L of the period; they add up to pnl_abs_total.'),
    daily_pnl: z.array(dailyPnl).describe('Cumulative within the period.'),
    lots: z
      .array(lot)
      .describe('Open at the end of the period, oldest first; quantities and costs add up to the position.'),
  })
  .meta({ id: 'PositionView', description: 'A position in one currency throughout.' })

/** The result of a position since it was opened, in one currency. */
const sincePurchase = z
  .object({
    start_date: isoDate.describe('Opening date of the position.'),
    ...pnlFields,
    ...incomeFields,
    capital_base: capitalFields.capital_base.describe('Highest open cost since then, the base of pnl_rel.'),
    parts: moveParts.describe('Components of the P/L; they add up to pnl_abs_total.'),
  })
  .meta({ id: 'SincePurchase', description: 'The result of a position since it was opened.' })
const positionTrade = z
  .object({
    date: isoDate,
    side: oneOf(['buy', 'sell']),
    quantity: z.number().describe('Always positive.'),
    price: figure.describe('As posted, without costs, in the currency of the instrument.'),
  })
  .meta({ id: 'PositionTrade', description: 'A purchase or sale, in the units of price_units.' })
export type PositionTrade = z.infer<typeof positionTrade>

const quote = z.object({
  value: figure,
  date: isoDate.nullable(),
  source: z.string().nullable(),
  change_rel: fraction.describe('Change from the previous close.'),
})

export const positionDetail = z
  .object({
    original_pos: positionView.describe('In the currency of the instrument, as posted.'),
    calculated_pos: positionView.describe('In the currency of the filter.'),
    since_purchase: z
      .object({ original: sincePurchase, calculated: sincePurchase })
      .describe('Until the end of the period; value less cost is its unrealized P/L.'),
    position_reference: positionId
      .nullable()
      .describe('For a cash position the id of account and currency, else null.'),
    price: quote.describe('The last price, its source and its change.'),
    rate: quote.describe('Exchange rate from the original to the reporting currency.'),
    rate_open: figure.describe('Average exchange rate of the cost.'),
    prices: z.array(datedPrice).describe('Closes within the period, in the currency of the instrument.'),
    price_units: priceUnitsField,
    splits: z.array(stockSplit).describe('Splits within the prices, by date.'),
    trades: z.array(positionTrade).describe('Purchases and sales within the period, by date.'),
    strategies: z.array(reference),
    ...typeFigures,
    instrument_id: z
      .uuid()
      .nullable()
      .describe('The security of the position; null for cash and manual assets.'),
    asset_id: z.uuid().nullable().describe('The manual asset of the position, if any.'),
    transactions_count: z.number().int(),
    linked_positions_count: z.number().int(),
    basis,
    flags,
  })
  .meta({ id: 'PositionDetail' })
