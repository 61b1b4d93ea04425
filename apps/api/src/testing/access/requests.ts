import { type Endpoint, hasRole, plausibilityQuestions, type Role } from '@plumbline/contract'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { IdKind } from './household.ts'
import { createSample, type Sample, toJsonSchema, type Words } from './samples.ts'
import type { Principal, World } from './world.ts'

/** The kind of row that the `:id` of a path names, by feature and by call. */
const subjects: Record<string, IdKind | 'share' | 'custodian'> = {
  accounts: 'account',
  families: 'family',
  clients: 'clientTask',
  'clients.removeView': 'clientView',
  'clients.addStatement': 'statementBatch',
  'clients.statements': 'statementBatch',
  users: 'user',
  templates: 'template',
  positions: 'position',
  linkedPositions: 'link',
  imports: 'import',
  assets: 'asset',
  transactions: 'position',
  userTasks: 'task',
  notifications: 'notification',
  reports: 'report',
  strategies: 'strategy',
  targets: 'allocation',
  benchmarks: 'benchmark',
  watchlist: 'ticker',
  'watchlist.priceHistory': 'share',
  reconciliation: 'account',
  integrations: 'integration',
  feeds: 'feed',
  instruments: 'share',
  'instruments.read': 'security',
  'instruments.change': 'security',
  'instruments.holders': 'security',
  'instruments.history': 'security',
  'instruments.prices': 'security',
  'instruments.changeCustodian': 'custodian',
  'instruments.removeCustodian': 'custodian',
  audit: 'mail',
  'auth.endSignIn': 'signIn',
  'auth.revokeApiToken': 'apiToken',
}

const fields: Record<string, IdKind | 'share'> = {
  assignee: 'user',
  account: 'account',
  filter_account: 'account',
  filterAccount: 'account',
  accounts: 'account',
  counter_account: 'otherAccount',
  family: 'family',
  families: 'family',
  user: 'user',
  position_id: 'position',
  position_ids: 'position',
  locked_positions: 'position',
  positionId: 'position',
  linked_position_id: 'otherPosition',
  ticker: 'share',
  instrument: 'share',
  report: 'report',
  feed: 'feed',
  defaultTemplate: 'template',
  ids: 'notification',
}

const texts: Record<string, unknown> = {
  currency: 'CHF',
  calculated_currency: 'CHF',
  custodian: 'manual',
  password: 'correct horse battery',
  old_password: 'not the password',
  new_password: 'quite another one',
  otp: '000000',
  date: '2026-01-06',
  order_by: undefined,
  confirm: [...plausibilityQuestions],
}

let made = 0
function next(word: string): string {
  made += 1
  return `${word}${made}`
}

/** Valid values for a request about the own family; names are new each time. */
export function valuesFor(world: World, name: string, ids = world.own.ids): Words {
  const [feature = ''] = name.split('.')
  const idOf = (kind: IdKind | 'share' | 'custodian' | undefined) => {
    if (kind === 'share') return world.share
    if (kind === 'custodian') return 'manual'
    return kind && ids[kind]
  }
  return (field, shape) => {
    if (field === 'id' && name === 'instruments.createCustodian') return next('bank')
    if (field === 'id') return idOf(subjects[name] ?? subjects[feature])
    if (field in fields) return idOf(fields[field])
    if (field === 'name' || field === 'username') return next('made')
    if (field === 'email') return `${next('made')}@example.com`
    const text = texts[field]
    return shape.enum && !shape.enum.includes(text) ? undefined : text
  }
}

export function ownSample(world: World, name: string, endpoint: Endpoint, ids = world.own.ids): Sample {
  return createSample(endpoint, valuesFor(world, name, ids))
}

/** The same for one caller: the adviser of two families names one wherever a call takes a family. */
export function sampleAs(world: World, name: string, endpoint: Endpoint, as: Principal): Sample {
  const sample = ownSample(world, name, endpoint)
  if (as !== 'adviserOfTwo' || !takesFamily(endpoint)) return sample
  return { ...sample, body: { ...Object(sample.body), family: world.own.familyId } }
}

/** Whether the body of a call may name a family. */
export function takesFamily({ body }: Endpoint): boolean {
  if (!body) return false
  const whole = toJsonSchema(body)
  const { properties, anyOf = [], oneOf = [] } = whole.$defs?.[whole.$ref?.split('/').at(-1) ?? ''] ?? whole
  return [{ properties }, ...anyOf, ...oneOf].some(shape => shape.properties?.family !== undefined)
}

/** Sends a request as one caller, each from its own address, so that they do not share rate limits. */
export function ask(
  world: World,
  endpoint: Endpoint,
  sample: Sample,
  as: Principal,
  more: { headers?: Record<string, string>; at?: 0 | 1 } = {},
): Promise<LightMyRequestResponse> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(sample.params[name])),
  )
  const query = new URLSearchParams(
    Object.entries(sample.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const token = world.tokens[as]
  const options: InjectOptions = {
    method: endpoint.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    remoteAddress: `10.${principalNumber(as)}.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    headers: { ...more.headers },
  }
  if (endpoint.upload) {
    options.payload = Buffer.from('date,amount\n')
    options.headers = { ...options.headers, 'content-type': 'text/csv' }
  } else if (endpoint.method !== 'GET') options.payload = (sample.body ?? {}) as object
  return retryOverloaded(() =>
    world.app.call({ ...options, ...(token === null ? {} : { as: token }), at: more.at ?? 0 }),
  )
}

/** Retries while the server is overloaded, which happens on a busy machine. */
async function retryOverloaded(send: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send()
    if (reply.statusCode !== 503 || tries === 4) return reply
  }
}

const roleOf: Record<Principal, Role | null> = {
  anonymous: null,
  passwordOnly: null,
  demo: 'demo',
  investor: 'investor',
  sameFamily: 'investor',
  accountLimited: 'investor',
  adviserAssigned: 'adviser',
  adviserOfTwo: 'adviser',
  staffUnnamed: 'adviser',
  adviserElsewhere: 'adviser',
  admin: 'admin',
  disabled: null,
  signedOut: null,
}

/** The role of a signed-in caller; null for callers without a live sign-in. */
export function signedInRole(as: Principal): Role | null {
  return roleOf[as]
}

export function mayCall(endpoint: Endpoint, as: Principal): boolean {
  const role = roleOf[as]
  return endpoint.may === 'anyone' || (role !== null && hasRole(role, endpoint.may))
}

function principalNumber(as: Principal): number {
  return Object.keys(roleOf).indexOf(as) + 1
}
