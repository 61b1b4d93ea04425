import { contract } from '@plumbline/contract'
import { inOrder } from '../../figures/order.ts'
import { contractSizeOf } from '../../ledger/asset-facts.ts'
import { PlanError, planAsset } from '../../ledger/asset-plan.ts'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageOfRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { AssetChangesStore } from './asset-changes.store.ts'
import { changedFields, newFields, wishesOf } from './asset-fields.ts'
import type { AssetFigures } from './asset-figures.query.ts'
import { assetForms } from './asset-forms.ts'
import { kindOf, wireAsset, wireSummary } from './asset-wire.ts'
import type { AssetRow, AssetsStore } from './assets.store.ts'

/** Assets that are kept by hand. They are posted in the ledger like everything else, and so are in every figure. */
export function assetsRoutes(
  serve: Serve,
  store: AssetsStore,
  changes: AssetChangesStore,
  portfolio: PortfolioService,
): void {
  const shown = async (user: SignedIn, row: AssetRow) => {
    const figures = await portfolio.figures<AssetFigures>('assetFigures', {
      user,
      body: { settings: {}, filters: {}, family: row.family_id },
      given: async () => [row.id],
    })
    return { data: wireAsset(row, figures) }
  }

  serve(contract.assets.formFields, async ({ user, query }) => {
    const { accounts } = await store.choices(user.id, query.family)
    return { data: assetForms(user.language, accounts) }
  })

  serve(contract.assets.list, async ({ user, query }) => {
    let rows: AssetRow[] = []
    const figures = await portfolio.figures<AssetFigures>('assetFigures', {
      user,
      body: { settings: {}, filters: {}, family: query.family },
      given: async families => {
        rows = await store.list(user.id, families, query)
        return rows.map(row => row.id)
      },
    })
    const listed = rows.map(row => wireSummary(row, figures))
    const known = listed.flatMap(row => row.value_calculated ?? [])
    return {
      ...pageOfRows(
        inOrder(listed, query.order_by, row => row.id, 'en'),
        contract.assets.list.path,
        query,
      ),
      total: {
        value: known.reduce((sum, value) => sum + value, 0),
        currency: figures.basis.currency,
      },
      basis: figures.basis,
    }
  })

  serve(contract.assets.read, async ({ user, params }) => {
    const row = await store.find(user.id, params.id)
    if (!row) throw new AppError('not_found')
    return shown(user, row)
  })

  serve(contract.assets.create, async ({ user, body, request }) => {
    const account = await store.account(user.id, body.account)
    if (!account) throw new AppError('not_found', { field: 'account' })
    if (!account.is_manual) throw new AppError('contact_account_manager', { field: 'account' })
    const fields = newFields(body)
    const kind = {
      type: body.type,
      side: fields.terms.side ?? null,
      contractSize: contractSizeOf(body.type),
    }
    const { today } = await store.choices(user.id)
    const plan = named(() => planAsset(kind, [], wishesOf(body.type, body, today)))
    const place = { familyId: account.family_id, accountId: account.id, type: body.type }
    return shown(user, await changes.create({ id: user.id, address: request.ip }, place, fields, plan))
  })

  serve(contract.assets.change, async ({ user, params, body, request }) => {
    const { today } = await store.choices(user.id)
    const changed = await changes.change(
      { id: user.id, address: request.ip },
      params.id,
      body.revision,
      asset => ({
        fields: changedFields(asset, body),
        plan: named(() =>
          planAsset(kindOf(asset), asset.transactions, wishesOf(asset.instrument_type, body, today)),
        ),
      }),
    )
    if (typeof changed === 'string') throw new AppError(changed)
    return shown(user, changed)
  })

  serve(contract.assets.remove, async ({ user, params, request }) => {
    if (!(await changes.remove({ id: user.id, address: request.ip }, params.id)))
      throw new AppError('not_found')
    return undefined
  })

  serve(contract.assets.restore, async ({ user, params, request }) => {
    const restored = await changes.restore({ id: user.id, address: request.ip }, params.id)
    if (restored === null) throw new AppError('not_found')
    if (restored === 'too_late') throw new AppError('too_late')
    return shown(user, restored)
  })
}

/** What does not fit in a plan is told by the field of the form. */
function named<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof PlanError)
      throw new AppError('invalid_field', { field: error.field, message: error.message })
    throw error
  }
}
