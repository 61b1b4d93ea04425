import { randomUUID } from 'node:crypto'
import { type Account, contract, currencyCode, type Filter, integrationStatuses } from '@plumbline/contract'
import { inOrder } from '../../figures/order.ts'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { definedIn } from '../../platform/http/defined-in.ts'
import { pageLinks, pageOfRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { AccountFigures } from './account-figures.query.ts'
import type { AccountRow, AccountsStore } from './accounts.store.ts'

const manual = 'manual'

/** Accounts. Manual ones are everyone's own business; those of custodians are kept by administrators. */
export function accountsRoutes(serve: Serve, store: AccountsStore, portfolio: PortfolioService): void {
  /** The rows with their figures, each from the snapshot of its family. */
  const withFigures = async (user: SignedIn, rows: readonly AccountRow[], filter: Filter) => {
    const basis = await store.basis(user.id, filter.family ?? null)
    const currency = filter.settings.currency ?? currencyCode.parse(basis.currency)
    const settings = { ...filter.settings, currency }
    const posted = rows.filter(row => row.transactions_count > 0)
    const families = basis.last_close === null ? [] : new Set(posted.map(row => row.family_id))
    const found = await Promise.all(
      Array.from(families, family =>
        portfolio.figures<Record<string, AccountFigures>>('accountFigures', {
          user,
          body: { settings, filters: {}, family },
        }),
      ),
    )
    const figures = new Map(found.flatMap(each => Object.entries(each)))
    return {
      accounts: rows.map(row => shown(row, figuresOf(row, figures))),
      basis: {
        family: basis.family,
        currency,
        as_of: basis.last_close ?? basis.today,
        start_date: null,
        end_date: null,
        opening_date: null,
      },
    }
  }

  /** The change is made: that the server is too busy to value it now must not say otherwise. */
  const shownAlone = async (user: SignedIn, row: AccountRow): Promise<Account> => {
    const later: Figures = { value: null, positions: null, flags: [] }
    try {
      const { accounts } = await withFigures(user, [row], { settings: {}, filters: {} })
      return accounts[0] ?? shown(row, later)
    } catch (error) {
      if (error instanceof AppError && error.code === 'overloaded') return shown(row, later)
      throw error
    }
  }

  serve(contract.accounts.list, async ({ user, query, body }) => {
    const { limit, offset, order_by } = query
    const isByValue = order_by === 'value' || order_by === '-value'
    // The database does not know what an account is worth: by value, all of them are looked at.
    const page = isByValue ? null : { limit, offset }
    const { rows, count } = await store.list(user.id, { q: query.q, order_by, page, filter: body })
    const { accounts, basis } = await withFigures(user, rows, body)
    const { path } = contract.accounts.list
    if (!isByValue) return { ...pageLinks(path, query, count), count, data: accounts, basis }
    return {
      ...pageOfRows(
        inOrder(accounts, order_by, each => each.id, 'en-US'),
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
    const created = await store.create({ id: user.id, address: request.ip }, place, fields)
    if (created === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (created === 'no_family') throw new AppError('not_found', { field: 'family' })
    if (created === 'no_custodian') throw new AppError('not_found', { field: 'custodian' })
    return { data: await shownAlone(user, created) }
  })

  serve(contract.accounts.change, async ({ user, params, body: { version, ...body }, request }) => {
    await findChangeable(store, user, params.id)
    const actor = { id: user.id, address: request.ip }
    const changed = await store.change(actor, params.id, definedIn(body), version)
    if (changed === 'taken') throw new AppError('already_exists', { field: 'name' })
    return { data: await shownAlone(user, changed) }
  })

  serve(contract.accounts.remove, async ({ user, params, body, request }) => {
    const account = await findChangeable(store, user, params.id)
    const { transactions_count: count, name } = account
    if (body.name === undefined ? count > 0 : body.name !== name)
      throw new AppError('name_mismatch', {
        field: 'name',
        message: `Type the name exactly as shown to delete it. It holds ${count} transactions.`,
      })
    await store.erase({ id: user.id, address: request.ip }, params.id)
    return undefined
  })
}

async function findChangeable(store: AccountsStore, user: SignedIn, accountId: string): Promise<AccountRow> {
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

/** Posted, and nothing to value it with: that is not nothing. */
const unknown: Figures = {
  value: null,
  positions: null,
  flags: [{ code: 'no_price', fields: ['value'], date: null, amount: null }],
}

function figuresOf(row: AccountRow, figures: ReadonlyMap<string, AccountFigures>): Figures {
  if (row.transactions_count === 0) return { value: 0, positions: 0, flags: [] }
  return figures.get(row.id) ?? unknown
}

function shown(row: AccountRow, figures: Figures): Account {
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
    data_status: isManual ? null : statusOf(row.run_status),
    data_date: row.data_date,
    created_at: row.created_at.toISOString(),
    version: row.version,
    flags: figures.flags,
  }
}

function statusOf(text: string | null): NonNullable<Account['data_status']> {
  if (text === null) return 'no_data'
  return integrationStatuses.find(status => status === text) ?? 'failed'
}
