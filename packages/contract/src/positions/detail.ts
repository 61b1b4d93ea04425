import { z } from 'zod'
import { basis, dailyPnl, datedPrice } from '../core/figures.ts'
import { currencyCode, figure, flags, fraction, isoDate, positionId, reference } from '../core/values.ts'
import { moveParts } from '../explain/shapes.ts'
import { position } from './shapes.ts'

/** What was bought together and is still there. */
const lot = z
  .object({
    date: isoDate.describe('When it was bought; a lot that was carried over keeps the day of its purchase.'),
    held_days: z.number().int().describe('From then to the end of the period.'),
    quantity: z.number().describe('What is left of it; negative for short positions.'),
    price: figure.describe('Cost of one unit.'),
    cost: figure,
  })
  .meta({ id: 'Lot' })

/** A position told in one currency throughout, prices included. */
export const positionView = position
  .omit({ price_trend: true })
  .extend({
    view_currency: currencyCode.describe('The currency of all amounts and prices of this view.'),
    parts: moveParts.describe('How the P/L of the period came about; adds up to pnl_abs_total.'),
    daily_pnl: z.array(dailyPnl).describe('Cumulative within the period.'),
    lots: z
      .array(lot)
      .describe('Open at the end of the period, oldest first; quantities and costs add up to the position.'),
  })
  .meta({ id: 'PositionView', description: 'A position told in one currency throughout.' })

const quote = z.object({
  value: figure,
  date: isoDate.nullable(),
  source: z.string().nullable(),
  change_rel: fraction.describe('Against the close before.'),
})

export const positionDetail = z
  .object({
    original_pos: positionView.describe('In the currency of the instrument, as it was booked.'),
    calculated_pos: positionView.describe('In the currency of the filter.'),
    position_reference: positionId
      .nullable()
      .describe('For a cash position the id of its account and currency, else null.'),
    price: quote.describe('The last price, where it came from and how it changed.'),
    rate: quote.describe('The rate from the original to the calculated currency.'),
    rate_open: figure.describe('The rate at which the cost was converted, on average.'),
    prices: z.array(datedPrice).describe('Closes within the period, in the currency of the instrument.'),
    strategies: z.array(reference),
    asset_id: z.uuid().nullable().describe('The manual asset behind it, where there is one.'),
    transactions_count: z.number().int(),
    linked_positions_count: z.number().int(),
    basis,
    flags,
  })
  .meta({ id: 'PositionDetail' })
