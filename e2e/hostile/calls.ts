import { type APIRequestContext, expect } from '@playwright/test'
import { accessOf } from '../people.ts'

/** Calls of one person that must succeed, giving what they answer. */
export interface Calls {
  make(url: string, data: object, method?: 'POST' | 'PATCH'): Promise<Record<string, string>>
  /** Sends a file as it is. */
  send(url: string, name: string, content: string | Buffer): Promise<Record<string, string>>
  read(url: string): Promise<Record<string, string>[]>
}

/** Every field that a text which is markup was sent in, as `/api/accounts/ name`. */
const filled = new Set<string>()

export async function callsOf(
  request: APIRequestContext,
  username: string,
  password: string,
): Promise<Calls> {
  const headers = { authorization: `Bearer ${await accessOf(request, username, password)}` }
  const ask = async (method: string, url: string, data?: object | Buffer) => {
    const reply = await request.fetch(url, { method, headers, ...(data && { data }) })
    expect([200, 202], `${method} ${url} ${await reply.text()}`).toContain(reply.status())
    return (await reply.json()).data
  }
  return {
    make(url, data, method = 'POST') {
      for (const field of markedFields(data)) filled.add(`${placeOf(url)} ${field}`)
      return ask(method, url, data)
    },
    send(url, name, content) {
      filled.add(`${placeOf(url)} `)
      return ask('POST', `${url}?name=${encodeURIComponent(name)}`, Buffer.from(content))
    },
    read: url => ask('GET', url),
  }
}

/** Paths of the texts in a body that are more than a word, an address or a day. */
function markedFields(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /[^\w\s.@-]|__|constructor/.test(value) ? [path] : []
  if (Array.isArray(value)) return value.flatMap(each => markedFields(each, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    markedFields(each, path === '' ? name : `${path}.${name}`),
  )
}

/** Where a thing is made and where it is changed is the same place. */
function placeOf(url: string): string {
  return url
    .replaceAll(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/)|\/\d+(?=\/)|\/\{\w+\}/g, '/{}')
    .replace(/\/drafts\/[^/]+\//, '/drafts/{}/')
    .replace(/\/data-health\/[^/]+\/decide/, '/data-health/{}/decide')
    .replace(/(?<=[a-z-]\/)\{\}\/$/, '')
}

/** What no text can be given in, or is never shown, by place or by field. */
const others: readonly RegExp[] = [
  // Secrets, and what a mailed link carries.
  /^\/auth\/\S+ (?:\w*password|\w*token|refresh|uid|tfa_id)$/,
  /^\/api\/integrations\/ secret$/,
  // Names of what is there already: anything else is refused or finds nothing.
  / (?:\S+\.)?(?:filter_?custodian\[\]|period\.name|id|time_zone)$/i,
  / custodian$| subject\.key$/,
  // Looked up and not kept.
  /^\/auth\/login\/ username$|^\/auth\/reset-password\/ email$|^\/api\/transactions\/preview\//,
  // The same name as of those whom an administrator adds.
  /^\/auth\/(?:register|invitation)\/ name$/,
  // Refused where it is no price: that is looked at in the browser.
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

/** The fields that take any text by the server's own description, and that none was sent in yet. */
export async function unfilledFields(request: APIRequestContext): Promise<string[]> {
  const { paths, components }: Description = await (await request.get('/api/docs/openapi.json')).json()
  const textsIn = (schema: Schema, path: string): string[] => {
    const named = schema.$ref?.split('/').at(-1)
    const {
      type,
      properties = {},
      items,
      anyOf = [],
      ...rest
    } = named ? (components.schemas[named] ?? {}) : schema
    const isFree = rest.enum === undefined && rest.const === undefined && !rest.format && !rest.pattern
    return [
      ...([type].flat().includes('string') && isFree ? [path] : []),
      ...anyOf.flatMap(each => textsIn(each, path)),
      ...(items ? textsIn(items, `${path}[]`) : []),
      ...Object.entries(properties).flatMap(([name, each]) =>
        textsIn(each, path === '' ? name : `${path}.${name}`),
      ),
    ]
  }
  const all = Object.entries(paths).flatMap(([url, methods]) =>
    Object.values(methods)
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .flatMap(({ schema }) => textsIn(schema, '').map(field => `${placeOf(url)} ${field}`)),
  )
  return [...new Set(all)].filter(field => !filled.has(field) && !others.some(pattern => pattern.test(field)))
}
