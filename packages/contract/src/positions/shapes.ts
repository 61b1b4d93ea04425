import type { PositionFigure } from '@plumbline/engine'
import { z } from 'zod'
import { capitalFields, incomeFields, pnlFields } from '../core/figures.ts'
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

/** The figures of a position. The engine computes each and writes its receipt, so one that is missing here does not compile. */
const figureFields = {
  quantity: z.number().describe('At the end of the period; negative for short positions.'),
  price_open: figure.describe('Average entry price without fees, over the life of the position.'),
  price_current: figure.describe('Last price of the period; for closed positions the last known price.'),
  price_break_even: figure.describe(
    'Price at which the P/L over the life of the position is zero; null if closed.',
  ),
  value: figure.describe('Contribution to the net asset value.'),
  exposure: figure.describe('Market exposure of the position.'),
  weight: fraction.describe('Share of the net asset value of the scope.'),
  cost: figure.describe('Cost of the open quantity, or of the closed one.'),
  proceeds: figure.describe('Proceeds of disposals without fees.'),
  ...pnlFields,
  ...incomeFields,
} satisfies Record<PositionFigure, z.ZodType>

/** Every scalar field of a position: lists can be ordered by each. */
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
  ...figureFields,
}

export type PositionField = keyof typeof positionFields
// Object.keys loses the key type; the keys are those of the object above.
export const positionFieldNames = Object.keys(positionFields) as PositionField[]

/** Figures that have no total over positions. */
type FigureWithoutTotal = 'quantity' | 'price_open' | 'price_current' | 'price_break_even'

/** Every other figure has one: omitting a total is a compile error. */
const totalFields = {
  value: figure,
  exposure: figure,
  weight: fraction.describe('Share of the net asset value of the scope.'),
  cost: figure,
  proceeds: figure,
  ...pnlFields,
  ...incomeFields,
} satisfies Record<Exclude<PositionFigure, FigureWithoutTotal>, z.ZodType>
export type PositionTotalField = keyof typeof totalFields

/** Totals over all positions of a list, not only over one page. */
export const positionTotals = z
  .object({ ...totalFields, ...capitalFields, flags })
  .meta({ id: 'PositionTotals', description: 'Totals over all positions of a list, not only one page.' })
export type PositionTotals = z.infer<typeof positionTotals>

/** One round trip: opened when the quantity leaves zero, closed when it returns to zero. */
export const position = z
  .object({
    ...positionFields,
    price_trend: z
      .array(z.number())
      .nullable()
      .describe(
        'Split-adjusted closes of the last three months, downsampled; null unless requested with trend=true.',
      ),
    flags,
  })
  .meta({
    id: 'Position',
    description: 'A position. Prices are in its currency, amounts in that of the reply.',
  })
export type Position = z.infer<typeof position>
