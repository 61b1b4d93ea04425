import { contract } from '@plumbline/contract'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { sendFile } from '../../platform/jobs/job-replies.ts'
import type { ArchiveStore } from './archive.store.ts'
import { readArchive, writeArchive } from './archive-files.ts'
import { refuseStrangers } from './archive-ids.ts'
import { previewOf } from './archive-preview.ts'
import { BadArchive, troubleWords } from './archive-trouble.ts'
import type { RestoreStore } from './restore.store.ts'

/** All data of a family as one file, what such a file holds, and a family of it. */
export function archiveRoutes(serve: Serve, archive: ArchiveStore, restoring: RestoreStore): void {
  /** Whatever is wrong with an archive is told in the words of the person who has it. */
  const orRefused = async <T>({ language }: SignedIn, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const trouble = troubleOf(error)
      if (!trouble) throw error
      const message = troubleWords(language, trouble)
      throw new AppError('unreadable_file', { message })
    }
  }
  const readBody = (body: unknown) => readArchive(Buffer.isBuffer(body) ? body : Buffer.alloc(0))

  serve(contract.archive.download, async ({ user, params, reply }) => {
    const family = await archive.read(user.id, params.id)
    if (!family) throw new AppError('not_found')
    const bytes = await writeArchive(family, new Date())
    return sendFile(reply, { mediaType: 'application/zip', fileName: `${family.name}.zip`, bytes })
  })

  serve(contract.archive.look, async ({ user, query, request }) =>
    orRefused(user, async () => {
      const family = await readBody(request.body)
      refuseStrangers(family)
      const { plan, ...here } = await restoring.plan(user.id, family, query.add_market_data ?? false)
      return { data: previewOf(family, plan, here) }
    }),
  )

  serve(contract.archive.restore, async ({ user, query, request }) => {
    const { name, restored } = await orRefused(user, async () => {
      const family = await readBody(request.body)
      const name = query.name ?? family.name
      const wish = { name, addsMarketData: query.add_market_data ?? false }
      return { name, restored: await restoring.restore({ id: user.id, address: request.ip }, family, wish) }
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
        left_out: restored.leftOut,
      },
    }
  })
}

/** What PostgreSQL refuses of an archive is the archive's fault; a name that is taken can be chosen otherwise. */
function troubleOf(error: unknown): BadArchive | null {
  if (error instanceof BadArchive) return error
  const { code = '', constraint, table } = (error ?? {}) as Record<string, string | undefined>
  if (constraint === 'family_name') throw new AppError('already_exists', { field: 'name' })
  return /^2[23]/.test(code ?? '')
    ? new BadArchive('unfitting', { file: `${table ?? 'manifest'}.json` })
    : null
}
