import { type CallReply, contract, currencyCode } from '@plumbline/contract'
import { csvOf } from '../../http/csv.ts'
import { pageOfRows } from '../../http/page-links.ts'
import type { Serve } from '../../http/serve.ts'
import type { ClientRow, ClientsStore } from './clients.store.ts'

type Client = CallReply<typeof contract.families.clients>['data'][number]

/** The families a member of staff looks after. Figures are null until the books of many families answer at once. */
export function clientsRoutes(serve: Serve, store: ClientsStore): void {
  serve(contract.families.clients, async ({ user, query, body, request, reply }) => {
    const question = { q: query.q, order_by: query.order_by, familyId: body.family }
    const clients = (await store.list(user.id, question)).map(shown)
    if (request.headers.accept?.split(',')[0]?.trim().startsWith('text/csv'))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment')
        .send(csvOf(csvColumns, clients))
    const basis = await store.basis(user.id)
    return {
      ...pageOfRows(clients, contract.families.clients.path, query),
      total: {
        value_calculated: null,
        day_pnl_abs: null,
        day_pnl_rel: null,
        accounts_count: clients.reduce((sum, client) => sum + client.accounts_count, 0),
        alerts_count: 0,
        stale_value: null,
        stale_families_count: 0,
      },
      basis: {
        currency: body.settings.currency ?? currencyCode.parse(basis.currency),
        as_of: basis.as_of,
        start_date: null,
        end_date: null,
        opening_date: null,
      },
    }
  })
}

const csvColumns: Record<string, (client: Client) => string | number | null> = {
  family: client => client.family.name,
  advisers: client => client.advisers.map(adviser => adviser.name).join('; '),
  accounts_count: client => client.accounts_count,
  currency: client => client.currency,
  value: client => client.value,
  value_calculated: client => client.value_calculated,
  weight: client => client.weight,
  day_pnl_abs: client => client.day_pnl_abs,
  day_pnl_rel: client => client.day_pnl_rel,
  ytd_pnl_rel: client => client.ytd_pnl_rel,
  data_status: client => client.data_status,
  data_date: client => client.data_date,
  last_seen_at: client => client.last_seen_at,
}

function shown(row: ClientRow): Client {
  return {
    family: { id: row.id, name: row.name },
    advisers: row.advisers,
    accounts_count: row.accounts_count,
    currency: currencyCode.parse(row.base_currency),
    value: null,
    value_calculated: null,
    weight: null,
    day_pnl_abs: null,
    day_pnl_rel: null,
    ytd_pnl_rel: null,
    alerts: [],
    data_status: statusOf(row.statuses),
    data_text: null,
    data_date: row.data_date,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    flags: [],
  }
}

/** One source that failed is enough to say so. */
function statusOf(statuses: readonly string[]): Client['data_status'] {
  if (statuses.some(status => status !== 'success' && status !== 'no_data')) return 'failed'
  return statuses.includes('success') ? 'success' : 'no_data'
}
