import type { Endpoint, ErrorCode } from '@plumbline/contract'
import {
  allEndpoints,
  failure,
  generalErrors,
  idempotencyKeyDescription,
  isCreating,
  listErrors,
  maxIdempotencyKeyChars,
} from '@plumbline/contract'
import type { z } from 'zod'
import { buildExample, type CallExample } from './examples.ts'
import { features } from './features.ts'
import { collectSchemas, componentRef, type JsonSchema } from './json-schemas.ts'
import { listSchemas } from './openapi.ts'

/** A printed type: words, and names of shapes with a table of their own. */
export type TypeText = (string | { shape: string })[]

export interface FieldRow {
  /** Nested fields are joined with dots. */
  name: string
  type: TypeText
  isRequired: boolean
  description: string
}

export interface FieldTable {
  title: string
  /** Set if the value is not an object with the fields below. */
  type: TypeText | null
  rows: FieldRow[]
}

export interface CallReference {
  name: string
  method: string
  path: string
  summary: string
  who: string
  tables: FieldTable[]
  answers: string
  example: CallExample
  /** Errors that the call declares or that are not general. */
  errors: ErrorCode[]
}

export interface Reference {
  features: { key: string; title: string; text: string; calls: CallReference[] }[]
  shapes: { name: string; description: string; tables: FieldTable[] }[]
}

/** Longer lists are shown as a count: a table cannot hold two hundred codes. */
const maxListedWords = 40

/** Builds the reference that Markdown and HTML are rendered from. */
export function buildReference(): Reference {
  const calls = allEndpoints()
  const schemas = collectSchemas([...calls.flatMap(([, call]) => listSchemas(call)), [failure, 'output']])
  const describe: Describe = (title, schema, direction) =>
    schema ? fieldTables(title, schemas.findSchema(schema, direction)) : []
  return {
    features: Object.entries(features).map(([key, { title, text }]) => ({
      key,
      title,
      text,
      calls: calls
        .filter(([name]) => name.startsWith(`${key}.`))
        .map(([name, call]) => callReference(name, call, describe, buildExample(call, schemas))),
    })),
    shapes: Object.entries(schemas.components).map(([name, schema]) => ({
      name,
      description: schema.description ?? '',
      tables: fieldTables(name, schema),
    })),
  }
}

type Describe = (title: string, schema: z.ZodType | undefined, direction: 'input' | 'output') => FieldTable[]

function callReference(
  name: string,
  call: Endpoint,
  describe: Describe,
  example: CallExample,
): CallReference {
  return {
    name,
    method: call.method,
    path: call.path,
    summary: call.summary,
    who: whoMay(call),
    tables: [
      ...(isCreating(call) ? [creatingHeaders] : []),
      ...describe('Path', call.params, 'input'),
      ...describe('Query', call.query, 'input'),
      ...describe('Body', call.body, 'input'),
      ...describe('Answer', call.reply, 'output'),
    ],
    answers: describeReplies(call),
    example,
    errors: listErrors(call).filter(code => call.errors?.includes(code) || !generalErrors.includes(code)),
  }
}

const creatingHeaders: FieldTable = {
  title: 'Headers',
  type: null,
  rows: [
    {
      name: 'Idempotency-Key',
      type: [`visible ASCII characters 1–${maxIdempotencyKeyChars}`],
      isRequired: false,
      description: idempotencyKeyDescription,
    },
  ],
}

function whoMay({ may, duringSetup }: Endpoint): string {
  if (may === 'anyone') return 'Anyone, signed in or not.'
  const also = duringSetup ? ' Also while two-factor authentication still has to be set up.' : ''
  return `Signed in as ${joinWords(may)}.${also}`
}

function describeReplies({ reply, status, alsoReplies, upload }: Endpoint): string {
  const json = reply ? [`${status ?? 200} with JSON`] : []
  const files = (alsoReplies ?? []).map(type => `200 with ${type} where the Accept header asks for it`)
  const all = [...json, ...files]
  const answers = all.length > 0 ? `${all.join('; ')}.` : '204 without content.'
  return upload ? `${answers} The body is a file of at most ${upload.maxBytes / 1024 / 1024} MB.` : answers
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** One table, or one for each variant of a union. */
function fieldTables(title: string, schema: JsonSchema): FieldTable[] {
  const forms = (schema.anyOf ?? schema.oneOf ?? []).filter(isPlain).filter(form => form.properties)
  if (forms.length > 1)
    return forms.flatMap((form, index) => fieldTables(title + formName(form, index), form))
  const rows = listFields(schema, '')
  return [{ title, type: rows.length > 0 ? null : describeType(schema), rows }]
}

/** Names a variant by its field with a constant value, if any. */
function formName(form: JsonSchema, index: number): string {
  for (const [name, property] of Object.entries(form.properties ?? {})) {
    if (isPlain(property) && property.const !== undefined) return ` with ${name} ${String(property.const)}`
  }
  return index === 0 ? '' : ', or'
}

/** Lists the fields of an object, including those of nested anonymous objects. */
function listFields(schema: JsonSchema, prefix: string): FieldRow[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (typeof property === 'boolean') return []
    const row = {
      name: prefix + name,
      type: describeType(property),
      isRequired: required.has(name),
      description: describeField(property),
    }
    return [row, ...listInnerFields(property, prefix + name)]
  })
}

function listInnerFields(schema: JsonSchema, name: string): FieldRow[] {
  if (schema.$ref) return []
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.flatMap(variant => (isPlain(variant) ? listInnerFields(variant, name) : []))
  if (isSingle(schema.items)) return listInnerFields(schema.items, `${name}[]`)
  return schema.properties ? listFields(schema, `${name}.`) : []
}

function describeField(schema: JsonSchema): string {
  const standard = schema.default === undefined ? '' : ` Default: ${JSON.stringify(schema.default)}.`
  return `${schema.description ?? ''}${standard}`.trim()
}

function describeType(schema: JsonSchema): TypeText {
  if (schema.$ref) return [{ shape: schema.$ref.slice(componentRef.length) }]
  if (schema.const !== undefined) return [JSON.stringify(schema.const)]
  if (schema.enum) return [describeWords(schema.enum)]
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return joined(variants.filter(isPlain).map(describeType), ' or ')
  if (isSingle(schema.items)) return ['list of ', ...describeType(schema.items)]
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything']
  return [types.map(type => plainType(type, schema)).join(' or ')]
}

function describeWords(words: readonly unknown[]): string {
  // Ascending and descending order by a field are shown as one.
  const shown = words.filter(
    word => !(typeof word === 'string' && words.includes(word.replace(/^-/, '')) && word.startsWith('-')),
  )
  const turned = shown.length < words.length ? ', each also with a minus before it' : ''
  if (shown.length > maxListedWords) return `one of ${shown.length} codes`
  return shown.map(word => (typeof word === 'string' ? word : JSON.stringify(word))).join(', ') + turned
}

function plainType(type: string, schema: JsonSchema): string {
  if (type === 'string') return stringType(schema)
  if (type === 'number' || type === 'integer')
    return `${type}${describeBounds(schema.minimum, schema.maximum)}`
  return type
}

function stringType({ format, minLength, maxLength, contentMediaType }: JsonSchema): string {
  if (format) return format
  if (contentMediaType) return `text (${contentMediaType})`
  return `text${describeBounds(minLength, maxLength)}`
}

function describeBounds(from: number | undefined, to: number | undefined): string {
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return ` from ${from}`
  return from === undefined ? ` up to ${to}` : ` ${from}–${to}`
}

function joined(types: TypeText[], separator: string): TypeText {
  return types.flatMap((type, index) => (index === 0 ? type : [separator, ...type]))
}

type AnySchema = JsonSchema | boolean

function isPlain(schema: AnySchema): schema is JsonSchema {
  return typeof schema !== 'boolean'
}

function isSingle(items: JsonSchema['items']): items is JsonSchema {
  return items !== undefined && typeof items !== 'boolean' && !Array.isArray(items)
}
