import { contract, type HandlerReply } from '@plumbline/contract'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { jobOf } from '../../platform/jobs/job-replies.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { ApplyStore } from './apply.store.ts'
import type { BalancesStore } from './balances.store.ts'
import type { ImportFilesStore } from './import-files.store.ts'
import type { ImportRowsStore } from './import-rows.store.ts'
import type { ImportRecord, ImportsStore } from './imports.store.ts'
import type { UndoStore } from './undo.store.ts'
import { type Counts, fileOf, noCounts, summaryOf } from './wire.ts'

type Batch = HandlerReply<typeof contract.imports.read>['data']

export interface ImportStores {
  imports: ImportsStore
  files: ImportFilesStore
  rows: ImportRowsStore
  balances: BalancesStore
  apply: ApplyStore
  undo: UndoStore
}

/** The import that a call names. Someone else's is answered as one that does not exist. */
export async function findImport(stores: ImportStores, user: SignedIn, id: string): Promise<ImportRecord> {
  const found = await stores.imports.find(user.id, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** Accounts of custodians are fed by those who administer them; everyone imports into accounts kept by hand. */
export function refuseCustodian(user: SignedIn, account: { is_manual: boolean }): void {
  if (!account.is_manual && user.role !== 'admin') throw new AppError('contact_account_manager')
}

/** Counts of rows by file, and of the whole. */
export async function countsOf(
  stores: ImportStores,
  user: SignedIn,
  importId: string,
): Promise<{ byFile: Map<string, Counts>; all: Counts }> {
  const byFile = new Map<string, Counts>()
  const all = noCounts()
  for (const { file_id, state, count } of await stores.rows.counts(user.id, importId)) {
    const counts = byFile.get(file_id) ?? noCounts()
    counts[state] = count
    all[state] += count
    byFile.set(file_id, counts)
  }
  return { byFile, all }
}

/** Files of statements on their way into the ledger: begun, looked at, applied as a whole and undone as a whole. */
export function importsRoutes(
  serve: Serve,
  stores: ImportStores,
  jobs: Pick<Jobs, 'send'>,
  portfolio: PortfolioService,
): void {
  const shown = async (user: SignedIn, found: ImportRecord): Promise<Batch> => {
    const language = user.language
    const { byFile, all } = await countsOf(stores, user, found.id)
    const files = await stores.files.list(user.id, found.id)
    return {
      ...summaryOf(found),
      job_id: found.job_id,
      files: files.map(file => fileOf(file, byFile.get(file.id) ?? noCounts(), language)),
      counts: all,
      // Currencies of balances are those of accounts and files, which are checked where they come in.
      balances: (await stores.balances.compare(user.id, found.id, found.family_id)) as Batch['balances'],
      value_change: found.value_change === null ? null : Number(found.value_change),
      currency: found.currency as Batch['currency'],
    }
  }

  serve(contract.imports.list, async ({ user, query }) => {
    const { rows, count } = await stores.imports.list(user.id, query)
    const data = rows.map(row => ({
      ...summaryOf(row),
      file_names: row.file_names,
      transactions_count: row.transactions_count,
    }))
    return { ...pageLinks(contract.imports.list.path, query, count), count, data }
  })

  serve(contract.imports.create, async ({ user, body }) => {
    const familyId = await portfolio.familyForCreate(user, body.family)
    const created = await stores.imports.create(user.id, familyId)
    if (!created) throw new AppError('limit_reached')
    return { data: await shown(user, created) }
  })

  serve(contract.imports.read, async ({ user, params }) => ({
    data: await shown(user, await findImport(stores, user, params.id)),
  }))

  serve(contract.imports.discard, async ({ user, params }) => {
    await findImport(stores, user, params.id)
    if (!(await stores.imports.discard(user.id, params.id))) throw new AppError('conflict')
    return undefined
  })

  serve(contract.imports.apply, async ({ user, params }) => {
    const found = await findImport(stores, user, params.id)
    const files = await stores.files.list(user.id, found.id)
    const ready = files.filter(file => file.state === 'ready')
    if (
      ready.length === 0 ||
      files.some(file => file.state === 'needs_columns' || file.state === 'needs_account')
    )
      throw new AppError('not_ready')
    for (const { account_id } of ready) {
      const account = account_id === null ? null : await stores.files.account(user.id, account_id)
      if (account) refuseCustodian(user, account)
    }
    const job = await stores.apply.begin(user.id, found.id, found.file_names.join(', '))
    if (!job) throw new AppError('conflict')
    await jobs.send('apply-import', { id: job.id })
    return { data: jobOf(job) }
  })

  serve(contract.imports.undo, async ({ user, params, request }) => {
    const found = await findImport(stores, user, params.id)
    for (const { account_id } of await stores.files.list(user.id, found.id)) {
      const account = account_id === null ? null : await stores.files.account(user.id, account_id)
      if (account) refuseCustodian(user, account)
    }
    if (!(await stores.undo.undo({ id: user.id, address: request.ip }, found.id)))
      throw new AppError('conflict')
    return { data: await shown(user, await findImport(stores, user, found.id)) }
  })
}
