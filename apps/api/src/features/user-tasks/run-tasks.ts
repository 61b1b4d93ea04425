import type { Job } from '../../platform/jobs/jobs.ts'
import { evaluateRule, type RuleSources } from './evaluate-rule.ts'
import type { DueTask } from './finding.ts'
import type { RunTasksStore } from './run-tasks.store.ts'

interface RunTasksDependencies extends RuleSources {
  store: RunTasksStore
  /** Queues a report to print. */
  printReport(jobId: string): Promise<void>
  /** Mails what the rules have found. */
  mailDigests(): Promise<unknown>
  /** Runs after the rules. */
  afterwards?: () => Promise<void>
  onError(message: string): void
}

/** Rules that depend only on figures and the calendar; skipped until one of them changes. */
const dependsOnFigures: ReadonlySet<DueTask['type']> = new Set([
  'event_reminder',
  'pnl_move',
  'band_breach',
  'report_schedule',
])

/** Evaluates all rules every minute, on one server of the installation at a time. */
export function runTasksJob(dependencies: RunTasksDependencies): Job {
  return {
    queue: 'run-tasks',
    cron: '* * * * *',
    async run(_data, signal) {
      await runTasks(dependencies, signal)
      await dependencies.afterwards?.()
    },
  }
}

/** Returns the number of new messages and reports. A failing rule does not stop the others. */
export async function runTasks(
  { store, onError, printReport, mailDigests, ...sources }: RunTasksDependencies,
  signal?: AbortSignal,
): Promise<number> {
  let found = 0
  await store.recordCrossedTargets()
  for (const task of await store.listActive()) {
    if (signal?.aborted) break
    if (dependsOnFigures.has(task.type) && task.state.seen === task.version) continue
    try {
      const { count, jobIds } = await store.record(task, await evaluateRule(task, sources))
      found += count
      for (const id of jobIds) await printReport(id)
    } catch (error) {
      onError(`Rule ${task.id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  await mailDigests()
  return found
}
