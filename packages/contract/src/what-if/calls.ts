import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { dataReply } from '../core/page.ts'
import { everyone } from '../core/policy.ts'
import { amount, currencyCode, figure, isoDate, oneOf, positionId, reference } from '../core/values.ts'
import { receiptFigure } from '../core/words.ts'
import { targetDimension } from '../targets/calls.ts'
import {
  maxScenarioChanges,
  priceScopes,
  tradeSides,
  tradeSizes,
  whatIfReasons,
  whatIfSections,
  whatIfUnits,
  whatIfWarnings,
} from '../vocabulary/what-if.ts'

const positiveNumber = z.number().positive().max(1e12)
/** A change as a fraction: prices cannot fall by more than all of their value. */
const change = z.number().min(-1).max(100)

const trade = z
  .object({
    account: z.uuid(),
    instrument: z.uuid(),
    side: oneOf(tradeSides),
    by: oneOf(tradeSizes).default('quantity'),
    size: z
      .number()
      .min(-1e15)
      .max(1e15)
      .describe(
        'Units, an amount in the reporting currency, or a fraction of the net asset value. Negative only to hold a short position.',
      ),
    price: positiveNumber.optional().describe('In the currency of the instrument; the last price if absent.'),
    fees: amount.min(0).default(0).describe('In the currency of the instrument.'),
  })
  .meta({ id: 'WhatIfTrade' })

const price = z
  .object({
    of: oneOf(priceScopes),
    key: z.string().min(1).max(100).describe('Id of the instrument, or the group, such as equity or USD.'),
    price: positiveNumber.optional().describe('The price of an instrument, in its currency.'),
    change: change.optional().describe('Relative change: -0.1 is 10 % less.'),
  })
  .meta({ id: 'WhatIfPrice' })

const rate = z
  .object({
    currency: currencyCode,
    change: change.optional().describe('Relative change against all other currencies.'),
    rate: positiveNumber.optional().describe('The price of one unit in the other currency.'),
    in: currencyCode.optional().describe('The other currency; the reporting currency if absent.'),
  })
  .meta({ id: 'WhatIfRate' })

const flow = z
  .object({
    account: z.uuid(),
    currency: currencyCode,
    amount: amount.describe('Positive for a deposit, negative for a withdrawal.'),
  })
  .meta({ id: 'WhatIfFlow' })

export const scenario = z
  .object({
    trades: z.array(trade).max(maxScenarioChanges).default([]),
    prices: z.array(price).max(maxScenarioChanges).default([]),
    rates: z.array(rate).max(maxScenarioChanges).default([]),
    flows: z.array(flow).max(maxScenarioChanges).default([]),
  })
  .meta({ id: 'Scenario', description: 'Changes on the last day of figures. Nothing of it is saved.' })
export type Scenario = z.output<typeof scenario>
export type ScenarioBody = z.input<typeof scenario>

const comparedRow = z
  .object({
    section: oneOf(whatIfSections),
    key: z.string(),
    name: z.string(),
    unit: oneOf(whatIfUnits),
    currency: z.string().nullable().describe('Null for figures that are no money.'),
    before: figure,
    after: figure,
    change: figure.describe(
      'After less before; null if either is missing, or one is of the known part only.',
    ),
    date_before: isoDate.nullable().describe('Of a row in dates.'),
    date_after: isoDate.nullable(),
    reason_before: oneOf(whatIfReasons)
      .nullable()
      .describe('Why the figure is missing, or is of the known part only.'),
    reason_after: oneOf(whatIfReasons).nullable(),
    state_before: z.string().nullable().describe('Of a drift: within, below or above its band.'),
    state_after: z.string().nullable(),
    receipt: receiptFigure.nullable().describe('The figure that has a receipt.'),
    position_before: positionId.nullable().describe('The position of the receipt; null for the whole.'),
    position_after: positionId.nullable(),
  })
  .meta({ id: 'WhatIfRow' })
export type WhatIfRow = z.infer<typeof comparedRow>

const plannedTrade = z
  .object({
    account: reference,
    instrument: reference,
    instrument_type: z.string(),
    symbol: z.string().nullable(),
    quantity: z.number().describe('Positive buys, negative sells.'),
    held_before: z.number(),
    held_after: z.number(),
    price: z.number(),
    currency: z.string(),
    amount: z
      .number()
      .describe('Of the trade, with accrued interest and fees: paid negative, received positive.'),
    calculated_amount: figure.describe('The same in the reporting currency.'),
    calculated_fees: figure,
  })
  .meta({ id: 'WhatIfPlannedTrade' })
export type WhatIfPlannedTrade = z.infer<typeof plannedTrade>

const comparison = z
  .object({
    trades: z.array(plannedTrade).describe('The trades of the scenario with their sizes, in its order.'),
    instruments: z.array(reference).describe('The instruments that the scenario names.'),
    rows: z.array(comparedRow),
    warnings: z.array(
      z.object({
        warning: oneOf(whatIfWarnings),
        account: reference,
        instrument: reference.nullable().describe('What is held short; null for cash.'),
        currency: z.string(),
        amount: figure.describe('The balance, or the units held short, negative.'),
      }),
    ),
    basis,
  })
  .meta({ id: 'WhatIf', description: 'A portfolio before and after the changes of a scenario.' })
export type WhatIf = z.infer<typeof comparison>

export const whatIf = {
  compare: endpoint('POST', '/api/what-if/', {
    summary: 'Compare the portfolio with what it would be after assumed trades, prices, rates and flows.',
    body: filterBody.extend({ scenario, dimension: targetDimension.default('instrument_type') }),
    reply: dataReply(comparison),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
    errors: ['not_found'],
  }),
}
