import { z } from 'zod'

/** `?limit=50&offset=0`: paging of every list. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  offset: z.coerce.number().int().min(0).default(0),
})

/** `order_by=field` or `order_by=-field` for the fields that are named; anything else is refused by name. */
export function orderBy<const Field extends string>(
  fields: readonly Field[],
  standard: NoInfer<Field | `-${Field}`>,
) {
  const allowed = fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`])
  return z.object({ order_by: z.enum(allowed).default(standard as never) })
}

export const byId = z.object({ id: z.uuid() })

/** `{ data }`: the envelope of every single answer. */
export function dataOf<S extends z.ZodType>(schema: S) {
  return z.object({ data: schema })
}

/** `{ next, previous, count, data }`: the envelope of every list. */
export function pageOf<S extends z.ZodType>(schema: S) {
  return z.object({
    next: z.string().nullable(),
    previous: z.string().nullable(),
    count: z.number().int(),
    data: z.array(schema),
  })
}
