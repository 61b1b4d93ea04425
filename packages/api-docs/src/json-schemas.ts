import { z } from 'zod'

/** A JSON Schema as used in the documents. */
export type JsonSchema = z.core.JSONSchema.BaseSchema
type Direction = 'input' | 'output'

interface Raw {
  schema: JsonSchema
  defs: Record<string, JsonSchema>
}

const localRef = '#/$defs/'
export const componentRef = '#/components/schemas/'

/** Formats whose long patterns would be redundant. */
const plainFormats = new Set(['uuid', 'date', 'date-time', 'email'])

/**
 * Collects the JSON Schemas of many Zod schemas. Named shapes become components. A shape that differs between request
 * and response, because defaults may be omitted, becomes two: `Shape` and `ShapeInput`.
 */
export function collectSchemas(wanted: readonly [z.ZodType, Direction][]) {
  const raws = new Map<z.ZodType, Partial<Record<Direction, Raw>>>()
  const defs: Record<Direction, Record<string, JsonSchema>> = { input: {}, output: {} }
  for (const [schema, direction] of wanted) {
    const raw = convert(schema, direction)
    raws.set(schema, { ...raws.get(schema), [direction]: raw })
    Object.assign(defs[direction], raw.defs)
  }
  const apart = findDirectional(defs)
  const rename: Record<Direction, (name: string) => string> = {
    input: name => (apart.has(name) ? `${name}Input` : name),
    output: name => name,
  }
  const components: Record<string, JsonSchema> = {}
  for (const direction of ['output', 'input'] as const) {
    for (const [name, schema] of Object.entries(defs[direction])) {
      components[rename[direction](name)] ??= rewriteRefs(schema, rename[direction])
    }
  }
  return {
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    findSchema(schema: z.ZodType, direction: Direction): JsonSchema {
      const raw = raws.get(schema)?.[direction]
      if (!raw) throw new Error('this schema was not collected')
      return rewriteRefs(raw.schema, rename[direction])
    },
  }
}

function convert(schema: z.ZodType, direction: Direction): Raw {
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, {
    io: direction,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // Responses may gain fields, which must not break clients that validate them.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      // These bounds apply to every integer in JSON.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.format && plainFormats.has(jsonSchema.format)) delete jsonSchema.pattern
    },
  })
  return { schema: rest, defs: Object.fromEntries(Object.entries($defs ?? {}).map(withoutId)) }
}

/** The id is the component name; inside the schema it would be read as a URI. */
function withoutId([name, { id: _, ...schema }]: [string, JsonSchema]): [string, JsonSchema] {
  return [name, schema]
}

/** Finds shapes that differ by direction, directly or through a shape they refer to. */
function findDirectional(defs: Record<Direction, Record<string, JsonSchema>>): Set<string> {
  const both = Object.keys(defs.input).filter(name => name in defs.output)
  const apart = new Set(
    both.filter(name => JSON.stringify(defs.input[name]) !== JSON.stringify(defs.output[name])),
  )
  for (let grown = true; grown; ) {
    const more = both.filter(
      name => !apart.has(name) && listRefs(defs.input[name]).some(ref => apart.has(ref)),
    )
    for (const name of more) apart.add(name)
    grown = more.length > 0
  }
  return apart
}

function listRefs(schema: unknown): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name ?? '')
}

function rewriteRefs(schema: JsonSchema, rename: (name: string) => string): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(localRef)
      ? `${componentRef}${rename(value.slice(localRef.length))}`
      : value,
  ) as JsonSchema // What was a JSON Schema still is one after its references changed.
}
