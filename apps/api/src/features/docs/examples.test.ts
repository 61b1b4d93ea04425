import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let inbox: string
let operations: DocumentedOperation[]

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  example: unknown
}

interface DocumentedOperation {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  parameters: Parameter[]
  requestBody?: RequestBody
  responses: Record<string, unknown>
}

interface RequestBody {
  content: Record<string, { example: unknown }>
}

interface Reference {
  $ref: string
}

type PathItem = Record<
  string,
  Pick<DocumentedOperation, 'responses'> & {
    parameters?: (Parameter | Reference)[]
    requestBody?: RequestBody | Reference
  }
>

/** Reads the operations of the document that the server publishes; those that end a session come last. */
async function readOperations(): Promise<DocumentedOperation[]> {
  const document = (await app.call({ method: 'GET', url: '/api/docs/openapi.json' })).json()
  const paths = Object.entries<PathItem>(document.paths)
  return paths
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): DocumentedOperation => {
        const verb = method.toUpperCase() as DocumentedOperation['method']
        const { parameters = [], requestBody, responses } = operation
        return {
          responses,
          parameters: parameters.map(each => resolve(each, document.components.parameters)),
          ...(requestBody && { requestBody: resolve(requestBody, document.components.requestBodies) }),
          name: `${verb} ${path}`,
          method: verb,
          path,
        }
      }),
    )
    .sort((a, b) => Number(a.path.startsWith('/auth/')) - Number(b.path.startsWith('/auth/')))
}

function resolve<Part extends object>(part: Part | Reference, components: Record<string, Part>): Part {
  const found = '$ref' in part ? components[part.$ref.split('/').at(-1) ?? ''] : part
  if (found === undefined) throw new Error('a reference names nothing')
  return found
}

/** A request with the documented examples: of all parameters, or only of those that are required. */
function buildRequest(operation: DocumentedOperation, isWhole: boolean): InjectOptions & { url: string } {
  const sent = operation.parameters.filter(({ required }) => required || isWhole)
  const inPath = new Map(sent.filter(each => each.in === 'path').map(each => [each.name, each.example]))
  const query = new URLSearchParams(
    sent
      .filter(each => each.in === 'query')
      .map(({ name, example }): [string, string] => [name, String(example)]),
  )
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(inPath.get(name)))
  // A key is used once, so each request has another one.
  const headers = Object.fromEntries(
    sent
      .filter(each => each.in === 'header')
      .map(({ name, example }) => [
        name.toLowerCase(),
        name === 'Idempotency-Key' ? crypto.randomUUID() : String(example),
      ]),
  )
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  return {
    method: operation.method,
    url: `${address}${query.size > 0 ? `?${query}` : ''}`,
    headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
    ...(type === undefined
      ? {}
      : {
          payload: type === 'application/json' ? JSON.stringify(content?.example) : String(content?.example),
        }),
  }
}

let family: string
let users = 0
const callers = new Map<'investor' | 'admin', string>()

async function signInNew(role: 'investor' | 'admin'): Promise<string> {
  users += 1
  const username = `caller${users}`
  await app.addUser({ username, role, ...(role === 'investor' ? { familyId: family } : {}) })
  const { access } = await app.signIn(username)
  callers.set(role, access)
  return access
}

/** Sends an example as an investor, or as an administrator where only they may. */
async function sendExample(operation: DocumentedOperation, isWhole: boolean) {
  const { headers, ...request } = buildRequest(operation, isWhole)
  const send = async (role: 'investor' | 'admin') => {
    const as = callers.get(role) ?? (await signInNew(role))
    return app.call({ ...request, headers, as } as Parameters<TestApp['call']>[0])
  }
  const sendSignedIn = async (role: 'investor' | 'admin') => {
    const reply = await send(role)
    // An example before may have ended the sign-in of its caller.
    if (reply.statusCode !== 401 || operation.path.startsWith('/auth/')) return reply
    await signInNew(role)
    return send(role)
  }
  const reply = await sendSignedIn('investor')
  if (reply.statusCode !== 403) return reply
  const byAdmin = await sendSignedIn('admin')
  if (byAdmin.statusCode !== 400 || byAdmin.json().errors[0].field !== 'family') return byAdmin
  // An administrator sees several families, so that the call must name one.
  request.payload = JSON.stringify({ ...JSON.parse(String(request.payload)), family })
  return sendSignedIn('admin')
}

/** Files and one-time codes cannot be examples that work. */
const unworkable = ['unreadable_file', 'wrong_code']

beforeAll(async () => {
  inbox = mkdtempSync(path.join(tmpdir(), 'plumbline-inbox-'))
  app = await createTestApp({ feeds: { inbox } })
  family = await app.addFamily('Own')
  const ledger = testLedger(app.database)
  const account = await ledger.account(family, 'Main')
  await ledger.post(family, account, { type: 'deposit', date: '2026-01-05', amount: '1000' })
  // A feed delivers the files of a custodian that keeps an account.
  await app.database.query(
    "insert into custodian (id, name) values ('pictet', 'Pictet') on conflict do nothing",
  )
  await app.database.query(
    `insert into account (family_id, custodian_id, name, base_currency) values ($1, 'pictet', 'Depot', 'CHF')`,
    [family],
  )
  operations = await readOperations()
})
afterAll(async () => {
  await app.close()
  rmSync(inbox, { recursive: true })
})

describe('the documented examples', () => {
  it.each([
    ['all parameters', true],
    ['the required parameters', false],
  ])('are accepted by the server with %s, with a declared status', async (_which, isWhole) => {
    const refused: string[] = []
    for (const operation of operations) {
      const reply = await sendExample(operation, isWhole)
      const isDeclared = String(reply.statusCode) in operation.responses
      const isRefused = reply.statusCode === 400 && !unworkable.includes(reply.json().errors[0].code)
      if (isRefused || !isDeclared)
        refused.push(`${operation.name} ${reply.statusCode} ${reply.body.slice(0, 160)}`)
    }
    expect(refused).toEqual([])
    expect(operations.length).toBeGreaterThan(100)
  })
})

describe('the declared response headers', () => {
  it('include every header that the server sends, apart from those of security and transport', async () => {
    const transport =
      /^(content-(type|length|security-policy|encoding|language)|cache-control|date|connection|keep-alive|vary|x-content-type-options|referrer-policy|cross-origin-.*|permissions-policy|strict-transport-security|transfer-encoding)$/
    const document = (await app.call({ method: 'GET', url: '/api/docs/openapi.json' })).json()
    const undeclared = new Set<string>()
    for (const operation of operations.filter(({ path }) => !path.startsWith('/auth/'))) {
      const reply = await sendExample(operation, false)
      const declared = operation.responses[reply.statusCode] as
        | { $ref?: string; headers?: object }
        | undefined
      const response = declared?.$ref
        ? document.components.responses[declared.$ref.split('/').at(-1) ?? '']
        : declared
      const known = Object.keys(response?.headers ?? {}).map(name => name.toLowerCase())
      for (const name of Object.keys(reply.headers))
        if (!known.includes(name) && !transport.test(name))
          undeclared.add(`${operation.name} ${reply.statusCode} ${name}`)
    }
    expect([...undeclared]).toEqual([])
  })

  it('name the methods of a path and when to try again', async () => {
    const { components } = (await app.call({ method: 'GET', url: '/api/docs/openapi.json' })).json()
    const reply = await app.call({ method: 'DELETE', url: '/api/positions/list/' })
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'POST'])
    const named = Object.entries<{ headers: object }>(components.responses)
    for (const [name, { headers }] of named) {
      if (name.startsWith('405')) expect(Object.keys(headers)).toContain('Allow')
      if (/^(429|503)/.test(name)) expect(Object.keys(headers)).toContain('Retry-After')
    }
    expect(named.some(([name]) => name.startsWith('405'))).toBe(true)
  })
})
