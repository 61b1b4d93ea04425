import type { Endpoint } from '@plumbline/contract'
import {
  allEndpoints,
  type ErrorCode,
  errorCatalogue,
  failure,
  idempotencyKeyDescription,
  idempotencyKeyPattern,
  isCreating,
  isRead,
  listErrors,
} from '@plumbline/contract'
import { buildExample, type CallExample, exampleParameters } from './examples.ts'
import { features } from './features.ts'
import { collectSchemas, type JsonSchema } from './json-schemas.ts'
import { failureHeaders, headerComponents, successHeaders } from './response-headers.ts'

type Schemas = ReturnType<typeof collectSchemas>

/** The part of OpenAPI that this document uses. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, object>
    headers: Record<string, object>
    examples: Record<string, object>
    parameters: Record<string, object>
    requestBodies: Record<string, object>
    securitySchemes: object
  }
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  'x-policy': { may: 'anyone' | readonly string[]; isRead: boolean }
  parameters?: object[]
  requestBody?: object
  responses: Record<string, object>
}

/** Builds the OpenAPI 3.1 document of the contract. */
export function openApi(version: string): OpenApiDocument {
  const calls = allEndpoints()
  const schemas = collectSchemas([...calls.flatMap(([, call]) => listSchemas(call)), [failure, 'output']])
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, call] of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeOperation(name, call, schemas) }
  }
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  const examples = shareExamples(operations)
  const parameters = shareParameters(operations)
  const requestBodies = shareRequestBodies(operations)
  const successes = shareSuccesses(operations)
  return {
    openapi: '3.1.0',
    info: { title: 'Plumbline', version, description: introduction },
    servers: [{ url: '/' }],
    tags: Object.values(features).map(({ title, text }) => ({ name: title, description: text })),
    paths,
    components: {
      schemas: schemas.components,
      responses: {
        ...Object.fromEntries(calls.flatMap(([, call]) => Object.entries(failureResponses(call)))),
        ...successes,
      },
      headers: headerComponents,
      examples,
      parameters,
      requestBodies,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token of a sign-in, or a personal API token.',
        },
      },
    },
  }
}

export const introduction =
  'The API of Plumbline, a wealth analytics platform. Responses carry their content in `data`; lists add `count`, `next` ' +
  'and `previous`. Errors are `{ errors: [{ code, message, field? }] }`. Bodies and queries take only the ' +
  'fields listed here: an unknown one is 400 `invalid_field`, with the fields to choose from. A known path with another ' +
  'method is 405 with the header `Allow`. Where a call has several media types, the header `Accept` chooses by its ' +
  'weights; 406 means that none fits. An absent setting has the default stated here; only currency, language and time ' +
  'zone are those of your saved settings. A write with implausible values is 409 `confirmation_required`: each error ' +
  'has a `question` with its effect, and the call is repeated with their codes in `confirm`. Amounts are numbers and never ' +
  'rounded; fractions are plain (0.05 is 5 %); dates are YYYY-MM-DD and times ISO 8601 in UTC. A figure ' +
  'that cannot be computed is null, and `flags` beside it states why. Calls that create something take the header ' +
  '`Idempotency-Key`: a repeat with the same key within 24 hours gets the first reply, with ' +
  '`Idempotent-Replayed: true`, and creates nothing. Calls that change something with a `version` take that ' +
  'version and respond with 409 `conflict` if it is no longer the latest.'

/** Lists the schemas of a call: parameters and bodies are inputs, replies are outputs. */
export function listSchemas(call: Endpoint): Parameters<typeof collectSchemas>[0][number][] {
  const sent = [call.params, call.query, call.body].filter(schema => schema !== undefined)
  return [
    ...sent.map((schema): [typeof schema, 'input'] => [schema, 'input']),
    ...(call.reply ? [[call.reply, 'output'] satisfies [unknown, 'output']] : []),
  ]
}

function describeOperation(name: string, call: Endpoint, schemas: Schemas): Operation {
  const [feature = '', callName = ''] = name.split('.')
  const parameters = [
    ...listParameters(call, 'path', schemas),
    ...listParameters(call, 'query', schemas),
    ...(isCreating(call) ? [idempotencyKey] : []),
  ]
  const example = buildExample(call, schemas)
  const requestBody = describeRequestBody(call, schemas, example)
  return {
    operationId: feature + callName.charAt(0).toUpperCase() + callName.slice(1),
    summary: call.summary,
    // Call names start with the key of their feature.
    tags: [features[feature as keyof typeof features].title],
    security: call.may === 'anyone' ? [] : [{ bearer: [] }],
    'x-policy': { may: call.may, isRead: isRead(call) },
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...describeSuccesses(call, schemas, example), ...describeFailures(call) },
  }
}

/** The name, numbered if it is taken. */
function nameFreely(name: string, taken: object): string {
  let free = name
  for (let copy = 2; free in taken; copy += 1) free = `${name}-${copy}`
  return free
}

/** Moves parameters that several operations have into components, which keeps the document small. */
function shareParameters(operations: readonly Operation[]): Record<string, object> {
  const uses = Map.groupBy(
    operations.flatMap(({ parameters = [] }) => parameters),
    parameter => JSON.stringify(parameter),
  )
  const shared: Record<string, object> = {}
  const references = new Map<string, object>()
  for (const [key, [parameter, ...others]] of uses) {
    if (!parameter || others.length === 0) continue
    const { name } = parameter as { name: string }
    const id = nameFreely(name, shared)
    shared[id] = parameter
    references.set(key, { $ref: `#/components/parameters/${id}` })
  }
  for (const operation of operations)
    if (operation.parameters)
      operation.parameters = operation.parameters.map(
        parameter => references.get(JSON.stringify(parameter)) ?? parameter,
      )
  return shared
}

interface MediaType {
  example?: unknown
  examples?: object
}

/** A reference is as long as a short example. */
const shortestShared = 150

/** Moves examples that several operations have into components, named by the first of them. */
function shareExamples(operations: readonly Operation[]): Record<string, object> {
  const uses = Map.groupBy(
    operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody ?? {}, ...Object.values(responses)]
        .flatMap((part: { content?: Record<string, MediaType> }) => Object.values(part.content ?? {}))
        .map(media => ({ name: operationId, media })),
    ),
    ({ media }) => JSON.stringify(media.example) ?? '',
  )
  const shared: Record<string, object> = {}
  for (const [key, same] of uses) {
    const [first] = same
    if (!first || same.length === 1 || key.length < shortestShared) continue
    const name = nameFreely(first.name, shared)
    shared[name] = { value: first.media.example }
    for (const { media } of same) {
      delete media.example
      media.examples = { one: { $ref: `#/components/examples/${name}` } }
    }
  }
  return shared
}

/** Moves request bodies that several operations have into components, named by the first of them. */
function shareRequestBodies(operations: readonly Operation[]): Record<string, object> {
  const withBody = operations.filter(({ requestBody }) => requestBody !== undefined)
  const uses = Map.groupBy(withBody, ({ requestBody }) => JSON.stringify(requestBody))
  const shared: Record<string, object> = {}
  for (const same of uses.values()) {
    const [first] = same
    if (first?.requestBody === undefined || same.length === 1) continue
    shared[first.operationId] = first.requestBody
    for (const operation of same)
      operation.requestBody = { $ref: `#/components/requestBodies/${first.operationId}` }
  }
  return shared
}

/** Moves successes that several operations have into components, named by the first of them. */
function shareSuccesses(operations: readonly Operation[]): Record<string, object> {
  const isSuccess = (status: string) => status.startsWith('2')
  const uses = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => isSuccess(status))
      .map(([status, response]) => ({
        name: `${operationId}.${status}`,
        key: JSON.stringify(response),
        response,
      })),
  )
  const repeated = [...Map.groupBy(uses, ({ key }) => key).values()].filter(group => group.length > 1)
  const names = new Map(repeated.map(([first]) => [first?.key, first?.name]))
  for (const operation of operations)
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => {
        const name = isSuccess(status) ? names.get(JSON.stringify(response)) : undefined
        return [status, name === undefined ? response : { $ref: `#/components/responses/${name}` }]
      }),
    )
  return Object.fromEntries(repeated.flatMap(([first]) => (first ? [[first.name, first.response]] : [])))
}

const exampleKey = '9b2d6c0e-41f7-4a3b-8d5e-6f0a1c2b3d4e'

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: idempotencyKeyDescription,
  schema: { type: 'string', pattern: idempotencyKeyPattern },
  example: exampleKey,
}

function listParameters(call: Endpoint, place: 'path' | 'query', schemas: Schemas): object[] {
  const schema = place === 'path' ? call.params : call.query
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.findSchema(schema, 'input')
  const examples = exampleParameters(schema, schemas)
  return Object.entries(properties).map(([name, property]) => {
    if (typeof property === 'boolean') throw new Error(`the parameter ${name} of ${call.path} has no schema`)
    const { description, ...rest } = property
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema: rest,
      example: examples[name],
    }
  })
}

/** The smallest file that can be sent: a statement in CSV. */
const exampleFile = 'Date,Type,Amount,Currency\n2026-11-13,Deposit,100.00,CHF\n'

function describeRequestBody(call: Endpoint, schemas: Schemas, { body }: CallExample): object | undefined {
  if (call.upload) {
    const { maxBytes } = call.upload
    const schema = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: maxBytes }
    return { required: true, content: { 'application/octet-stream': { schema, example: exampleFile } } }
  }
  if (!call.body) return undefined
  return {
    required: !call.body.safeParse(undefined).success,
    content: { 'application/json': { schema: schemas.findSchema(call.body, 'input'), example: body } },
  }
}

function describeSuccesses(
  call: Endpoint,
  schemas: Schemas,
  { answer }: CallExample,
): Record<string, object> {
  const answers: Record<string, { description: string; headers?: object; content?: Record<string, object> }> =
    {}
  const headers = successHeaders(call)
  if (call.reply) {
    const schema = schemas.findSchema(call.reply, 'output')
    const status = String(call.status ?? 200)
    answers[status] = {
      description: 'OK',
      headers,
      content: { 'application/json': { schema, example: answer } },
    }
  }
  const files = Object.fromEntries(
    (call.alsoReplies ?? []).map(type => [type, { schema: { type: 'string', contentMediaType: type } }]),
  )
  if (call.alsoReplies) {
    answers['200'] = {
      description: 'OK',
      headers,
      content: { ...answers['200']?.content, ...files },
    }
  }
  return Object.keys(answers).length > 0 ? answers : { '204': { description: 'No content', headers } }
}

/** The error codes of a call, by status. */
function codesByStatus(call: Endpoint): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>()
  // A path parameter can match a path that has only other methods.
  const codes = new Set<ErrorCode>([
    ...listErrors(call),
    ...(call.params ? ['method_not_allowed' as const] : []),
  ])
  for (const code of [...codes].sort()) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}

/** The sets of error codes that calls have for a status, in the order of the calls. */
const codeSets = Map.groupBy(
  new Set(
    allEndpoints().flatMap(([, call]) =>
      [...codesByStatus(call)].map(([status, codes]) => `${status}.${codes.join('.')}`),
    ),
  ),
  key => key.slice(0, 3),
)

/** Numbered within its status: the names of all its codes, repeated by every call, would be a tenth of the document. */
function responseName(status: number, codes: readonly ErrorCode[]): string {
  const place = codeSets.get(String(status))?.indexOf(`${status}.${codes.join('.')}`) ?? 0
  return `${status}.${place + 1}`
}

function describeFailures(call: Endpoint): Record<string, object> {
  return Object.fromEntries(
    [...codesByStatus(call)].map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${responseName(status, codes)}` },
    ]),
  )
}

/** Calls share error responses, so each is one component. */
function failureResponses(call: Endpoint): Record<string, object> {
  return Object.fromEntries(
    [...codesByStatus(call)].map(([status, codes]) => [
      responseName(status, codes),
      {
        description: codes.map(code => `${code}: ${errorCatalogue[code].message}`).join('\n\n'),
        headers: failureHeaders(status),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Failure' },
            example: {
              errors: codes.slice(0, 1).map(code => ({ code, message: errorCatalogue[code].message })),
            },
          },
        },
      },
    ]),
  )
}
