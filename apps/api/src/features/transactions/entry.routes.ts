import { contract, type HandlerBody, type Transaction } from '@plumbline/contract'
import type { CheckPlausibility } from '../../figures/plausibility/check-plausibility.ts'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { EntryStore, StoredTransaction, WrittenTransaction } from './entry.store.ts'
import { plannedAddition, plannedCorrection } from './planned-write.ts'
import type { TransactionChanges } from './transaction-changes.ts'
import { transactionVersionsQuery } from './transaction-figures.query.ts'
import { buildHistory } from './transaction-history.ts'

/** Enters, corrects and voids transactions. Those of another family return not found. */
export function entryRoutes(
  serve: Serve,
  store: EntryStore,
  changes: TransactionChanges,
  portfolio: PortfolioService,
  checkPlausibility: CheckPlausibility,
): void {
  const loadVersions = (user: CurrentUser, familyId: string, roots: string[]) =>
    portfolio.run(transactionVersionsQuery, {
      user,
      body: { settings: {}, filters: {}, family: familyId },
      readInput: async () => roots,
    })

  /** Returns the revision this user wrote, not a later correction by someone else. */
  const wireWritten = async (
    user: CurrentUser,
    { familyId, root, revision }: WrittenTransaction,
  ): Promise<{ data: Transaction }> => {
    const data = (await loadVersions(user, familyId, [root]))[root]?.[revision]
    invariant(data, 'a transaction that was just written is in the snapshot')
    return { data }
  }

  const change = async (
    { user, params, request }: { user: CurrentUser; params: { id: string }; request: { ip: string } },
    work: (transaction: StoredTransaction) => ReturnType<TransactionChanges['planVoid']>,
  ) => {
    const transaction = await changes.find(user, params.id)
    const { revisions, how } = await work(transaction)
    return wireWritten(user, await store.revise(toActor(user, request.ip), revisions, how))
  }

  serve(contract.transactions.history, async ({ user, params }) => {
    const root = parseRootId(params.id)
    const versions = root === null ? [] : await store.versions(user.id, root)
    const [newest] = versions
    if (!newest) throw new AppError('not_found')
    const byRoot = await loadVersions(user, newest.family_id, [newest.id])
    return { data: buildHistory(versions, byRoot[newest.id] ?? {}) }
  })

  serve(contract.transactions.add, async ({ user, body, request }) => {
    const { familyId, transactions } = await changes.planAddition(user, body)
    await checkPlausibility(user, plannedAddition(familyId, transactions), body.confirm)
    return wireWritten(user, await store.add(toActor(user, request.ip), familyId, transactions))
  })

  serve(contract.transactions.preview, async ({ user, body }) =>
    changes.preview(user, checkPreview(body), loadVersions),
  )

  serve(contract.transactions.correct, call =>
    change(call, async transaction => {
      const plan = await changes.planCorrection(call.user, transaction, call.body)
      await checkPlausibility(call.user, plannedCorrection(plan.revisions), call.body.confirm)
      return plan
    }),
  )
  serve(contract.transactions.void, call =>
    change(call, transaction => changes.planVoid(call.user, transaction, call.body)),
  )
  serve(contract.transactions.restore, call =>
    change(call, transaction => changes.planRestore(call.user, transaction, call.body)),
  )
}

/** Parses the root id; ids of derived rows have a suffix. */
function parseRootId(id: string): string | null {
  const root = id.split(':')[0] ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(root) ? root : null
}

function checkPreview(body: HandlerBody<typeof contract.transactions.preview>) {
  const ways = Number(body.add !== undefined) + Number(body.correct !== undefined) + Number(body.is_void)
  if (ways !== 1)
    throw new AppError('invalid_field', { field: 'add', message: 'Add, correct or void one transaction.' })
  if (body.add === undefined && !body.id)
    throw new AppError('invalid_field', { field: 'id', message: 'Name the transaction.' })
  return body
}
