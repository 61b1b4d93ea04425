import type { Endpoint, ErrorCode } from '@plumbline/contract'
import {
  allEndpoints,
  errorsOf,
  failure,
  generalErrors,
  idempotencyKeyDescription,
  isCreating,
  longestIdempotencyKey,
} from '@plumbline/contract'
import type { z } from 'zod'
import { type CallExample, exampleOf } from './examples.ts'
import { features } from './features.ts'
import { collectSchemas, componentRef, type JsonSchema } from './json-schemas.ts'
import { schemasOf } from './openapi.ts'

/** A type as it is printed: words, and the names of shapes that have a table of their own. */
export type TypeText = (string | { shape: string })[]

export interface FieldRow {
  /** With dots for fields inside of fields. */
  name: string
  type: TypeText
  isRequired: boolean
  description: string
}

export interface FieldTable {
  title: string
  /** What the whole is, where it is not simply an object with the fields below. */
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
  /** Those it names itself, and others beyond the general ones. */
  errors: ErrorCode[]
}

export interface Reference {
  features: { key: string; title: string; text: string; calls: CallReference[] }[]
  shapes: { name: string; description: string; tables: FieldTable[] }[]
}

/** Longer lists of words are told by their number, since a table is no place for two hundred codes. */
const longestList = 40

/** The contract as its documentation tells it, before it becomes Markdown or HTML. */
export function buildReference(): Reference {
  const calls = allEndpoints()
  const schemas = collectSchemas([...calls.flatMap(([, call]) => schemasOf(call)), [failure, 'output']])
  const describe: Describe = (title, schema, direction) =>
    schema ? fieldTables(title, schemas.schemaOf(schema, direction)) : []
  return {
    features: Object.entries(features).map(([key, { title, text }]) => ({
      key,
      title,
      text,
      calls: calls
        .filter(([name]) => name.startsWith(`${key}.`))
        .map(([name, call]) => callReference(name, call, describe, exampleOf(call, schemas))),
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
    answers: answersOf(call),
    example,
    errors: errorsOf(call).filter(code => call.errors?.includes(code) || !generalErrors.includes(code)),
  }
}

const creatingHeaders: FieldTable = {
  title: 'Headers',
  type: null,
  rows: [
    {
      name: 'Idempotency-Key',
      type: [`visible ASCII characters 1–${longestIdempotencyKey}`],
      isRequired: false,
      description: idempotencyKeyDescription,
    },
  ],
}

function whoMay({ may, duringSetup }: Endpoint): string {
  if (may === 'anyone') return 'Anyone, signed in or not.'
  const also = duringSetup ? ' Also while two-factor authentication still has to be set up.' : ''
  return `Signed in as ${listed(may)}.${also}`
}

function answersOf({ reply, status, alsoReplies, upload }: Endpoint): string {
  const json = reply ? [`${status ?? 200} with JSON`] : []
  const files = (alsoReplies ?? []).map(type => `200 with ${type} where the Accept header asks for it`)
  const all = [...json, ...files]
  const answers = all.length > 0 ? `${all.join('; ')}.` : '204 with nothing.'
  return upload ? `${answers} The body is a file of at most ${upload.maxBytes / 1024 / 1024} MB.` : answers
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** One table, or one for each form where there are several. */
function fieldTables(title: string, schema: JsonSchema): FieldTable[] {
  const forms = (schema.anyOf ?? schema.oneOf ?? []).filter(isPlain).filter(form => form.properties)
  if (forms.length > 1)
    return forms.flatMap((form, index) => fieldTables(title + formName(form, index), form))
  const rows = rowsOf(schema, '')
  return [{ title, type: rows.length > 0 ? null : typeOf(schema), rows }]
}

/** What tells a form from the others: the field with a fixed value, else simply that it is another one. */
function formName(form: JsonSchema, index: number): string {
  for (const [name, property] of Object.entries(form.properties ?? {})) {
    if (isPlain(property) && property.const !== undefined) return ` with ${name} ${String(property.const)}`
  }
  return index === 0 ? '' : ', or'
}

/** Fields of an object, and those of the objects inside of it that have no name of their own. */
function rowsOf(schema: JsonSchema, prefix: string): FieldRow[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (typeof property === 'boolean') return []
    const row = {
      name: prefix + name,
      type: typeOf(property),
      isRequired: required.has(name),
      description: descriptionOf(property),
    }
    return [row, ...innerRows(property, prefix + name)]
  })
}

function innerRows(schema: JsonSchema, name: string): FieldRow[] {
  if (schema.$ref) return []
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.flatMap(variant => (isPlain(variant) ? innerRows(variant, name) : []))
  if (isSingle(schema.items)) return innerRows(schema.items, `${name}[]`)
  return schema.properties ? rowsOf(schema, `${name}.`) : []
}

function descriptionOf(schema: JsonSchema): string {
  const standard = schema.default === undefined ? '' : ` Default: ${JSON.stringify(schema.default)}.`
  return `${schema.description ?? ''}${standard}`.trim()
}

function typeOf(schema: JsonSchema): TypeText {
  if (schema.$ref) return [{ shape: schema.$ref.slice(componentRef.length) }]
  if (schema.const !== undefined) return [JSON.stringify(schema.const)]
  if (schema.enum) return [wordsOf(schema.enum)]
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return joined(variants.filter(isPlain).map(typeOf), ' or ')
  if (isSingle(schema.items)) return ['list of ', ...typeOf(schema.items)]
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything']
  return [types.map(type => plainType(type, schema)).join(' or ')]
}

function wordsOf(words: readonly unknown[]): string {
  // An order by a field and the same order turned are one choice to a reader.
  const shown = words.filter(
    word => !(typeof word === 'string' && words.includes(word.replace(/^-/, '')) && word.startsWith('-')),
  )
  const turned = shown.length < words.length ? ', each also with a minus before it' : ''
  if (shown.length > longestList) return `one of ${shown.length} codes`
  return shown.map(word => (typeof word === 'string' ? word : JSON.stringify(word))).join(', ') + turned
}

function plainType(type: string, schema: JsonSchema): string {
  if (type === 'string') return stringType(schema)
  if (type === 'number' || type === 'integer') return `${type}${boundsOf(schema.minimum, schema.maximum)}`
  return type
}

function stringType({ format, minLength, maxLength, contentMediaType }: JsonSchema): string {
  if (format) return format
  if (contentMediaType) return `text (${contentMediaType})`
  return `text${boundsOf(minLength, maxLength)}`
}

function boundsOf(from: number | undefined, to: number | undefined): string {
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
