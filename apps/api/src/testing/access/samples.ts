import type { Endpoint } from '@plumbline/contract'
import { z } from 'zod'

/** The part of JSON Schema that samples need. */
export interface Shape {
  $ref?: string
  $defs?: Record<string, Shape>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  format?: string
  pattern?: string
  minLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
}

export type Place = 'params' | 'query' | 'body'

/** The path of an id in a request: `['body', 'filters', 'filter_account', 0]`. */
export interface Slot {
  place: Place
  path: (string | number)[]
}

export interface Sample {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** Returns the value of a text field by its name. Undefined: any value of the right shape. */
export type Words = (name: string, shape: Shape) => unknown

const shapes = new WeakMap<object, Shape>()

export function toJsonSchema(schema: z.ZodType): Shape {
  const known = shapes.get(schema)
  if (known) return known
  // Both types describe plain JSON Schema; the library's is less specific.
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  shapes.set(schema, shape)
  return shape
}

/** A request of this call with its required fields only. */
export function createSample(endpoint: Endpoint, words: Words): Sample {
  const part = (place: Place) => {
    const schema = endpoint[place]
    if (!schema) return {}
    const shape = toJsonSchema(schema)
    return createExample(shape, shape, place, words)
  }
  return {
    params: part('params') as Record<string, unknown>,
    query: part('query') as Record<string, unknown>,
    body: part('body'),
  }
}

/** Every field of a call's request that takes an id. */
export function listSlots(endpoint: Endpoint): Slot[] {
  return (['params', 'query', 'body'] as const).flatMap(place => {
    const schema = endpoint[place]
    if (!schema) return []
    const shape = toJsonSchema(schema)
    return idPaths(shape, shape, place, 0).map(path => ({ place, path }))
  })
}

/** The same request with another value in one slot; missing parents are created. */
export function withValue(sample: Sample, slot: Slot, value: unknown): Sample {
  return { ...sample, [slot.place]: put(sample[slot.place], slot.path, value) }
}

function put(target: unknown, [head, ...rest]: (string | number)[], value: unknown): unknown {
  if (head === undefined) return value
  if (typeof head === 'number') return [put(undefined, rest, value)]
  const known = typeof target === 'object' && target !== null ? (target as Record<string, unknown>) : {}
  return { ...known, [head]: put(known[head], rest, value) }
}

const idName =
  /^(?:id|uid|account|family|custodian|instrument|ticker|strategy|report|user|position|underlying)s?$|(?:_id|_ids|Id)$|^filter_(?:account|custodian)$|^filter(?:Account|Custodian)$|^(?:linked_|own_)?positions?$|^position_reference$/

function idPaths(whole: Shape, shape: Shape, name: string, depth: number): (string | number)[][] {
  const resolved = resolve(whole, shape)
  if (depth > 8) return []
  const choices = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? []), ...(resolved.allOf ?? [])]
  if (choices.length > 0) return unique(choices.flatMap(choice => idPaths(whole, choice, name, depth + 1)))
  if (resolved.properties)
    return Object.entries(resolved.properties).flatMap(([key, inner]) =>
      idPaths(whole, inner, key, depth + 1).map(path => [key, ...path]),
    )
  if (resolved.items) return idPaths(whole, resolved.items, name, depth + 1).map(path => [0, ...path])
  const isText = resolved.type === 'string' && !resolved.enum && resolved.const === undefined
  return isText && (resolved.format === 'uuid' || idName.test(name)) ? [[]] : []
}

function unique(paths: (string | number)[][]): (string | number)[][] {
  return [...new Map(paths.map(path => [JSON.stringify(path), path])).values()]
}

function resolve(whole: Shape, shape: Shape): Shape {
  const name = shape.$ref?.replace('#/$defs/', '')
  return name === undefined ? shape : resolve(whole, whole.$defs?.[name] ?? {})
}

function createExample(whole: Shape, shape: Shape, name: string, words: Words): unknown {
  const resolved = resolve(whole, shape)
  if (resolved.const !== undefined) return resolved.const
  if (resolved.enum) return words(name, resolved) ?? resolved.enum[0]
  const [choice] = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])].filter(
    each => resolve(whole, each).type !== 'null',
  )
  if (choice) return createExample(whole, choice, name, words)
  if (resolved.allOf)
    return Object.assign({}, ...resolved.allOf.map(each => createExample(whole, each, name, words)))
  switch (resolved.type) {
    case 'object': {
      const required = new Set(resolved.required)
      const fields = Object.entries(resolved.properties ?? {}).filter(([key]) => required.has(key))
      return Object.fromEntries(fields.map(([key, inner]) => [key, createExample(whole, inner, key, words)]))
    }
    case 'array':
      return resolved.items && (resolved.minItems ?? 0) > 0
        ? [createExample(whole, resolved.items, name, words)]
        : []
    case 'string':
      return words(name, resolved) ?? createText(resolved)
    case 'integer':
    case 'number':
      return words(name, resolved) ?? createNumber(resolved)
    case 'boolean':
      return false
    default:
      return words(name, resolved) ?? null
  }
}

function createText({ format, minLength }: Shape): string {
  if (format === 'date') return '2026-01-06'
  if (format === 'date-time') return '2031-01-01T00:00:00Z'
  if (format === 'email') return 'someone@example.com'
  if (format === 'uuid') return crypto.randomUUID()
  return 'x'.repeat(Math.max(1, minLength ?? 1))
}

function createNumber({ minimum, exclusiveMinimum }: Shape): number {
  return Math.max(1, minimum ?? 1, (exclusiveMinimum ?? 0) + 1)
}
