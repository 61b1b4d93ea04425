import { contract } from '@plumbline/contract'
import { AppError } from '../../http/app-error.ts'
import type { Serve } from '../../http/serve.ts'
import { sendFile } from '../../jobs/job-replies.ts'
import type { ArchiveStore } from './archive.store.ts'
import { readArchive, writeArchive } from './archive-files.ts'
import { BadArchive, type RestoreStore } from './restore.store.ts'

/** All data of a family as one file, and a family of such a file. */
export function archiveRoutes(serve: Serve, archive: ArchiveStore, restoring: RestoreStore): void {
  serve(contract.archive.download, async ({ user, params, reply }) => {
    const family = await archive.read(user.id, params.id)
    if (!family) throw new AppError('not_found')
    const bytes = await writeArchive(family, new Date())
    return sendFile(reply, { mediaType: 'application/zip', fileName: `${family.name}.zip`, bytes })
  })

  serve(contract.archive.restore, async ({ user, query, request }) => {
    const family = Buffer.isBuffer(request.body) ? await readArchive(request.body) : null
    if (!family) throw new AppError('unreadable_file')
    const name = query.name ?? family.name
    const restored = await restoring
      .restore({ id: user.id, address: request.ip }, family, name)
      .catch(error => refuse(error))
    return {
      data: {
        family: { id: restored.id, name },
        accounts_count: restored.accounts,
        transactions_count: restored.bookings,
        instruments_count: restored.instruments,
        prices_count: restored.quotes,
      },
    }
  })
}

/** What PostgreSQL refuses of an archive is the archive's fault; a name that is taken can be chosen otherwise. */
function refuse(error: unknown): never {
  const { code = '', constraint } = (error ?? {}) as { code?: string; constraint?: string }
  if (constraint === 'family_name') throw new AppError('already_exists', { field: 'name' })
  if (error instanceof BadArchive || /^2[23]/.test(code)) throw new AppError('unreadable_file')
  throw error
}
