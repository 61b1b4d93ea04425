import { z } from 'zod'
import { defaultPageSize } from '../vocabulary/display.ts'
import { queryInteger } from './values.ts'

/** `?limit=50&offset=0`: paging of every list. */
export const pageQuery = z.object({
  limit: queryInteger(1, 1000).default(defaultPageSize).describe('Maximum number of entries.'),
  offset: queryInteger(0, 1_000_000_000).default(0).describe('Number of entries to skip.'),
})

/** `order_by=field` or `order_by=-field`; the error for other values lists the allowed fields. */
export function orderBy<const Field extends string>(
  fields: readonly Field[],
  standard: NoInfer<Field | `-${Field}`>,
) {
  const allowed = fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`])
  const order = z.enum(allowed, {
    error: `Use one of: ${fields.join(', ')}; a minus in front reverses the order.`,
  })
  // `standard` is an allowed value by its type, which the generic enum cannot express.
  return z.object({ order_by: order.default(standard as never) })
}

export const byId = z.object({ id: z.uuid() })

/** `{ data }`: the envelope of a single object. */
export function dataReply<S extends z.ZodType>(schema: S) {
  return z.object({ data: schema })
}

/** The same in every list, so that the API document states them once. */
const nextPage = z
  .string()
  .nullable()
  .meta({ id: 'NextPage', description: 'URL of the next page; null on the last page.' })
const previousPage = z
  .string()
  .nullable()
  .meta({ id: 'PreviousPage', description: 'URL of the previous page; null on the first page.' })
const entriesCount = z
  .number()
  .int()
  .meta({ id: 'EntriesCount', description: 'Total number of entries on all pages.' })

/** `{ next, previous, count, data }`: the envelope of a list. */
export function pageReply<S extends z.ZodType>(schema: S) {
  return z.object({
    next: nextPage,
    previous: previousPage,
    count: entriesCount,
    data: z.array(schema),
  })
}
