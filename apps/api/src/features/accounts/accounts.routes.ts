import { randomUUID } from 'node:crypto'
import { type Account, contract, currencyCode, type Filter, integrationStatuses } from '@plumbline/contract'
import { findLastDay } from '../../figures/list-basis.store.ts'
import { sortRows } from '../../figures/order.ts'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { omitUndefined } from '../../platform/http/bodies/omit-undefined.ts'
import { pageLinks, pageRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { type AccountFigures, accountFiguresQuery } from './account-figures.query.ts'
import type { AccountRow, AccountsStore } from './accounts.store.ts'

const manual = 'manual'

/** Every user manages manual accounts of their families; custodian accounts belong to administrators. */
export function accountsRoutes(serve: Serve, store: AccountsStore, portfolio: PortfolioService): void {
  /** Adds figures to the rows, each from the snapshot of its family. */
  const withFigures = async (user: CurrentUser, rows: readonly AccountRow[], filter: Filter) => {
    const basis = await store.basis(user.id, filter.family ?? null)
    const currency = filter.settings.currency ?? currencyCode.parse(basis.currency)
    const settings = { ...filter.settings, currency }
    const posted = rows.filter(row => row.transactions_count > 0)
    const families = new Set(posted.map(row => row.family_id))
    const found = await Promise.all(
      Array.from(families, family =>
        portfolio.run(accountFiguresQuery, {
          user,
          body: { settings, filters: {}, family },
        }),
      ),
    )
    const figures = new Map(found.flatMap(each => Object.entries(each.accounts)))
    return {
      accounts: rows.map(row => wireAccount(row, pickFigures(row, figures))),
      basis: {
        family: basis.family,
        currency,
        as_of: findLastDay(found.map(each => each.asOf)) ?? basis.today,
        start_date: null,
        end_date: null,
        opening_date: null,
      },
    }
  }

  /** Replies without figures when the server is too busy to compute them: the change itself has succeeded. */
  const wireWithFigures = async (user: CurrentUser, row: AccountRow): Promise<Account> => {
    const later: Figures = { value: null, positions: null, flags: [] }
    try {
      const { accounts } = await withFigures(user, [row], { settings: {}, filters: {} })
      return accounts[0] ?? wireAccount(row, later)
    } catch (error) {
      if (error instanceof AppError && error.code === 'overloaded') return wireAccount(row, later)
      throw error
    }
  }

  serve(contract.accounts.list, async ({ user, query, body }) => {
    const { limit, offset, order_by } = query
    const isByValue = order_by === 'value' || order_by === '-value'
    // Values are not in the database, so sorting by value loads all accounts.
    const page = isByValue ? null : { limit, offset }
    const { rows, count } = await store.list(user.id, { q: query.q, order_by, page, filter: body })
    const { accounts, basis } = await withFigures(user, rows, body)
    const { path } = contract.accounts.list
    if (!isByValue) return { ...pageLinks(path, query, count), count, data: accounts, basis }
    return {
      ...pageRows(
        sortRows(accounts, order_by, each => each.id, 'en-US'),
        path,
        query,
      ),
      basis,
    }
  })

  serve(contract.accounts.create, async ({ user, body, request }) => {
    const { custodian, family, currency, ...fields } = body
    if (custodian !== manual && user.role !== 'admin') throw new AppError('contact_account_manager')
    const familyId = await portfolio.familyForCreate(user, family)
    const place = { id: randomUUID(), familyId, custodianId: custodian, currency }
    const created = await store.create(toActor(user, request.ip), place, fields)
    if (created === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (created === 'no_family') throw new AppError('not_found', { field: 'family' })
    if (created === 'no_custodian') throw new AppError('not_found', { field: 'custodian' })
    return { data: await wireWithFigures(user, created) }
  })

  serve(contract.accounts.change, async ({ user, params, body: { version, ...body }, request }) => {
    await findChangeable(store, user, params.id)
    const actor = toActor(user, request.ip)
    const changed = await store.change(actor, params.id, omitUndefined(body), version)
    if (changed === 'taken') throw new AppError('already_exists', { field: 'name' })
    return { data: await wireWithFigures(user, changed) }
  })

  serve(contract.accounts.remove, async ({ user, params, body, request }) => {
    const account = await findChangeable(store, user, params.id)
    const { transactions_count: count, name } = account
    if (body.name === undefined ? count > 0 : body.name !== name)
      throw new AppError('name_mismatch', {
        field: 'name',
        message: `Type the name exactly as shown to delete it. It holds ${count} transactions.`,
      })
    await store.erase(toActor(user, request.ip), params.id)
    return undefined
  })
}

async function findChangeable(
  store: AccountsStore,
  user: CurrentUser,
  accountId: string,
): Promise<AccountRow> {
  const account = await store.find(user.id, accountId)
  if (!account) throw new AppError('not_found')
  if (account.custodian_id !== manual && user.role !== 'admin') throw new AppError('contact_account_manager')
  return account
}

interface Figures {
  value: number | null
  positions: number | null
  flags: Account['flags']
}

/** Has transactions but no prices: the value is unknown, not zero. */
const unknown: Figures = {
  value: null,
  positions: null,
  flags: [{ code: 'no_price', fields: ['value'], date: null, amount: null }],
}

function pickFigures(row: AccountRow, figures: ReadonlyMap<string, AccountFigures>): Figures {
  if (row.transactions_count === 0) return { value: 0, positions: 0, flags: [] }
  return figures.get(row.id) ?? unknown
}

function wireAccount(row: AccountRow, figures: Figures): Account {
  const isManual = row.custodian_id === manual
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    family: { id: row.family_id, name: row.family_name },
    custodian: { id: row.custodian_id, name: row.custodian_name },
    is_manual: isManual,
    currency: currencyCode.parse(row.base_currency),
    lot_method: row.lot_method,
    cash: row.cash,
    allows_short: row.allows_short,
    variation_margin: row.variation_margin,
    positions_count: figures.positions,
    transactions_count: row.transactions_count,
    value: figures.value,
    data_status: isManual ? null : parseStatus(row.run_status),
    data_date: row.data_date,
    created_at: row.created_at.toISOString(),
    version: row.version,
    flags: figures.flags,
  }
}

function parseStatus(text: string | null): NonNullable<Account['data_status']> {
  if (text === null) return 'no_data'
  return integrationStatuses.find(status => status === text) ?? 'failed'
}
