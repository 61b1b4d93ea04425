import { z } from 'zod'

export type Random = () => number

/** The part of JSON Schema that random requests need. */
export interface Shape {
  $ref?: string
  $defs?: Record<string, Shape>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
}

const shapes = new WeakMap<object, Shape>()

export function toJsonSchema(schema: z.ZodType): Shape {
  const known = shapes.get(schema)
  if (known) return known
  // Both types describe plain JSON Schema; the library's is less specific.
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  shapes.set(schema, shape)
  return shape
}

export const pick = <Item>(items: readonly Item[], random: Random): Item =>
  items[Math.floor(random() * items.length)] as Item

/** Existing ids, so that requests get past the first lookup. */
export interface Known {
  uuids: readonly string[]
  /** Ids that fit a field of this name, used most of the time. */
  byName: Readonly<Record<string, readonly string[]>>
  positions: readonly string[]
}

const words = ['Acme', 'a', 'Größe', '=1+1', "O'Brien", '日本', '%', '../..', 'null', '🙂', ' ']
const dates = ['2026-01-05', '2026-01-07', '2025-12-31', '2020-02-29', '1970-01-01', '2099-12-31']

/** A random value of a schema, with optional fields at random. Rules beyond the schema may still reject it. */
export function createValue(
  shape: Shape,
  random: Random,
  known: Known,
  root: Shape = shape,
  name = '',
): unknown {
  if (shape.$ref !== undefined)
    return createValue(root.$defs?.[shape.$ref.split('/').at(-1) ?? ''] ?? {}, random, known, root, name)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return pick(shape.enum, random)
  const variants = shape.anyOf ?? shape.oneOf
  if (variants) return createValue(pick(variants, random), random, known, root, name)
  if (shape.allOf) {
    const parts = shape.allOf.map(part => createValue(part, random, known, root, name))
    return parts.every(part => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0]
  }
  const type = Array.isArray(shape.type) ? pick(shape.type, random) : shape.type
  switch (type) {
    case 'object':
      return createObject(shape, random, known, root)
    case 'array': {
      const length = Math.min(Math.floor(random() * 3), shape.maxItems ?? 3)
      return Array.from({ length }, () => createValue(shape.items ?? {}, random, known, root, name))
    }
    case 'integer':
    case 'number':
      return createNumber(shape, random, type === 'integer')
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    case 'string':
      return createText(shape, random, known, name)
    default:
      return pick<unknown>(['text', 7, true, null, {}], random)
  }
}

function createObject(shape: Shape, random: Random, known: Known, root: Shape): Record<string, unknown> {
  const required = new Set(shape.required)
  return Object.fromEntries(
    Object.entries(shape.properties ?? {})
      .filter(([name]) => required.has(name) || random() < 0.35)
      .map(([name, property]) => [name, createValue(property, random, known, root, name)]),
  )
}

function createNumber({ minimum, maximum }: Shape, random: Random, isInteger: boolean): number {
  const low = Math.max(minimum ?? -1000, -1e6)
  const high = Math.min(maximum ?? 1000, 1e6)
  const value = pick([low, high, low + random() * (high - low)], random)
  return isInteger ? Math.round(value) : value
}

function createText(shape: Shape, random: Random, known: Known, name: string): string {
  if (shape.format === 'uuid') {
    const fitting = known.byName[name]
    return pick(fitting && random() < 0.85 ? fitting : known.uuids, random)
  }
  if (shape.format === 'date') return pick(dates, random)
  if (shape.format === 'date-time') return `${pick(dates, random)}T12:00:00Z`
  if (shape.format === 'email') return `fuzz${Math.floor(random() * 1e6)}@example.com`
  if (/position|linked/i.test(name)) return pick(known.positions, random)
  const text = pick([...words, ...known.positions.slice(0, 2), ...dates.slice(0, 1)], random)
  return text.slice(0, shape.maxLength ?? text.length).padEnd(shape.minLength ?? 0, 'x')
}

const strange: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  0.1,
  'x'.repeat(3000),
  '\u0000',
  '\ud800',
  [],
  [[]],
  {},
  { a: { b: { c: [] } } },
  true,
  'constructor',
  '1; drop table transaction',
  '9999-99-99',
  'NaN',
  '-0',
  '٣',
]

/** The same value with one invalid part. */
export function corrupt(value: unknown, random: Random): unknown {
  if (random() < 0.2 || typeof value !== 'object' || value === null) return pick(strange, random)
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.3) return [...value, pick(strange, random)]
    const at = Math.floor(random() * value.length)
    return value.map((item, index) => (index === at ? corrupt(item, random) : item))
  }
  const names = Object.keys(value)
  if (names.length === 0 || random() < 0.25) return { ...value, [pick(['', 'x', 'toString'], random)]: 1 }
  const name = pick(names, random)
  if (random() < 0.25) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  return { ...value, [name]: corrupt((value as Record<string, unknown>)[name], random) }
}

const unknownNames = ['odrer_by', 'filter_acount', 'perod', 'toString', 'Name']

/** The same value with an unknown field in one of its objects, and the path of that field. */
export function addField(value: unknown, random: Random): { value: unknown; path: string } {
  const name = pick(unknownNames, random)
  if (typeof value !== 'object' || value === null) return { value: { [name]: 1 }, path: name }
  const inside = Object.entries(value).filter(([, part]) => hasObject(part))
  if (!Array.isArray(value) && (inside.length === 0 || random() < 0.5))
    return { value: { ...value, [name]: 1 }, path: name }
  const [key, part] = pick(inside, random)
  const added = addField(part, random)
  const copy = Array.isArray(value) ? [...value] : { ...value }
  return { value: Object.assign(copy, { [key]: added.value }), path: `${key}.${added.path}` }
}

/** Whether a value is an object or a list with one. */
function hasObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasObject)
  return typeof value === 'object' && value !== null
}
