import { contract, currencyCode, type Family } from '@plumbline/contract'
import { AppError } from '../../http/app-error.ts'
import { definedIn } from '../../http/defined-in.ts'
import { pageLinks } from '../../http/page-links.ts'
import type { Serve } from '../../http/serve.ts'
import type { FamiliesStore, FamilyRow } from './families.store.ts'

/** Families, kept by administrators; and which of them a member of staff looks at. */
export function familiesRoutes(serve: Serve, store: FamiliesStore): void {
  serve(contract.families.list, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(contract.families.list.path, query, count), count, data: rows.map(shown) }
  })

  serve(contract.families.create, async ({ user, body, request }) => {
    return { data: written(await store.create({ id: user.id, address: request.ip }, body)) }
  })

  serve(contract.families.change, async ({ user, params, body, request }) => {
    if (!(await store.find(user.id, params.id))) throw new AppError('not_found')
    return {
      data: written(await store.change({ id: user.id, address: request.ip }, params.id, definedIn(body))),
    }
  })

  serve(contract.families.remove, async ({ user, params, body, request }) => {
    const family = await store.find(user.id, params.id)
    if (!family) throw new AppError('not_found')
    const { transactions_count: count } = family
    if (body.name === undefined ? count > 0 : body.name !== family.name)
      throw new AppError('name_mismatch', {
        field: 'name',
        message: `Type the name exactly as shown to delete it. It holds ${count} transactions.`,
      })
    await store.erase({ id: user.id, address: request.ip }, family)
    return undefined
  })

  serve(contract.families.switch, async ({ user, body }) => {
    const family = await store.choose(user.id, body.family)
    if (family === 'none') throw new AppError('not_found', { field: 'family' })
    return { data: { family } }
  })
}

function written(outcome: FamilyRow | 'taken' | 'no_adviser'): Family {
  if (outcome === 'taken') throw new AppError('already_exists', { field: 'name' })
  if (outcome === 'no_adviser') throw new AppError('not_found', { field: 'adviser_ids' })
  return shown(outcome)
}

function shown(row: FamilyRow): Family {
  return {
    id: row.id,
    name: row.name,
    currency: currencyCode.parse(row.base_currency),
    is_mfa_required: row.two_factor_required,
    advisers: row.advisers,
    accounts_count: row.accounts_count,
    users_count: row.users_count,
    transactions_count: row.transactions_count,
    value: null,
    created_at: row.created_at.toISOString(),
    flags: [],
  }
}
