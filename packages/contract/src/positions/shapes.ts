import { z } from 'zod'
import { incomeFields, pnlFields } from '../core/figures.ts'
import {
  countryCode,
  currencyCode,
  figure,
  flags,
  fraction,
  isoDate,
  oneOf,
  positionId,
  reference,
} from '../core/values.ts'
import { instrumentType, sector } from '../core/words.ts'
import { positionSides } from '../vocabulary/instruments.ts'

/** Every field that a list of positions can be ordered by: all of them that are one value. */
const positionFields = {
  id: positionId,
  name: z.string(),
  name_long: z.string().nullable(),
  symbol: z.string().nullable().describe('Ticker symbol.'),
  isin: z.string().nullable(),
  date_open: isoDate,
  date_closed: isoDate.nullable(),
  account: reference,
  custodian: reference,
  instrument_type: instrumentType,
  country: countryCode.nullable(),
  sector: sector.nullable(),
  side: oneOf(positionSides),
  contract_size: z.number(),
  contract_expiration: isoDate.nullable(),
  currency: currencyCode.describe('Currency of the instrument and of the prices.'),
  quantity: z.number().describe('At the end of the period; negative for short positions.'),
  price_open: figure.describe('Average entry without fees, over the whole life of the position.'),
  price_current: figure.describe('Last price of the period; the last ever for closed positions.'),
  price_break_even: figure.describe('Price at which the whole life would end at zero; null once closed.'),
  value: figure.describe('What the position adds to the net asset value.'),
  exposure: figure.describe('What the position moves with.'),
  weight: fraction.describe('Share of the net asset value of the scope.'),
  cost: figure.describe('Cost of what is open, or of what was closed.'),
  proceeds: figure.describe('What disposals brought, without fees.'),
  ...pnlFields,
  ...incomeFields,
}

export type PositionField = keyof typeof positionFields
// Object.keys forgets the names of the keys, which are those of the object above.
export const positionFieldNames = Object.keys(positionFields) as PositionField[]

/** One round trip: opened when the quantity leaves zero, closed when it returns to zero. */
export const position = z
  .object({
    ...positionFields,
    price_trend: z
      .array(z.number())
      .nullable()
      .describe('Closes of the last three months, thinned out; null unless asked for with trend=true.'),
    flags,
  })
  .meta({
    id: 'Position',
    description: 'A position. Prices are in its currency, amounts in that of the answer.',
  })
export type Position = z.infer<typeof position>
