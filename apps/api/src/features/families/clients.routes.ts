import { type CallReply, contract, currencyCode, statusIcon } from '@plumbline/contract'
import { describedColumns } from '../../figures/export-columns.ts'
import { findLastDay } from '../../figures/list-basis.store.ts'
import { sortRows } from '../../figures/order.ts'
import { sendCsv, toCsv } from '../../platform/http/csv.ts'
import { wantsCsv } from '../../platform/http/media-types.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { ClientRow, ClientsStore } from './clients.store.ts'
import { type LoadFamiliesFigures, unvalued } from './families-figures.ts'
import { type ClientFigures, clientFiguresQuery } from './family-figures.query.ts'

type Client = CallReply<typeof contract.families.clients>['data'][number]
type Total = CallReply<typeof contract.families.clients>['total']

/** The families that a member of staff serves, each with figures of its own snapshot. */
export function clientsRoutes(serve: Serve, store: ClientsStore, loadFigures: LoadFamiliesFigures): void {
  serve(contract.families.clients, async ({ user, query, body, request, reply }) => {
    const listQuery = { q: query.q, order_by: query.order_by, familyId: body.family }
    const rows = await store.list(user.id, listQuery)
    const { currency: chosen, today, family } = await store.basis(user.id, body.family ?? null)
    const currency = body.settings.currency ?? currencyCode.parse(chosen)
    const posted = rows.filter(row => row.has_transactions)
    const figures = await loadFigures(clientFiguresQuery, user, posted, currency)
    const total = computeTotal(rows, figures)
    const as_of = findLastDay([...figures.values()].map(each => each.asOf)) ?? today
    const clients = sortClients(
      rows.map(row => wireClient(row, figures.get(row.id), total.value_calculated)),
      query.order_by,
    )
    if (wantsCsv(request)) {
      const columns = describedColumns(csvColumns, { currency, as_of, start_date: null })
      return sendCsv(reply, toCsv(columns, clients), [family?.name ?? 'All families', as_of, currency])
    }
    return {
      ...pageRows(clients, contract.families.clients.path, query),
      total,
      basis: { family, currency, as_of, start_date: null, end_date: null, opening_date: null },
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
  data_text: client => client.data_text,
  data_date: client => client.data_date,
  last_seen_at: client => client.last_seen_at,
}

/** The database has sorted by name and by last sign-in already. */
function sortClients(clients: Client[], orderBy: string): Client[] {
  const field = orderBy.replace('-', '')
  if (field === 'name' || field === 'last_seen_at') return clients
  const keyed = clients.map(client => ({ ...client, alerts: client.alerts.length, client }))
  const name = ({ client }: { client: Client }) => `${client.family.name} ${client.family.id}`
  return sortRows(keyed, orderBy, name, 'en-US').map(({ client }) => client)
}

/**
 * The sum over families with known figures; null if there are none. It is partial when a family's value is missing or
 * partial. The P/L of the day needs every family.
 */
function computeTotal(rows: readonly ClientRow[], figures: ReadonlyMap<string, ClientFigures>): Total {
  const posted = rows.filter(row => row.has_transactions)
  const found = posted.flatMap(row => figures.get(row.id) ?? [])
  const sumKnown = (read: (each: ClientFigures) => number | null) => {
    const known = found.flatMap(each => read(each) ?? [])
    return posted.length > 0 && known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
  }
  const isWhole = found.length === posted.length && found.every(each => each.dayPnl !== null)
  const dayPnl = isWhole ? sumKnown(each => each.dayPnl) : null
  const dayBase = sumKnown(each => each.dayBase) ?? 0
  const isPartial =
    found.length < posted.length ||
    found.some(each => each.valueCalculated === null || each.flags.some(({ code }) => code === 'partial'))
  const value = sumKnown(each => each.valueCalculated)
  return {
    value_calculated: value,
    day_pnl_abs: dayPnl,
    day_pnl_rel: dayPnl !== null && dayBase > 0 ? dayPnl / dayBase : null,
    accounts_count: rows.reduce((total, row) => total + row.accounts_count, 0),
    alerts_count: 0,
    stale_value: sumKnown(each => each.staleValue),
    stale_families_count: found.filter(each => each.staleValue !== 0).length,
    flags: [
      ...listReasons(found),
      ...(isPartial && value !== null ? [{ ...unvalued, code: 'partial' as const }] : []),
    ],
  }
}

/** Why figures of the total are missing, each reason once. */
function listReasons(found: readonly ClientFigures[]): Total['flags'] {
  const codes = found.flatMap(({ flags }) => flags.map(({ code }) => code))
  return (['no_price', 'no_rate'] as const)
    .filter(code => codes.includes(code))
    .map(code => ({ code, fields: [], date: null, amount: null }))
}

function wireClient(row: ClientRow, figures: ClientFigures | undefined, total: number | null): Client {
  const failure = row.runs.find(run => statusIcon(run.status) === -1)
  const nothing = row.has_transactions ? null : 0
  const value = figures?.valueCalculated ?? nothing
  return {
    family: { id: row.id, name: row.name },
    advisers: row.advisers,
    accounts_count: row.accounts_count,
    currency: currencyCode.parse(row.base_currency),
    value: figures?.value ?? nothing,
    value_calculated: value,
    weight: value === null || total === null || total === 0 ? null : value / total,
    day_pnl_abs: figures?.dayPnl ?? nothing,
    day_pnl_rel: figures?.dayReturn ?? null,
    ytd_pnl_rel: figures?.ytdReturn ?? null,
    alerts: [],
    data_status: worstStatus(row.runs),
    data_text: failure ? `${failure.name}: ${failure.message ?? failure.status}` : null,
    data_date: row.data_date,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    flags: figures?.flags ?? (row.has_transactions ? [unvalued] : []),
  }
}

/** Failed if one source failed. */
function worstStatus(runs: ClientRow['runs']): Client['data_status'] {
  if (runs.some(run => statusIcon(run.status) === -1)) return 'failed'
  return runs.some(run => run.status === 'success') ? 'success' : 'no_data'
}
