import { allEndpoints, type Endpoint, isRead, plainRoutes, roleRefusal } from '@plumbline/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, mayCall, ownSample, sampleAs, signedInRole, takesFamily } from './requests.ts'
import type { Sample } from './samples.ts'
import { printResult } from './sizes.ts'
import { createWorld, type Principal, principals, type World } from './world.ts'

let world: World
const timeout = 300_000

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.app.close())

/** Signing out comes last, because it ends the sign-in of all other calls. */
const calls = allEndpoints().sort(([a], [b]) => Number(a === 'auth.logout') - Number(b === 'auth.logout'))
/** Errors about the object, which mean that the caller passed the policy of the call. */
const rulesOfObjects = new Set(['contact_account_manager', 'registration_closed', 'demo_no_details'])

/** Changes are sent for a missing id: an authorized caller gets 404 and nothing changes. */
function harmless(endpoint: Endpoint, sample: Sample): Sample {
  if (isRead(endpoint)) return sample
  const params = Object.fromEntries(Object.keys(sample.params).map(key => [key, crypto.randomUUID()]))
  return { ...sample, params }
}

/** How a reply deviates from the policy, or null. */
function deviation(endpoint: Endpoint, as: Principal, reply: LightMyRequestResponse): string | null {
  const { statusCode: status } = reply
  const code: string = status >= 400 ? reply.json().errors[0].code : ''
  if (status >= 500 && code !== 'not_built') return `answers ${status} ${code}`
  if (endpoint.may === 'anyone')
    return code === 'unauthenticated' || code === 'forbidden' ? `asks for a sign-in (${code})` : null
  const role = signedInRole(as)
  if (role === null) {
    const wanted = as === 'anonymous' ? 'unauthenticated' : 'session_expired'
    return status === 401 && code === wanted ? null : `answers ${status} ${code}, not 401 ${wanted}`
  }
  if (!mayCall(endpoint, as)) {
    const wanted = roleRefusal(endpoint, role)
    return status === 403 && code === wanted ? null : `answers ${status} ${code}, not 403 ${wanted}`
  }
  const isRefused = status === 401 || (status === 403 && !rulesOfObjects.has(code))
  return isRefused ? `answers ${status} ${code} to someone who may` : null
}

const headers: Record<string, RegExp> = {
  'content-security-policy':
    /^(?=.*script-src 'self'(;|$))(?=.*style-src 'self'(;|$))(?=.*object-src 'none')(?=.*base-uri 'none')(?=.*frame-ancestors 'none')(?!.*unsafe)/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cache-control': /^no-store$/,
}

function missingHeaders(reply: LightMyRequestResponse): string[] {
  return Object.entries(headers).flatMap(([name, wanted]) =>
    wanted.test(String(reply.headers[name] ?? '')) ? [] : [`${name}: ${reply.headers[name]}`],
  )
}

describe('every route', () => {
  it('is listed in the policy, and every row of the policy has a route', () => {
    const rows = [
      ...allEndpoints().map(([, { method, path }]) => `${method} ${path}`),
      ...Object.keys(plainRoutes),
    ]
    expect([...world.app.routes].sort()).toEqual(rows.sort())
    expect(rows.length).toBeGreaterThanOrEqual(80)
  })

  it('succeeds for authorized callers with their own ids', { timeout }, async () => {
    const refused: string[] = []
    const missing: string[] = []
    let answered = 0
    for (const [name, endpoint] of calls) {
      if (!isRead(endpoint) || endpoint.may === 'anyone') continue
      await world.keepSignedIn()
      const as = mayCall(endpoint, 'investor') ? 'investor' : 'admin'
      const { statusCode: status, body } = await ask(world, endpoint, ownSample(world, name, endpoint), as)
      if (status < 300) answered += 1
      // Some calls need rows that this world lacks, such as a running job.
      else if (status === 404 || status === 400) missing.push(name)
      else if (status !== 501) refused.push(`${name}: ${status} ${body}`)
    }
    printResult(
      `Reads of one's own: ${answered} answered, ${refused.length} refused, no subject for ${missing.join(' ')}`,
    )
    expect(refused).toEqual([])
    expect(answered).toBeGreaterThanOrEqual(35)
  })

  it('covers the family that an adviser of two names, or both without a name', {
    timeout,
  }, async () => {
    const deviations: string[] = []
    let checked = 0
    for (const as of ['adviserOfTwo', 'staffUnnamed'] as const)
      for (const [name, endpoint] of calls) {
        if (!isRead(endpoint) || !mayCall(endpoint, as)) continue
        await world.keepSignedIn()
        const reply = await ask(world, endpoint, sampleAs(world, name, endpoint, as), as)
        const said = /"basis":\{"family":(null|\{"id":"([^"]+)")/.exec(reply.body)
        if (!said || !takesFamily(endpoint)) continue
        checked += 1
        const expected = as === 'adviserOfTwo' ? world.own.familyId : undefined
        if (said[2] !== expected) deviations.push(`${name} as ${as} is about ${said[1]}`)
      }
    printResult(`Whose figures: ${checked} replies say so, ${deviations.length} of another family`)
    expect(deviations).toEqual([])
    expect(checked).toBeGreaterThanOrEqual(30)
  })

  it('creates nothing for staff of two families who name none', { timeout }, async () => {
    const creating = calls.filter(
      ([, endpoint]) => endpoint.creates && takesFamily(endpoint) && mayCall(endpoint, 'staffUnnamed'),
    )
    const refused: string[] = []
    for (const [name, endpoint] of creating) {
      await world.keepSignedIn()
      const reply = await ask(world, endpoint, ownSample(world, name, endpoint), 'staffUnnamed')
      const [error] = reply.statusCode === 400 ? reply.json().errors : []
      refused.push(`${name}: ${reply.statusCode} ${error?.field}`)
    }
    // A data check only reads, so it covers both. A task about a client always names its family.
    expect(refused.sort()).toEqual([
      'accounts.create: 400 family',
      'benchmarks.create: 400 family',
      'clients.addEntry: 200 undefined',
      'feeds.create: 400 family',
      'imports.create: 400 family',
      'reconciliation.check: 202 undefined',
      'reports.create: 400 family',
      'strategies.create: 400 family',
      'targets.create: 400 family',
      'userTasks.create: 400 family',
    ])
  })

  it('authorizes exactly the callers of the policy, with all headers on every reply', {
    timeout,
  }, async () => {
    const deviations: string[] = []
    const statuses = new Set<number>()
    let cells = 0
    for (const as of principals)
      for (const [name, endpoint] of calls) {
        await world.keepSignedIn()
        const reply = await ask(world, endpoint, harmless(endpoint, sampleAs(world, name, endpoint, as)), as)
        cells += 1
        statuses.add(reply.statusCode)
        const wrong = deviation(endpoint, as, reply)
        if (wrong) deviations.push(`${name} as ${as} ${wrong}`)
        for (const header of missingHeaders(reply))
          deviations.push(`${name} as ${as} replies ${reply.statusCode} with ${header}`)
      }
    printResult(
      `Authorization matrix: ${calls.length} calls x ${principals.length} principals = ${cells} cells, ${deviations.length} deviations; statuses ${[...statuses].sort().join(' ')}`,
    )
    expect(deviations).toEqual([])
    expect(cells).toBeGreaterThanOrEqual(800)
  })
})
