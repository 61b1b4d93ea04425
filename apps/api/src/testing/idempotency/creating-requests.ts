import { allEndpoints, type Endpoint, isCreating, plausibilityQuestions } from '@plumbline/contract'
import type { LightMyRequestResponse } from 'fastify'
import { mayCall, ownSample } from '../access/requests.ts'
import type { Principal, World } from '../access/world.ts'
import { importCalls, sample } from '../import-calls.ts'

/** A request that creates one row, and the query that counts such rows. */
export interface CreatingRequest {
  as: Principal
  url: string
  payload: object | Buffer
  count: string
}

export const creatingCalls: [name: string, endpoint: Endpoint][] = allEndpoints().filter(([, endpoint]) =>
  isCreating(endpoint),
)

/** The table in which each call creates a row. */
const tables: Record<string, string> = {
  'auth.createApiToken': 'api_token',
  'templates.create': 'template',
  'accounts.create': 'account',
  'families.create': 'family',
  'clients.addEntry': 'client_task',
  'clients.reports': 'background_job',
  'clients.addStatement': 'import_file',
  'archive.restore': 'family',
  'users.invite': 'app_user',
  'users.resendInvitation': 'mail',
  'linkedPositions.create': 'linked_position',
  'assets.create': `instrument where instrument_type = 'art'`,
  'assets.change': 'transaction',
  'transactions.add': 'transaction',
  'securityCorrections.post': 'security_correction',
  'userTasks.create': 'user_task',
  'reports.create': 'report',
  'reports.pdf': 'background_job',
  'strategies.create': 'strategy',
  'strategies.addPosition': 'strategy_position',
  'targets.create': 'target_allocation',
  'benchmarks.create': 'benchmark',
  'watchlist.add': 'watched_ticker',
  'imports.create': 'import',
  'imports.addFile': 'import_file',
  'imports.apply': 'background_job',
  'reconciliation.addStatement': 'account_statement',
  'reconciliation.addFile': 'account_statement',
  'reconciliation.addSecurity': 'instrument',
  'reconciliation.post': 'reconciliation_posting',
  'reconciliation.check': 'background_job',
  'feeds.create': 'integration where feed is not null',
  'feeds.run': 'background_job',
  'integrations.run': 'background_job',
  'integrations.upload': `audit_line where action = 'prices_uploaded'`,
  'instruments.create': 'instrument',
  'instruments.setPrice': `audit_line where action = 'price_set'`,
  'instruments.createCustodian': 'custodian',
  'rates.set': `audit_line where action = 'rate_set'`,
}

type Changed = Partial<Pick<CreatingRequest, 'url' | 'payload'>>

let made = 0
const next = () => {
  made += 1
  return made
}

/** Requests for which the contract's sample would be rejected or would already exist. */
const special: Record<string, (world: World) => Changed | Promise<Changed>> = {
  'archive.restore': async world => ({
    url: `/api/families/archive/?name=Copy${next()}`,
    payload: await archive(world),
  }),
  'users.resendInvitation': async world => {
    const { rows } = await world.app.database.query(
      `insert into app_user (username, email, role) values ($1, $2, 'adviser') returning id`,
      [`invited-${next()}`, `invited-${made}@example.com`],
    )
    return { url: `/api/users/${rows[0].id}/resend/` }
  },
  'linkedPositions.create': async world => {
    await world.app.database.query('delete from linked_position')
    return {}
  },
  'assets.create': world => ({
    payload: {
      type: 'art',
      name: `Painting ${next()}`,
      account: world.own.ids.account,
      currency: 'CHF',
      transactions: [{ date: '2026-01-06', type: 'purchase', quantity: 1, amount: 100 }],
      confirm: [...plausibilityQuestions],
    },
  }),
  'assets.change': async world => {
    const painting = await world.app.call({
      method: 'POST',
      url: '/api/positions/manage/',
      as: world.tokens.investor ?? '',
      payload: { type: 'art', name: `Art ${next()}`, account: world.own.ids.account, currency: 'CHF' },
    })
    return {
      url: `/api/positions/manage/${painting.json().data.id}/`,
      payload: {
        transactions: [{ date: '2026-01-06', type: 'purchase', quantity: 1, amount: 100 }],
        confirm: [...plausibilityQuestions],
      },
    }
  },
  'transactions.add': world => ({
    payload: {
      account: world.own.ids.account,
      transaction_type: 'deposit',
      date: '2026-01-06',
      currency: 'CHF',
      amount: next(),
      confirm: [...plausibilityQuestions],
    },
  }),
  'securityCorrections.post': async world => {
    const bought = await world.app.call({
      method: 'POST',
      url: '/api/transactions/',
      as: world.tokens.investor ?? '',
      payload: {
        account: world.own.ids.account,
        transaction_type: 'trade',
        date: '2026-01-06',
        instrument: world.share,
        currency: 'CHF',
        quantity: next(),
        price: 1,
        confirm: [...plausibilityQuestions],
      },
    })
    if (bought.statusCode !== 200) throw new Error(bought.body)
    return {
      url: `/api/transactions/${bought.json().data.id}/security/`,
      payload: {
        create: { name: `Security ${next()}`, instrument_type: 'equity', currency: 'CHF' },
        confirm: [...plausibilityQuestions],
      },
    }
  },
  'instruments.setPrice': world => ({
    url: `/api/instruments/${world.own.ids.security}/prices/`,
    payload: { date: '2026-01-06', price: 100, source: 'Test', confirm: [...plausibilityQuestions] },
  }),
  'rates.set': () => ({
    payload: {
      base: 'CHF',
      quote: 'USD',
      rate: 1.2,
      date: '2026-01-06',
      confirm: [...plausibilityQuestions],
    },
  }),
  'strategies.addPosition': async world => {
    await world.app.database.query('delete from strategy_position')
    return {}
  },
  'targets.create': () => ({
    payload: {
      name: 'Target',
      dimension: 'instrument_type',
      valid_from: `2026-02-${String((next() % 27) + 1).padStart(2, '0')}`,
      buckets: [{ key: 'equity', weight: 1, min: 0.5, max: 1 }],
    },
  }),
  'benchmarks.create': async world => {
    await world.app.database.query('delete from benchmark')
    return {
      payload: {
        name: 'Benchmark',
        rebalancing: 'monthly',
        return_type: 'total',
        components: [{ instrument: world.share }],
        weights: [{ valid_from: '2026-01-01', weights: [1] }],
      },
    }
  },
  'watchlist.add': async world => {
    await world.app.database.query('delete from watched_ticker')
    return {}
  },
  'imports.create': async world => {
    await world.app.database.query(`update import set status = 'undone'`)
    return {}
  },
  'imports.addFile': async world => ({
    url: `/api/imports/${await importer(world).create()}/files/?name=a.csv`,
    payload: sample('swissquote.csv'),
  }),
  'imports.apply': async world => {
    const calls = importer(world)
    const id = await calls.create()
    const file = await calls.upload(id, 'a.csv', sample('swissquote.csv'))
    await calls.changeFile(id, file.id, { account: world.own.ids.account })
    return { url: `/api/imports/${id}/apply/`, payload: {} }
  },
  'clients.addStatement': world => ({
    url: `/api/clients/statements/${crypto.randomUUID()}/files/?name=a.csv&family=${world.own.familyId}`,
    payload: sample('swissquote.csv'),
  }),
  'reconciliation.addStatement': async world => {
    await world.app.database.query('delete from account_statement')
    return {}
  },
  'reconciliation.addFile': async world => {
    await world.app.database.query('delete from account_statement')
    return { payload: Buffer.from('date,currency,quantity,isin\n2026-01-06,CHF,100,\n') }
  },
  'reconciliation.addSecurity': async world => {
    const name = `Security ${next()}`
    await world.app.call({
      method: 'POST',
      url: `/api/reconciliation/${world.own.ids.account}/`,
      as: world.tokens.investor ?? '',
      payload: { date: '2026-01-06', lines: [{ name, currency: 'CHF', quantity: 1, price: 5 }] },
    })
    return { payload: { date: '2026-01-06', line: `${name}/CHF`, name, instrument_type: 'equity' } }
  },
  'reconciliation.post': async world => {
    const { account } = world.own.ids
    const stated = await world.app.call({
      method: 'POST',
      url: `/api/reconciliation/${account}/`,
      as: world.tokens.investor ?? '',
      payload: { date: '2026-01-06', lines: [{ currency: 'CHF', quantity: 100_000 + Number(next()) }] },
    })
    const proposal = stated.json().data.groups[0].proposals[0].id
    return { payload: { date: '2026-01-06', proposal } }
  },
  'feeds.create': async world => {
    const { family } = world.own.ids
    await world.app.database.query(
      `insert into custodian (id, name) values ('falkenau', 'Falkenau') on conflict do nothing`,
    )
    await world.app.database.query(
      `insert into account (family_id, custodian_id, name, base_currency)
       select $1, 'falkenau', 'At the bank', 'CHF'
       where not exists (select from account where family_id = $1 and custodian_id = 'falkenau')`,
      [family],
    )
    const query_id = String(1000 + next())
    return { payload: { family, kind: 'flex', custodian: 'falkenau', token: 'secret', query_id } }
  },
  'feeds.run': async world => {
    await world.app.database.query(`delete from jobs.job where name = 'fetch-statement'`)
    return {}
  },
  'integrations.run': async world => {
    await world.app.database.query(`update integration set provider = 'ecb' where id = $1`, [
      world.own.ids.integration,
    ])
    await world.app.database.query(`delete from jobs.job where name = 'fetch-market'`)
    return {}
  },
  'integrations.upload': () => ({
    payload: Buffer.from(`currency,date,rate\nCHF,2026-01-06,1.2${next()}\n`),
  }),
}

/** A new request of this call. */
export async function creatingRequest(
  world: World,
  name: string,
  endpoint: Endpoint,
): Promise<CreatingRequest> {
  const as = mayCall(endpoint, 'investor') ? 'investor' : 'admin'
  await removeEarlier(world)
  const { params, query, body } = ownSample(world, name, endpoint)
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, field: string) => String(params[field]))
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]))
  return {
    as,
    url: search.size > 0 ? `${path}?${search}` : path,
    // The contract's samples are objects.
    payload: (body ?? {}) as object,
    count: `select count(*)::int as count from ${tables[name]}`,
    ...(await special[name]?.(world)),
  }
}

/** Removes rows of earlier requests, because some things are limited in number. */
async function removeEarlier(world: World): Promise<void> {
  await world.app.database.query(`update import set status = 'undone' where status in ('open', 'failed')`)
  await world.app.database.query(`delete from api_token where name like 'made%'`)
}

const importer = (world: World) => importCalls(world.app, world.tokens.investor ?? '')

async function archive(world: World): Promise<Buffer> {
  const reply = await world.app.call({
    method: 'GET',
    url: `/api/families/${world.own.familyId}/archive/`,
    as: world.tokens.investor ?? '',
    headers: { accept: 'application/zip' },
  })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.rawPayload
}

export async function countRows(world: World, { count }: CreatingRequest): Promise<number> {
  return (await world.app.database.query(count)).rows[0].count
}

export function send(
  world: World,
  { url, payload, as }: CreatingRequest,
  key: string,
  at: 0 | 1 = 0,
): Promise<LightMyRequestResponse> {
  const type = Buffer.isBuffer(payload) ? { 'content-type': 'text/csv' } : {}
  return world.app.call({
    method: 'POST',
    url,
    at,
    as: world.tokens[as] ?? '',
    payload,
    headers: { 'idempotency-key': key, ...type },
  })
}

export function firstErrorCode(reply: LightMyRequestResponse): string {
  return reply.statusCode < 400 ? '' : reply.json().errors[0].code
}
