import { contract, type Job } from '@plumbline/contract'
import { AppError } from '../../http/app-error.ts'
import { pageLinks } from '../../http/page-links.ts'
import type { Serve } from '../../http/serve.ts'
import type { BackgroundJob, BackgroundStore } from '../../jobs/background.store.ts'

/** Long work of a user: how far it is, and the file that it made. */
export function jobsRoutes(serve: Serve, store: BackgroundStore): void {
  serve(contract.jobs.list, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(contract.jobs.list.path, query, count), count, data: rows.map(jobOf) }
  })

  serve(contract.jobs.read, async ({ user, params }) => {
    const job = await store.find(user.id, params.id)
    if (!job) throw new AppError('not_found')
    return { data: jobOf(job) }
  })

  serve(contract.jobs.result, async ({ user, params, reply }) => {
    const job = await store.find(user.id, params.id)
    if (!job) throw new AppError('not_found')
    if (job.status === 'failed') throw new AppError('report_failed')
    const file = await store.file(user.id, params.id)
    if (!file) throw new AppError('not_ready')
    return reply
      .type(file.mediaType)
      .header('content-disposition', attachment(file.fileName))
      .send(file.bytes)
  })

  serve(contract.jobs.cancel, async ({ user, params }) => {
    const job = await store.cancel(user.id, params.id)
    if (!job) throw new AppError('not_found')
    return { data: jobOf(job) }
  })
}

/** A piece of long work as it stands in replies. */
function jobOf(row: BackgroundJob): Job {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    status: row.status,
    progress: row.progress,
    message: row.message,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    result:
      row.result_media_type === null || row.result_bytes === null
        ? null
        : {
            media_type: row.result_media_type,
            file_name: row.result_file_name ?? '',
            bytes: row.result_bytes,
            pages: row.result_pages,
          },
    result_id: row.result_id,
  }
}

/** Names may hold any letters: plain ones for old clients, all of them in the form that headers allow. */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
