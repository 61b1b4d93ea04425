import { randomUUID } from 'node:crypto'
import { contract, currencyCode } from '@plumbline/contract'
import { sortRows } from '../../figures/order.ts'
import type { CheckPlausibility } from '../../figures/plausibility/check-plausibility.ts'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { accountCashQuery } from './account-cash.query.ts'
import type { AssetChangesStore } from './asset-changes.store.ts'
import { assetKind, unitContractSize } from './asset-facts.ts'
import { changedFields, newFields, parseEntryChanges } from './asset-fields.ts'
import { assetFiguresQuery } from './asset-figures.query.ts'
import { assetForms } from './asset-forms.ts'
import { PlanError, planAsset } from './asset-plan.ts'
import { wireAsset, wireSummary } from './asset-wire.ts'
import type { AssetRow, ManualAssetsStore } from './manual-assets.store.ts'
import { paidAsset } from './paid-elsewhere.ts'
import { draftInstrument, plannedWrite } from './planned-asset.ts'

/** Manual assets. Their transactions are in the ledger, so every figure includes them. */
export function manualAssetsRoutes(
  serve: Serve,
  store: ManualAssetsStore,
  changes: AssetChangesStore,
  portfolio: PortfolioService,
  checkPlausibility: CheckPlausibility,
): void {
  const wireWithFigures = async (user: CurrentUser, row: AssetRow) => {
    const figures = await portfolio.run(assetFiguresQuery, {
      user,
      body: { settings: {}, filters: {}, family: row.family_id },
      readInput: async () => [row.id],
    })
    return { data: wireAsset(row, figures) }
  }

  serve(contract.assets.formFields, async ({ user, query }) => {
    const { accounts } = await store.choices(user.id, query.family)
    const cash = await portfolio.run(accountCashQuery, {
      user,
      body: { settings: {}, filters: {}, family: query.family },
      readInput: async () => accounts.filter(account => account.cash === 'tracked').map(({ id }) => id),
    })
    return {
      data: assetForms(user.language, accounts),
      accounts: accounts.map(({ id, currency, cash: tracking }) => ({
        id,
        // The database checks the format of currencies only.
        currency: currencyCode.parse(currency),
        cash: tracking,
        balances: cash[id] ?? [],
      })),
    }
  })

  serve(contract.assets.list, async ({ user, query }) => {
    let rows: AssetRow[] = []
    const figures = await portfolio.run(assetFiguresQuery, {
      user,
      body: { settings: {}, filters: {}, family: query.family },
      readInput: async families => {
        rows = await store.list(user.id, families, query)
        return rows.map(row => row.id)
      },
    })
    const listed = rows.map(row => wireSummary(row, figures))
    const known = listed.flatMap(row => row.value_calculated ?? [])
    return {
      ...pageRows(
        sortRows(listed, query.order_by, row => row.id, 'en'),
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
    return wireWithFigures(user, row)
  })

  serve(contract.assets.create, async ({ user, body, request }) => {
    const account = await store.account(user.id, body.account)
    if (!account) throw new AppError('not_found', { field: 'account' })
    if (!account.is_manual) throw new AppError('contact_account_manager', { field: 'account' })
    const fields = newFields(body)
    const kind = {
      type: body.type,
      side: fields.terms.side ?? null,
      contractSize: unitContractSize(body.type),
    }
    const { today } = await store.choices(user.id)
    const plan = rejectInvalidPlan(() => planAsset(kind, [], parseEntryChanges(body.type, body, today)))
    const place = {
      familyId: account.family_id,
      accountId: account.id,
      type: body.type,
      tracksCash: account.tracks_cash,
    }
    const instrument = draftInstrument(randomUUID(), body.type, fields)
    const drafted = {
      id: instrument.id,
      family_id: account.family_id,
      account_id: account.id,
      currency: fields.currency,
      name: fields.name,
      kind,
      tracksCash: account.tracks_cash,
    }
    await checkPlausibility(user, plannedWrite(drafted, plan, instrument), body.confirm)
    return wireWithFigures(user, await changes.create(toActor(user, request.ip), place, fields, plan))
  })

  serve(contract.assets.change, async ({ user, params, body, request }) => {
    const { today } = await store.choices(user.id)
    const plan = (asset: AssetRow) => ({
      fields: changedFields(asset, body),
      plan: rejectInvalidPlan(() =>
        planAsset(
          assetKind(asset),
          asset.transactions,
          parseEntryChanges(asset.instrument_type, body, today),
        ),
      ),
    })
    const known = await store.find(user.id, params.id)
    // An outdated revision is rejected below, before anything is asked.
    if (known && (body.revision === undefined || body.revision === known.revision))
      await checkPlausibility(
        user,
        plannedWrite({ ...known, ...paidAsset(known) }, plan(known).plan),
        body.confirm,
      )
    const changed = await changes.change(toActor(user, request.ip), params.id, body.revision, plan)
    if (typeof changed === 'string') throw new AppError(changed)
    return wireWithFigures(user, changed)
  })

  serve(contract.assets.remove, async ({ user, params, request }) => {
    if (!(await changes.remove(toActor(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })

  serve(contract.assets.restore, async ({ user, params, request }) => {
    const restored = await changes.restore(toActor(user, request.ip), params.id)
    if (restored === null) throw new AppError('not_found')
    if (restored === 'too_late') throw new AppError('too_late')
    return wireWithFigures(user, restored)
  })
}

/** Replies with the form field that an entry does not fit. */
function rejectInvalidPlan<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof PlanError)
      throw new AppError('invalid_field', { field: error.field, message: error.message })
    throw error
  }
}
