import type { Endpoint } from '@plumbline/contract'
import { exampleValues, id, otherId } from './example-values.ts'
import { componentRef, type JsonSchema } from './json-schemas.ts'

/** Example request and response of a call. */
export interface CallExample {
  /** Method and URL, with path and query filled in. */
  request: string
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** Undefined without a request body. */
  body: unknown
  /** Undefined without a response body. */
  answer: unknown
}

export interface ExampleSchemas {
  components: Record<string, JsonSchema>
  findSchema(schema: NonNullable<Endpoint['reply']>, direction: 'input' | 'output'): JsonSchema
}

/** Optional fields that most callers send. */
const usuallySent = new Set([
  'settings',
  'filters',
  'period',
  'currency',
  'limit',
  'order_by',
  'group_by',
  'type',
])

/** Builds an example that the schemas of the call accept. */
export function buildExample(endpoint: Endpoint, schemas: ExampleSchemas): CallExample {
  const sent = (schema: Endpoint['body']): unknown =>
    schema &&
    createValue(schemas.findSchema(schema, 'input'), schemas, {
      name: '',
      around: '',
      isSent: true,
      depth: 0,
    })
  const params = { ...(sent(endpoint.params) as object | undefined) } as Record<string, unknown>
  const query = { ...(sent(endpoint.query) as object | undefined) } as Record<string, unknown>
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, name: string) => String(params[name]))
  const parameters = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  )
  return {
    request: `${endpoint.method} ${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`,
    params,
    query,
    body: endpoint.upload ? undefined : sent(endpoint.body),
    answer:
      endpoint.reply &&
      createValue(schemas.findSchema(endpoint.reply, 'output'), schemas, {
        name: '',
        around: '',
        isSent: false,
        depth: 0,
      }),
  }
}

/**
 * An example of every parameter of a path or query, also of those that most callers leave out. All of them together are
 * a valid request.
 */
export function exampleParameters(
  schema: NonNullable<Endpoint['query']>,
  schemas: ExampleSchemas,
): Record<string, unknown> {
  const { properties = {} } = schemas.findSchema(schema, 'input')
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (!isPlain(property)) return [name, true]
      if (property.contentMediaType === 'application/json') return [name, exampleFilter]
      return [name, createValue(property, schemas, { name, around: '', isSent: true, depth: 0 })]
    }),
  )
}

/** A filter as JSON text. */
const exampleFilter = '{"settings":{"currency":"CHF"},"filters":{}}'

interface Place {
  name: string
  /** The parent field. */
  around: string
  isSent: boolean
  depth: number
}

/** Recursive shapes end here. */
const maxDepth = 12

function createValue(schema: JsonSchema, schemas: ExampleSchemas, place: Place): unknown {
  if (schema.$ref) {
    const named = schemas.components[schema.$ref.slice(componentRef.length)]
    return named ? createValue(named, schemas, { ...place, depth: place.depth + 1 }) : null
  }
  const known = knownValue(schema, place)
  if (known !== undefined) return known
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return place.isSent && schema.default !== undefined ? schema.default : schema.enum[0]
  const variants = (schema.anyOf ?? schema.oneOf ?? []).filter(isPlain)
  if (variants.length > 0) {
    const first = variants.find(variant => variant.type !== 'null') ?? variants[0]
    return first && place.depth < maxDepth ? createValue(first, schemas, place) : null
  }
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.filter(isPlain).map(part => createValue(part, schemas, place)))
  return plainValue(schema, schemas, place)
}

function plainValue(schema: JsonSchema, schemas: ExampleSchemas, place: Place): unknown {
  const type = Array.isArray(schema.type) ? schema.type.find(each => each !== 'null') : schema.type
  switch (type) {
    case 'object':
      return createObject(schema, schemas, place)
    case 'array':
      return createList(schema, schemas, place)
    case 'integer':
    case 'number':
      return createNumber(schema)
    case 'boolean':
      return false
    case 'string':
      return createText(schema)
    case 'null':
      return null
    default:
      return {}
  }
}

function createObject(schema: JsonSchema, schemas: ExampleSchemas, place: Place): Record<string, unknown> {
  const required = new Set(schema.required)
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name]) =>
      !place.isSent ||
      required.has(name) ||
      usuallySent.has(name) ||
      `${place.name}.${name}` in exampleValues,
  )
  const entries = shown.length > 0 ? shown : keyedEntries(schema)
  return Object.fromEntries(
    entries.flatMap(([name, property]) => {
      if (!isPlain(property)) return []
      const inside = { ...place, name, around: place.name, depth: place.depth + 1 }
      const value = createValue(property, schemas, inside)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** A record has one entry for each required key. */
function keyedEntries({ required, additionalProperties }: JsonSchema): [string, AnySchema][] {
  if (additionalProperties === undefined || !isPlain(additionalProperties)) return []
  return (required ?? []).map(key => [key, additionalProperties])
}

/** One element shows the shape. Lists of a filter stay empty. */
function createList({ items, minItems }: JsonSchema, schemas: ExampleSchemas, place: Place): unknown[] {
  if (!isSingle(items) || place.depth >= maxDepth) return []
  if (place.isSent && !minItems && !place.name.endsWith('_ids')) return []
  const value = createValue(items, schemas, { ...place, depth: place.depth + 1 })
  return Array.from({ length: Math.max(1, minItems ?? 1) }, (_, index) =>
    index > 0 && value === id ? otherId : value,
  )
}

function createNumber({ minimum, exclusiveMinimum, default: standard }: JsonSchema): number {
  if (typeof standard === 'number') return standard
  return typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : Math.max(minimum ?? 0, 0)
}

function createText({ format, minLength, default: standard }: JsonSchema): string {
  if (typeof standard === 'string') return standard
  if (format === 'date') return '2026-11-13'
  if (format === 'date-time') return '2026-11-13T16:30:00Z'
  if (format === 'uuid') return String(exampleValues.id)
  if (format === 'email') return String(exampleValues.email)
  return 'text'.padEnd(minLength ?? 0, 'x')
}

/** The example value of a field, if its type fits. */
function knownValue(schema: JsonSchema, { name, around }: Place): unknown {
  const key = [`${around}.${name}`, name].find(each => each in exampleValues)
  if (key === undefined) return undefined
  const value = exampleValues[key]
  return value !== undefined && fits(schema, value) ? value : undefined
}

function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.const !== undefined) return schema.const === value
  if (schema.enum) return schema.enum.some(word => word === value)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.some(variant => isPlain(variant) && !variant.$ref && fits(variant, value))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) return types.includes('array') && value.length >= (schema.minItems ?? 0)
  if (typeof value === 'number') {
    const isType = types.includes('number') || (types.includes('integer') && Number.isInteger(value))
    return isType && value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value)
  }
  if (typeof value !== 'string' || !types.includes('string')) return false
  if (schema.format === 'uuid') return /^[0-9a-f-]{36}$/.test(value)
  if (schema.format === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (schema.format === 'date-time') return false
  return value.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY)
}

type AnySchema = JsonSchema | boolean

function isPlain(schema: AnySchema): schema is JsonSchema {
  return typeof schema !== 'boolean'
}

function isSingle(items: JsonSchema['items']): items is JsonSchema {
  return items !== undefined && typeof items !== 'boolean' && !Array.isArray(items)
}
