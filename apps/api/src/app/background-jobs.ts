import { sealAuditLog } from '../features/audit/audit-seals.store.ts'
import { dueTasksStore } from '../features/clients/due-tasks.store.ts'
import { remindDueTasks } from '../features/clients/remind-due-tasks.ts'
import { queueWaitingImports } from '../features/imports/apply-job.ts'
import { ensureSources } from '../features/integrations/run-source.ts'
import { runsStore } from '../features/integrations/runs.store.ts'
import { queueWaitingReports } from '../features/reports/report-job.ts'
import type { Services } from '../features/services.ts'
import { ruleSourcesStore } from '../features/user-tasks/rule-sources.store.ts'
import { runTasksStore } from '../features/user-tasks/run-tasks.store.ts'
import { runTasks, runTasksJob } from '../features/user-tasks/run-tasks.ts'
import type { IdempotencyStore } from '../platform/http/idempotency.store.ts'
import { mailDigests } from '../platform/notifications/digest.store.ts'

export interface BackgroundJobs {
  start(): Promise<void>
  /** Runs every user task now and returns how many notifications were created. */
  runTasks(): Promise<number>
}

/** Adds the job that runs every minute: user tasks, then the cleanup that spans several features. */
export function addBackgroundJobs(
  services: Services,
  idempotencyKeys: Pick<IdempotencyStore, 'deleteExpired'>,
): BackgroundJobs {
  const { database, keys, portfolio, background, jobs, installation, onError } = services
  const tasks = {
    store: runTasksStore(database),
    sources: ruleSourcesStore(database),
    portfolio,
    printReport: async (id: string) => void (await jobs.send('make-report', { id })),
    mailDigests: () => mailDigests(database, installation.publicUrl),
    onError,
    afterwards: async () => {
      await remindDueTasks(dueTasksStore(database))
      await queueWaitingReports(background, jobs)
      await queueWaitingImports(background, jobs)
      await background.failAbandoned()
      await idempotencyKeys.deleteExpired()
      await sealAuditLog(database, keys)
    },
  }
  jobs.add(runTasksJob(tasks))
  return {
    async start() {
      await ensureSources({ runs: runsStore(database), market: installation.market })
      await jobs.start()
    },
    runTasks: () => runTasks(tasks),
  }
}
