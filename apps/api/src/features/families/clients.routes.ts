import { type CallReply, contract, currencyCode, type HandlerQuery, statusIcon } from '@plumbline/contract'
import { parseDateFormat } from '@plumbline/contract/format'
import { weightIn } from '@plumbline/engine'
import { describedColumns } from '../../figures/export-columns.ts'
import { findLastDay } from '../../figures/list-basis.store.ts'
import { sortRows } from '../../figures/order.ts'
import { noTarget } from '../../figures/targets/largest-drift.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { describeRun } from '../../platform/jobs/run-texts.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { weightFlags } from '../../queries/query-scope.ts'
import { type ClientState, listAlerts, measureUrgency } from './client-alerts.ts'
import { type Client, groupKey, listGroups, sumClients } from './client-groups.ts'
import { clientInput } from './client-input.ts'
import type { ClientRow, ClientsStore } from './clients.store.ts'
import { unvalued } from './families-figures.ts'
import { type ClientFigures, clientFiguresQuery } from './family-figures.query.ts'

type Total = CallReply<typeof contract.families.clients>['total']
type Query = HandlerQuery<typeof contract.families.clients>

/** Finds the open data issues of several families. */
export type CountIssues = (
  user: CurrentUser,
  families: readonly string[],
) => Promise<Map<string, Client['issues']>>

export interface ClientsDependencies {
  store: ClientsStore
  portfolio: PortfolioService
  countIssues: CountIssues
}

/** The families that a member of staff serves, each with figures of its own snapshot. */
export function clientsRoutes(serve: Serve, { store, portfolio, countIssues }: ClientsDependencies): void {
  serve(contract.families.clients, async ({ user, query, body, request, reply }) => {
    const { currency: chosen, today, family } = await store.basis(user.id, body.family ?? null)
    const rows = await store.list(user.id, {
      q: query.q,
      order_by: query.order_by,
      familyId: body.family,
      today,
    })
    const currency = body.settings.currency ?? currencyCode.parse(chosen)
    const posted = rows.filter(row => row.has_transactions)
    const targets = await store.targets(
      user.id,
      rows.map(({ id }) => id),
    )
    const figures = await portfolio.runForEach(clientFiguresQuery, {
      user,
      settings: { currency },
      families: posted.map(({ id, base_currency }) => clientInput(user, id, base_currency, targets)),
    })
    const issues = await countIssues(
      user,
      posted.map(({ id }) => id),
    )
    const as_of = findLastDay([...figures.values()].map(each => each.asOf)) ?? today
    const everyone = wireClients(rows, { figures, targets, issues, query, user })
    const selected = everyone.filter(client => isSelected(client, rows, query.show))
    const total = computeTotal(selected, figures, currency)
    const groups = listGroups(selected, figures, currency, query.group_by, user.language)
    const clients = inGroups(sortClients(withWeights(selected, total), query.order_by), groups)
    if (wantsCsv(request)) {
      const columns = describedColumns(csvColumns, {
        currency,
        as_of,
        start_date: `${as_of.slice(0, 4)}-01-01`,
      })
      // Markets and valuations of families end on different days, each row on its own.
      const dated = { ...columns, as_of: (client: Client) => client.as_of ?? as_of }
      return sendCsv(reply, toCsv(dated, clients), [family?.name ?? 'All families', as_of, currency])
    }
    return {
      ...pageRows(clients, contract.families.clients.path, query),
      total,
      groups,
      counts: {
        all: everyone.length,
        attention: everyone.filter(client => isSelected(client, rows, 'attention')).length,
        tasks: everyone.filter(client => isSelected(client, rows, 'tasks')).length,
      },
      basis: { family, currency, as_of, start_date: null, end_date: null, opening_date: null },
    }
  })
}

function isSelected(client: Client, rows: readonly ClientRow[], show: Query['show']): boolean {
  if (show === 'all') return true
  if (show === 'attention') return client.alerts.length > 0
  return (rows.find(({ id }) => id === client.family.id)?.due_tasks ?? 0) > 0
}

/** Rows of one group stay together, in the order of the groups. */
function inGroups(clients: Client[], groups: readonly { key: string }[]): Client[] {
  if (groups.length === 0) return clients
  const place = new Map(groups.map(({ key }, index) => [key, index]))
  return clients.toSorted((a, b) => (place.get(a.group) ?? 0) - (place.get(b.group) ?? 0))
}

const csvColumns: Record<string, (client: Client) => string | number | null> = {
  family: client => client.family.name,
  advisers: client => client.advisers.map(adviser => adviser.name).join('; '),
  accounts_count: client => client.accounts_count,
  currency: client => client.currency,
  value: client => client.value,
  value_calculated: client => client.value_calculated,
  weight: client => client.weight,
  own_day_pnl_abs: client => client.own_day_pnl_abs,
  own_day_pnl_rel: client => client.own_day_pnl_rel,
  own_ytd_pnl_abs: client => client.own_ytd_pnl_abs,
  own_ytd_pnl_rel: client => client.own_ytd_pnl_rel,
  own_ytd_twr: client => client.own_ytd_twr,
  day_pnl_abs: client => client.day_pnl_abs,
  day_pnl_rel: client => client.day_pnl_rel,
  ytd_pnl_abs: client => client.ytd_pnl_abs,
  ytd_pnl_rel: client => client.ytd_pnl_rel,
  ytd_twr: client => client.ytd_twr,
  cash_share: client => client.cash_share,
  largest_drift: client => client.largest_drift?.drift ?? null,
  drift_group: client => client.largest_drift?.name ?? null,
  drift_band_min: client => client.largest_drift?.min ?? null,
  drift_band_max: client => client.largest_drift?.max ?? null,
  drift_state: client => client.largest_drift?.state ?? client.drift_gap,
  alerts: client => client.alerts.map(({ text }) => text).join('; '),
  issues_count: client => client.issues_count,
  open_tasks_count: client => client.open_tasks_count,
  next_task: client => client.next_task?.text ?? null,
  due_date: client => client.next_task?.due_date ?? null,
  last_statement_date: client => client.last_statement_date,
  data_status: client => client.data_status,
  data_text: client => client.data_text,
  data_date: client => client.data_date,
  last_seen_at: client => client.last_seen_at,
}

/** The database has sorted by name and by last sign-in already. */
function sortClients(clients: Client[], orderBy: string): Client[] {
  const field = orderBy.replace('-', '')
  if (field === 'name' || field === 'last_seen_at') return clients
  const keyed = clients.map(client => ({
    ...client,
    alerts: client.alerts.length,
    due_date: client.next_task?.due_date ?? null,
    largest_drift: client.largest_drift && Math.abs(client.largest_drift.drift),
    client,
  }))
  const name = ({ client }: { client: Client }) => `${client.family.name} ${client.family.id}`
  return sortRows(keyed, orderBy, name, 'en-US').map(({ client }) => client)
}

function withWeights(clients: readonly Client[], { value_calculated: total }: Total): Client[] {
  return clients.map(client => ({
    ...client,
    weight: weightIn(total, client.value_calculated),
    flags: [...client.flags, ...weightFlags(total, { weight: client.value_calculated })],
  }))
}

/**
 * The sum over clients with known figures; null if there are none. It is partial when the value or the P/L of a client
 * is missing or partial.
 */
function computeTotal(
  clients: readonly Client[],
  figures: ReadonlyMap<string, ClientFigures>,
  currency: string,
): Total {
  const sums = sumClients(clients, figures, currency)
  const found = clients.flatMap(({ family }) => figures.get(family.id) ?? [])
  const staleValues = found.flatMap(each => each.staleValue ?? [])
  const isPartial =
    sums.unknown_count > 0 ||
    clients.some(
      ({ value_calculated, flags }) =>
        value_calculated === null || ofTotals(flags).some(({ code }) => code === 'partial'),
    )
  return {
    ...sums,
    up_count: clients.filter(({ day_pnl_abs }) => (day_pnl_abs ?? 0) > 0).length,
    down_count: clients.filter(({ day_pnl_abs }) => (day_pnl_abs ?? 0) < 0).length,
    accounts_count: clients.reduce((sum, client) => sum + client.accounts_count, 0),
    alerts_count: clients.reduce((sum, client) => sum + client.alerts.length, 0),
    stale_value: found.length > 0 && staleValues.length === 0 ? null : staleValues.reduce((a, b) => a + b, 0),
    first_as_of: found.reduce<string | null>(
      (first, { asOf }) => (first === null || asOf < first ? asOf : first),
      null,
    ),
    stale_families_count: found.filter(each => each.staleValue !== 0).length,
    flags: [
      ...listReasons(clients),
      ...(isPartial && sums.value_calculated !== null
        ? [{ code: 'partial' as const, fields: [], date: null, amount: null }]
        : []),
    ],
  }
}

/** Flags of figures in the reporting currency, of which totals are sums. */
function ofTotals(flags: Client['flags']): Client['flags'] {
  return flags.filter(({ fields }) => fields.length === 0 || fields.includes('ytd_pnl_abs'))
}

/** Why figures of the total are missing, each reason once. */
function listReasons(clients: readonly Client[]): Total['flags'] {
  const codes = clients.flatMap(({ flags }) => ofTotals(flags).map(({ code }) => code))
  return (['no_price', 'no_rate'] as const)
    .filter(code => codes.includes(code))
    .map(code => ({ code, fields: [], date: null, amount: null }))
}

interface Loaded {
  figures: ReadonlyMap<string, ClientFigures>
  targets: ReadonlyMap<string, readonly unknown[]>
  issues: ReadonlyMap<string, Client['issues']>
  query: Query
  user: CurrentUser
}

function wireClients(
  rows: readonly ClientRow[],
  { figures, targets, issues, query, user }: Loaded,
): Client[] {
  return rows.map(row => {
    // Without transactions there is nothing to find.
    const found = issues.get(row.id) ?? (row.has_transactions ? null : [])
    const state: ClientState = { row, figures: figures.get(row.id), issues: found ?? [] }
    const alerts = listAlerts(state, user.language)
    const client = {
      ...wireFigures(row, state.figures),
      // A target of a family without transactions has nothing to be compared with.
      ...(state.figures?.drift ??
        (targets.has(row.id) ? { ...noTarget, drift_gap: 'no_base' as const } : noTarget)),
      family: { id: row.id, name: row.name },
      advisers: row.advisers,
      accounts_count: row.accounts_count,
      currency: currencyCode.parse(row.base_currency),
      weight: null,
      attention: measureUrgency(alerts),
      alerts,
      issues_count: found?.reduce((sum, each) => sum + each.count, 0) ?? null,
      issues: found ?? [],
      open_tasks_count: row.open_tasks,
      overdue_tasks_count: row.overdue_tasks,
      next_task: row.next_task,
      last_statement_date: row.last_statement,
      ...wireSources(row, user),
      data_date: row.data_date,
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
    }
    return { ...client, group: groupKey(client, query.group_by) }
  })
}

/** A family without transactions is worth zero; without prices its value is unknown. */
function wireFigures(row: ClientRow, figures: ClientFigures | undefined) {
  const nothing = row.has_transactions ? null : 0
  return {
    value: figures?.value ?? nothing,
    value_calculated: figures?.valueCalculated ?? nothing,
    day_pnl_abs: figures?.calculated.day.pnl ?? nothing,
    day_pnl_rel: figures?.calculated.day.rel ?? null,
    ytd_pnl_abs: figures?.calculated.ytd.pnl ?? nothing,
    ytd_pnl_rel: figures?.calculated.ytd.rel ?? null,
    ytd_twr: figures?.calculated.ytdTwr ?? null,
    own_day_pnl_abs: figures?.own.day.pnl ?? nothing,
    own_day_pnl_rel: figures?.own.day.rel ?? null,
    own_ytd_pnl_abs: figures?.own.ytd.pnl ?? nothing,
    own_ytd_pnl_rel: figures?.own.ytd.rel ?? null,
    own_ytd_twr: figures?.own.ytdTwr ?? null,
    as_of: figures?.asOf ?? null,
    cash_share: figures?.cashShare ?? null,
    flags: figures?.flags ?? (row.has_transactions ? [unvalued] : []),
  }
}

function wireSources(
  { runs }: ClientRow,
  { language, role }: CurrentUser,
): Pick<Client, 'data_status' | 'data_text'> {
  const failure = runs.find(run => statusIcon(run.status) === -1)
  const message =
    failure &&
    describeRun(failure, {
      language,
      dateFormat: parseDateFormat(failure.date_format),
      showsHosts: role === 'admin',
    })
  const isFine = runs.some(run => run.status === 'success')
  return {
    data_status: failure ? 'failed' : isFine ? 'success' : 'no_data',
    data_text: failure ? `${failure.name}: ${message ?? failure.status}` : null,
  }
}
