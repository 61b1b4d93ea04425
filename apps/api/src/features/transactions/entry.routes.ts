import { contract, type HandlerBody, type Transaction } from '@plumbline/contract'
import { PlanError } from '../../ledger/asset-plan.ts'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { EntryStore, StoredTransaction, WrittenTransaction } from './entry.store.ts'
import type { TransactionChanges } from './transaction-changes.ts'
import { historyOf } from './transaction-history.ts'

type Versions = Record<string, Record<number, Transaction>>

/** Transactions that people enter, correct and void. Someone else's is answered as one that does not exist. */
export function entryRoutes(
  serve: Serve,
  store: EntryStore,
  changes: TransactionChanges,
  portfolio: PortfolioService,
): void {
  const versionsOf = (user: SignedIn, familyId: string, roots: string[]) =>
    portfolio.figures<Versions>('transactionVersions', {
      user,
      body: { settings: {}, filters: {}, family: familyId },
      given: async () => roots,
    })

  /** A transaction as this user left it, not as someone else has corrected it since: they have not seen that. */
  const shown = async (
    user: SignedIn,
    { familyId, root, revision }: WrittenTransaction,
  ): Promise<{ data: Transaction }> => {
    const data = (await versionsOf(user, familyId, [root]))[root]?.[revision]
    invariant(data, 'a transaction that was just written is in the book')
    return { data }
  }

  const change = async (
    { user, params, request }: { user: SignedIn; params: { id: string }; request: { ip: string } },
    work: (transaction: StoredTransaction) => ReturnType<TransactionChanges['voiding']>,
  ) => {
    const transaction = await changes.find(user, params.id)
    const { revisions, how } = await work(transaction)
    return shown(user, await named(() => store.revise({ id: user.id, address: request.ip }, revisions, how)))
  }

  serve(contract.transactions.history, async ({ user, params }) => {
    const root = rootOf(params.id)
    const versions = root === null ? [] : await store.versions(user.id, root)
    const [newest] = versions
    if (!newest) throw new AppError('not_found')
    const told = await versionsOf(user, newest.family_id, [newest.id])
    return { data: historyOf(versions, told[newest.id] ?? {}) }
  })

  serve(contract.transactions.add, async ({ user, body, request }) => {
    const { familyId, transactions } = await changes.adding(user, body)
    return shown(
      user,
      await named(() => store.add({ id: user.id, address: request.ip }, familyId, transactions)),
    )
  })

  serve(contract.transactions.preview, async ({ user, body }) =>
    changes.preview(user, checked(body), versionsOf),
  )

  serve(contract.transactions.correct, call =>
    change(call, transaction => changes.correcting(call.user, transaction, call.body)),
  )
  serve(contract.transactions.void, call =>
    change(call, transaction => changes.voiding(call.user, transaction, call.body)),
  )
  serve(contract.transactions.restore, call =>
    change(call, transaction => changes.restoring(call.user, transaction, call.body)),
  )
}

/** A row derived from a transaction has its id with a suffix. */
function rootOf(id: string): string | null {
  const root = id.split(':')[0] ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(root) ? root : null
}

function checked(body: HandlerBody<typeof contract.transactions.preview>) {
  const ways = Number(body.add !== undefined) + Number(body.correct !== undefined) + Number(body.is_void)
  if (ways !== 1)
    throw new AppError('invalid_field', { field: 'add', message: 'Add, correct or void one transaction.' })
  if (body.add === undefined && !body.id)
    throw new AppError('invalid_field', { field: 'id', message: 'Say which transaction.' })
  return body
}

/** What would no longer fit among the entries of an asset is told as a field that does not fit. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PlanError)
      throw new AppError('invalid_field', { field: 'date', message: error.message })
    throw error
  }
}
