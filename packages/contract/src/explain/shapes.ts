import { z } from 'zod'
import { figure } from '../core/values.ts'

/**
 * What a profit or loss is made of. Each part is signed as it moved the total, so fees and taxes are
 * negative and the parts simply add up. Price and trading together are the price effect.
 */
export const moveParts = z
  .object({
    price: figure.describe('Change of prices.'),
    currency: figure.describe('Change of exchange rates.'),
    income: figure.describe(
      'Dividends, coupons, interest, rent; with interest that has accrued and is not paid.',
    ),
    fees: figure.describe('Costs, negative.'),
    taxes: figure.describe('Taxes, negative.'),
    trading: figure.describe("Between a trade's price and the close of its day."),
  })
  .meta({ id: 'MoveParts', description: 'What a profit or loss is made of; the parts add up to it.' })
