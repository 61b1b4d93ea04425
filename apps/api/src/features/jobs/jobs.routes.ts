import { contract } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { BackgroundStore } from '../../platform/jobs/background.store.ts'
import { sendFile, wireJob } from '../../platform/jobs/job-replies.ts'

/** Progress and result files of a user's background jobs. */
export function jobsRoutes(serve: Serve, store: BackgroundStore): void {
  serve(contract.jobs.list, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return {
      ...pageLinks(contract.jobs.list.path, query, count),
      count,
      data: rows.map(row => wireJob(row, user)),
    }
  })

  serve(contract.jobs.read, async ({ user, params }) => {
    const job = await store.find(user.id, params.id)
    if (!job) throw new AppError('not_found')
    return { data: wireJob(job, user) }
  })

  serve(contract.jobs.result, async ({ user, params, reply }) => {
    const job = await store.find(user.id, params.id)
    if (!job) throw new AppError('not_found')
    if (job.status === 'failed') throw new AppError('report_failed')
    const file = await store.file(user.id, params.id)
    if (!file) throw new AppError('not_ready')
    return sendFile(reply, file)
  })

  serve(contract.jobs.cancel, async ({ user, params }) => {
    const job = await store.cancel(user.id, params.id)
    if (!job) throw new AppError('not_found')
    return { data: wireJob(job, user) }
  })
}
