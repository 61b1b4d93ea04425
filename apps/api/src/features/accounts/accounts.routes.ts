import { randomUUID } from 'node:crypto'
import { type Account, contract, currencyCode, integrationStatuses } from '@plumbline/contract'
import { AppError } from '../../http/app-error.ts'
import { definedIn } from '../../http/defined-in.ts'
import { pageLinks } from '../../http/page-links.ts'
import type { Serve } from '../../http/serve.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { AccountRow, AccountsStore } from './accounts.store.ts'

const manual = 'manual'

/** Accounts. Manual ones are everyone's own business; those of custodians are kept by administrators. */
export function accountsRoutes(serve: Serve, store: AccountsStore): void {
  serve(contract.accounts.list, async ({ user, query, body }) => {
    const { rows, count } = await store.list(user.id, { ...query, filter: body })
    return { ...pageLinks(contract.accounts.list.path, query, count), count, data: rows.map(shown) }
  })

  serve(contract.accounts.create, async ({ user, body, request }) => {
    const { custodian, family, currency, ...fields } = body
    if (custodian !== manual && user.role !== 'admin') throw new AppError('contact_account_manager')
    const familyId = family ?? user.familyId
    if (familyId === null)
      throw new AppError('invalid_field', { field: 'family', message: 'Choose a family.' })
    const place = { id: randomUUID(), familyId, custodianId: custodian, currency }
    const created = await store.create({ id: user.id, address: request.ip }, place, fields)
    if (created === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (created === 'no_family') throw new AppError('not_found', { field: 'family' })
    if (created === 'no_custodian') throw new AppError('not_found', { field: 'custodian' })
    return { data: shown(created) }
  })

  serve(contract.accounts.change, async ({ user, params, body, request }) => {
    await findChangeable(store, user, params.id)
    const changed = await store.change({ id: user.id, address: request.ip }, params.id, definedIn(body))
    if (changed === 'taken') throw new AppError('already_exists', { field: 'name' })
    return { data: shown(changed) }
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

function shown(row: AccountRow): Account {
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
    positions_count: null,
    transactions_count: row.transactions_count,
    value: null,
    data_status: isManual ? null : statusOf(row.run_status),
    data_date: row.data_date,
    created_at: row.created_at.toISOString(),
    flags: [],
  }
}

function statusOf(text: string | null): NonNullable<Account['data_status']> {
  if (text === null) return 'no_data'
  return integrationStatuses.find(status => status === text) ?? 'failed'
}
