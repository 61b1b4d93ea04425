import { z } from 'zod'

type Schema = z.core.$ZodType

/** The query or body of a call that declares none. */
export const noFields = z.object({})

/** A field that a schema does not have, and those it has. */
export interface UnknownField {
  readonly path: readonly string[]
  readonly allowed: readonly string[]
}

/**
 * Finds the fields of an input that its schema does not name, at any depth. Zod drops them silently, so that a
 * misspelt filter would mean everything; strict schemas would also bind the replies that share a shape.
 */
export function* findUnknownFields(
  schema: Schema,
  value: unknown,
  path: readonly string[] = [],
): Generator<UnknownField, void> {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodPipe) {
    yield* findUnknownFields(inner.in, value, path)
    // A text that is parsed, such as a filter in a query parameter.
    const parsed = z.safeParse(inner.in, value)
    if (parsed.success) yield* findUnknownFields(inner.out, parsed.data, path)
  } else if (inner instanceof z.ZodUnion) {
    // The option that accepts the value decides; without one the value is rejected anyway.
    const option = inner.options.find(each => z.safeParse(each, value).success)
    if (option) yield* findUnknownFields(option, value, path)
  } else if (inner instanceof z.ZodArray) {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries())
      yield* findUnknownFields(inner.element, item, [...path, String(index)])
  } else if (inner instanceof z.ZodObject) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const shape: Record<string, Schema> = inner.shape
    for (const [name, field] of Object.entries(value)) {
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined
      if (known) yield* findUnknownFields(known, field, [...path, name])
      else yield { path: [...path, name], allowed: Object.keys(shape) }
    }
  }
}

function unwrap(schema: Schema): Schema {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  return isWrapper ? unwrap(schema.unwrap()) : schema
}
