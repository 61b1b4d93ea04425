import { z } from 'zod'
import { figure } from '../core/values.ts'

/**
 * The components of a profit or loss. Each is signed as it moved the total, so fees and taxes are negative and the
 * components add up. Price and trading together are the price effect.
 */
export const moveParts = z
  .object({
    price: figure.describe('Change of prices.'),
    currency: figure.describe('Change of exchange rates.'),
    income: figure.describe('Dividends, coupons, interest and rent, including accrued interest.'),
    fees: figure.describe('Costs, negative.'),
    taxes: figure.describe('Taxes, negative.'),
    trading: figure.describe("Between a trade's price and the close of its day."),
  })
  .meta({ id: 'MoveParts', description: 'Components of a profit or loss, which add up to it.' })
