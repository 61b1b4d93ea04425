import { z } from 'zod'
import { defaultPageSize } from '../vocabulary/display.ts'
import { queryInteger } from './values.ts'

/** `?limit=50&offset=0`: paging of every list. */
export const pageQuery = z.object({
  limit: queryInteger(1, 1000).default(defaultPageSize).describe('How many at most.'),
  offset: queryInteger(0, 1_000_000_000).default(0).describe('How many to pass over.'),
})

/** `order_by=field` or `order_by=-field` for the fields that are named; anything else is refused by name. */
export function orderBy<const Field extends string>(
  fields: readonly Field[],
  standard: NoInfer<Field | `-${Field}`>,
) {
  const allowed = fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`])
  const order = z.enum(allowed, {
    error: `Use one of: ${fields.join(', ')}; a minus before it turns the order.`,
  })
  // The default is one of the allowed values by its type, which the enum's generic type cannot see.
  return z.object({ order_by: order.default(standard as never) })
}

export const byId = z.object({ id: z.uuid() })

/** `{ data }`: the envelope of every single answer. */
export function dataOf<S extends z.ZodType>(schema: S) {
  return z.object({ data: schema })
}

/** `{ next, previous, count, data }`: the envelope of every list. */
export function pageOf<S extends z.ZodType>(schema: S) {
  return z.object({
    next: z.string().nullable().describe('Address of the next page; null on the last one.'),
    previous: z.string().nullable().describe('Address of the page before; null on the first one.'),
    count: z.number().int().describe('How many there are on all pages together.'),
    data: z.array(schema),
  })
}
