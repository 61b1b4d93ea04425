import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis, missingReasons } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { everyone } from '../core/policy.ts'
import { currencyCode, figure, isoDate, oneOf, reference } from '../core/values.ts'
import { instrumentType } from '../core/words.ts'

/**
 * What keeps the net asset value from being true: left out, at an old or estimated price, or contradicted by a statement
 * or by the cash of trades that a statement states.
 */
const gapReasons = [...missingReasons, 'estimated_price', 'statement_break', 'unmatched_cash'] as const

const comparedStatement = z
  .object({
    date: isoDate,
    value: figure.describe('In the currency of the reply.'),
    ledger_value: figure.describe('Of the same day, in the currency of the reply.'),
    breaks_count: z.number().int().describe('Lines that differ.'),
  })
  .meta({ id: 'ComparedStatement', description: 'The latest statement of an account beside the ledger.' })

const coverageGap = z
  .object({
    reason: oneOf(gapReasons),
    instrument: reference.nullable().describe('The security or asset without a current price.'),
    is_asset: z.boolean().describe('Whether it is a manual asset, which has valuations instead of prices.'),
    instrument_type: instrumentType.nullable(),
    unit: z.string().nullable().describe('The unit in which it is quoted, such as GBX; % for bonds.'),
    currency: currencyCode
      .nullable()
      .describe('The currency without a current rate, or that of unmatched cash.'),
    counter_currency: currencyCode.nullable().describe('The currency that a rate can be entered in.'),
    since: isoDate
      .nullable()
      .describe(
        'First day on which it was needed; for a stale one the day of the quote in use; for a statement the oldest difference.',
      ),
    positions_count: z.number().int(),
    balances_count: z
      .number()
      .int()
      .describe('Cash balances; of unmatched cash the rows of statements whose trade is missing or differs.'),
    places: z.array(reference).describe('The accounts.'),
    quantity: z.number().nullable().describe('The units held; null for rates.'),
    contract_size: z.number().nullable().describe('The value of one unit of quantity at a price of 1.'),
    price: z.number().nullable().describe('The price in use; null if there is none.'),
    amount: figure.describe(
      'In its own currency; null without a price or in several currencies. Of unmatched cash the sum of the differences without their signs.',
    ),
    value: figure.describe(
      'In the currency of the reply; null if it is left out. Of a statement: statement less ledger.',
    ),
    effect: figure.describe(
      'Size in the currency of the reply, by which the list is ordered. What is left out counts at the nearest known rate or at its cost; null without either.',
    ),
    statement: comparedStatement.nullable().describe('For accounts whose latest statement differs.'),
    may_fix: z.boolean().describe('Whether the caller may enter the price or rate, or add a statement.'),
  })
  .meta({
    id: 'CoverageGap',
    description:
      'A price or rate that the net asset value lacks, or a statement that differs from the ledger.',
  })

export const coverageCall = endpoint('POST', '/api/data-health/coverage/', {
  summary:
    'List what the net asset value lacks: prices, rates and agreement with statements, the largest effect first.',
  body: filterBody,
  reply: z.object({
    data: z.array(coverageGap),
    count: z.number().int(),
    extra: z.object({
      value: figure.describe('The net asset value so far.'),
      held_count: z.number().int().describe('Positions and cash balances.'),
      missing_count: z.number().int().describe('Those of them that are left out of the value.'),
      confirmed_count: z
        .number()
        .int()
        .describe('Those valued at current prices and rates, less the differing lines of statements.'),
    }),
    basis,
  }),
  alsoReplies: ['text/csv'],
  may: everyone,
  reads: true,
})
