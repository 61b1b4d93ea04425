import { contract, type HandlerReply } from '@plumbline/contract'
import { isStaff, toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { wireJob } from '../../platform/jobs/job-replies.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { ApplyStore } from './apply.store.ts'
import type { BalancesStore } from './balances.store.ts'
import type { FileRecord, ImportFilesStore } from './files/import-files.store.ts'
import type { ImportRowsStore } from './import-rows.store.ts'
import { type Counts, noCounts, wireFile, wireNewAccount, wireSummary } from './import-wire.ts'
import type { ImportRecord, ImportsStore } from './imports.store.ts'
import type { UndoStore } from './undo.store.ts'

type Batch = HandlerReply<typeof contract.imports.read>['data']

export interface ImportStores {
  imports: ImportsStore
  files: ImportFilesStore
  rows: ImportRowsStore
  balances: BalancesStore
  apply: ApplyStore
  undo: UndoStore
}

/** An import of another user returns not found. */
export async function findImport(stores: ImportStores, user: CurrentUser, id: string): Promise<ImportRecord> {
  const found = await stores.imports.find(user.id, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** The owner, or for what a feed delivered any member of staff: the database shows it to no one else. */
export function mayChange(found: ImportRecord, user: CurrentUser): boolean {
  return found.user_id === user.id || (found.source_name !== null && found.user_id === null)
}

/** Only administrators import into custodian accounts; what the custodian delivered itself is for all staff. */
export function mayImport(user: CurrentUser, account: { is_manual: boolean }, found: ImportRecord): boolean {
  return account.is_manual || user.role === 'admin' || (found.source_name !== null && isStaff(user))
}

export function checkMayImport(
  user: CurrentUser,
  account: { is_manual: boolean },
  found: ImportRecord,
): void {
  if (!mayImport(user, account, found)) throw new AppError('contact_account_manager')
}

export async function countRows(
  stores: ImportStores,
  user: CurrentUser,
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

/** The accounts that applying opens; several files may go into one. */
function listNewAccounts(files: readonly FileRecord[]): Batch['new_accounts'] {
  const named = files.flatMap(file =>
    file.account_id === null && file.new_account ? [file.new_account] : [],
  )
  return [...new Map(named.map(account => [account.name.toLowerCase(), wireNewAccount(account)])).values()]
}

/** Creates, previews, applies and undoes imports of statement files. */
export function importsRoutes(
  serve: Serve,
  stores: ImportStores,
  jobs: Pick<Jobs, 'send'>,
  portfolio: PortfolioService,
): void {
  const wireImport = async (user: CurrentUser, found: ImportRecord): Promise<Batch> => {
    const language = user.language
    const { byFile, all } = await countRows(stores, user, found.id)
    const files = await stores.files.list(user.id, found.id)
    return {
      ...wireSummary(found),
      job_id: found.job_id,
      files: files.map(file => wireFile(file, byFile.get(file.id) ?? noCounts(), language, found.currency)),
      counts: all,
      // The currencies are those of accounts and of rows that can be posted.
      balances: (await stores.balances.compare(user.id, found.id, found.family_id)) as Batch['balances'],
      cash: (found.status === 'applied'
        ? []
        : await stores.balances.effects(user.id, found.id, found.family_id)) as Batch['cash'],
      new_accounts: listNewAccounts(files),
      new_instruments: await stores.rows.newInstruments(user.id, found.id),
      value_change: found.value_change === null ? null : Number(found.value_change),
      currency: found.currency as Batch['currency'],
    }
  }

  serve(contract.imports.list, async ({ user, query }) => {
    const { rows, count } = await stores.imports.list(user.id, query)
    const data = rows.map(row => ({
      ...wireSummary(row),
      file_names: row.file_names,
      transactions_count: row.transactions_count,
    }))
    return { ...pageLinks(contract.imports.list.path, query, count), count, data }
  })

  serve(contract.imports.create, async ({ user, body }) => {
    const familyId = await portfolio.familyForCreate(user, body.family)
    const created = await stores.imports.create(user.id, familyId)
    if (!created) throw new AppError('limit_reached')
    return { data: await wireImport(user, created) }
  })

  serve(contract.imports.read, async ({ user, params }) => ({
    data: await wireImport(user, await findImport(stores, user, params.id)),
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
      if (account) checkMayImport(user, account, found)
    }
    const job = await stores.apply.begin(user.id, found.id, found.file_names.join(', '))
    if (!job) throw new AppError('conflict')
    await jobs.send('apply-import', { id: job.id })
    return { data: wireJob(job, user) }
  })

  serve(contract.imports.undo, async ({ user, params, request }) => {
    const found = await findImport(stores, user, params.id)
    for (const { account_id } of await stores.files.list(user.id, found.id)) {
      const account = account_id === null ? null : await stores.files.account(user.id, account_id)
      if (account) checkMayImport(user, account, found)
    }
    if (!(await stores.undo.undo(toActor(user, request.ip), found.id))) throw new AppError('conflict')
    return { data: await wireImport(user, await findImport(stores, user, found.id)) }
  })
}
