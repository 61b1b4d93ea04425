import { type APIRequestContext, expect } from '@playwright/test'
import { fetchAccessToken } from '../support/users.ts'

/** API calls of one user that must succeed and return the reply data. */
export interface Calls {
  make(url: string, data: object, method?: 'POST' | 'PATCH'): Promise<Record<string, string>>
  /** Uploads a file. */
  send(url: string, name: string, content: string | Buffer): Promise<Record<string, string>>
  read(url: string): Promise<Record<string, string>[]>
}

/** Every field that has received markup, as `/api/accounts/ name`. */
const filled = new Set<string>()

export async function createCalls(
  request: APIRequestContext,
  username: string,
  password: string,
): Promise<Calls> {
  const headers = { authorization: `Bearer ${await fetchAccessToken(request, username, password)}` }
  const call = async (method: string, url: string, data?: object | Buffer) => {
    const reply = await request.fetch(url, { method, headers, ...(data && { data }) })
    expect([200, 202], `${method} ${url} ${await reply.text()}`).toContain(reply.status())
    return (await reply.json()).data
  }
  return {
    make(url, data, method = 'POST') {
      for (const field of findMarkupFields(data)) filled.add(`${normalizePath(url)} ${field}`)
      return call(method, url, data)
    },
    send(url, name, content) {
      filled.add(`${normalizePath(url)} `)
      return call('POST', `${url}?name=${encodeURIComponent(name)}`, Buffer.from(content))
    },
    read: url => call('GET', url),
  }
}

/** Paths of strings in a body that contain more than words, e-mail addresses or dates. */
function findMarkupFields(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /[^\w\s.@-]|__|constructor/.test(value) ? [path] : []
  if (Array.isArray(value)) return value.flatMap(each => findMarkupFields(each, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    findMarkupFields(each, path === '' ? name : `${path}.${name}`),
  )
}

/** Maps the URLs that create and change a resource to the same path, without ids. */
function normalizePath(url: string): string {
  return url
    .replaceAll(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/)|\/\d+(?=\/)|\/\{\w+\}/g, '/{}')
    .replace(/\/drafts\/[^/]+\//, '/drafts/{}/')
    .replace(/\/data-health\/[^/]+\/decide/, '/data-health/{}/decide')
    .replace(/(?<=[a-z-]\/)\{\}\/$/, '')
}

/** Fields that do not accept free text or are never shown. */
const exempt: readonly RegExp[] = [
  // Secrets and parameters of mailed links.
  /^\/auth\/\S+ (?:\w*password|\w*token|refresh|uid|tfa_id)$/,
  /^\/api\/integrations\/ secret$/,
  // References to existing items: any other value is rejected or matches nothing.
  / (?:\S+\.)?(?:filter_?custodian\[\]|period\.name|id|time_zone)$/i,
  / custodian$| subject\.key$/,
  // Looked up but not stored.
  /^\/auth\/login\/ username$|^\/auth\/reset-password\/ email$|^\/api\/transactions\/preview\//,
  // The same field as for users whom an administrator adds.
  /^\/auth\/(?:register|invitation)\/ name$/,
  // Rejected unless it contains prices; a browser journey covers the message.
  /^\/api\/integrations\/upload\/ $/,
]

interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
}

interface Description {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}

/** Lists free text fields of the OpenAPI description that have not received markup yet. */
export async function listUnfilledFields(request: APIRequestContext): Promise<string[]> {
  const { paths, components }: Description = await (await request.get('/api/docs/openapi.json')).json()
  const listTextFields = (schema: Schema, path: string): string[] => {
    const named = schema.$ref?.split('/').at(-1)
    const {
      type,
      properties = {},
      items,
      anyOf = [],
      ...rest
    } = named ? (components.schemas[named] ?? {}) : schema
    const isFreeText = rest.enum === undefined && rest.const === undefined && !rest.format && !rest.pattern
    return [
      ...([type].flat().includes('string') && isFreeText ? [path] : []),
      ...anyOf.flatMap(each => listTextFields(each, path)),
      ...(items ? listTextFields(items, `${path}[]`) : []),
      ...Object.entries(properties).flatMap(([name, each]) =>
        listTextFields(each, path === '' ? name : `${path}.${name}`),
      ),
    ]
  }
  const all = Object.entries(paths).flatMap(([url, methods]) =>
    Object.values(methods)
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .flatMap(({ schema }) => listTextFields(schema, '').map(field => `${normalizePath(url)} ${field}`)),
  )
  return [...new Set(all)].filter(field => !filled.has(field) && !exempt.some(pattern => pattern.test(field)))
}
