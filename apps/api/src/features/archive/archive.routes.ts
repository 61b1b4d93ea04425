import { contract } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { sendFile } from '../../platform/jobs/job-replies.ts'
import type { ArchiveStore } from './archive.store.ts'
import { ArchiveError, archiveErrorMessage } from './archive-error.ts'
import { readArchive, writeArchive } from './archive-files.ts'
import { refuseForeignReferences } from './archive-ids.ts'
import { buildPreview } from './archive-preview.ts'
import type { RestoreStore } from './restore.store.ts'

/** Downloads a family as an archive, previews an archive, and restores one as a new family. */
export function archiveRoutes(serve: Serve, archive: ArchiveStore, restores: RestoreStore): void {
  /** Replies with the reason in the user's language when an archive cannot be read. */
  const withArchiveErrors = async <T>({ language }: CurrentUser, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const trouble = toArchiveError(error)
      if (!trouble) throw error
      const message = archiveErrorMessage(language, trouble)
      throw new AppError('unreadable_file', { message })
    }
  }
  const readBody = (body: unknown) => readArchive(Buffer.isBuffer(body) ? body : Buffer.alloc(0))

  serve(contract.archive.download, async ({ user, params, request, reply }) => {
    const family = await archive.read(user.id, params.id)
    if (!family) throw new AppError('not_found')
    const bytes = await writeArchive(family, new Date())
    await archive.auditDownload(toActor(user, request.ip), { id: params.id, name: family.name })
    return sendFile(reply, { mediaType: 'application/zip', fileName: `${family.name}.zip`, bytes })
  })

  serve(contract.archive.look, async ({ user, query, request }) =>
    withArchiveErrors(user, async () => {
      const family = await readBody(request.body)
      refuseForeignReferences(family)
      const { plan, ...here } = await restores.plan(user.id, family, query.add_market_data ?? false)
      return { data: buildPreview(family, plan, here) }
    }),
  )

  serve(contract.archive.restore, async ({ user, query, request }) => {
    const { name, restored } = await withArchiveErrors(user, async () => {
      const family = await readBody(request.body)
      const name = query.name ?? family.name
      const options = { name, addsMarketData: query.add_market_data ?? false }
      return { name, restored: await restores.restore(toActor(user, request.ip), family, options) }
    })
    return {
      data: {
        family: { id: restored.id, name },
        accounts_count: restored.accounts,
        transactions_count: restored.transactions,
        instruments_count: restored.instruments,
        prices_count: restored.quotes,
        not_restored: restored.notRestored,
        strategies_count: restored.strategies,
        tickers_count: restored.tickers,
        templates_count: restored.templates,
        reports_count: restored.reports,
        rules_count: restored.rules,
        benchmarks_count: restored.benchmarks,
        targets_count: restored.targets,
        client_tasks_count: restored.clientTasks,
        left_out: restored.leftOut,
      },
    }
  })
}

/** Treats data errors of PostgreSQL as errors of the archive; a taken name can be replaced by the user. */
function toArchiveError(error: unknown): ArchiveError | null {
  if (error instanceof ArchiveError) return error
  const { code = '', constraint, table } = (error ?? {}) as Record<string, string | undefined>
  if (constraint === 'family_name') throw new AppError('already_exists', { field: 'name' })
  return /^2[23]/.test(code ?? '')
    ? new ArchiveError('unfitting', { file: `${table ?? 'manifest'}.json` })
    : null
}
