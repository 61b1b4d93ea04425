import type { Job } from '../../platform/jobs/jobs.ts'
import { type Finders, findingsOf } from './find.ts'
import type { DueTask } from './finding.ts'
import type { RunTasksStore } from './run-tasks.store.ts'

interface RunTasksDependencies extends Finders {
  store: RunTasksStore
  /** What has to be looked after as often as the rules. */
  afterwards?: () => Promise<void>
  onError(message: string): void
}

/** Rules whose answer follows from figures and the calendar: nothing new is found until one of them changes. */
const followsFigures: ReadonlySet<DueTask['type']> = new Set([
  'event_reminder',
  'pnl_move',
  'report_schedule',
])

/** Looks at every rule and tells what is due. Runs in one server of the installation at a time, every minute. */
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

/** How many things were told. A rule that fails does not keep the others from being looked at. */
export async function runTasks(
  { store, onError, ...finders }: RunTasksDependencies,
  signal?: AbortSignal,
): Promise<number> {
  let told = 0
  await store.reachTargets()
  for (const task of await store.due()) {
    if (signal?.aborted) break
    if (followsFigures.has(task.type) && task.state.seen === task.version) continue
    try {
      const findings = await findingsOf(task, { store, ...finders })
      told += await store.tell(task, findings, { ...task.state, seen: task.version })
    } catch (error) {
      onError(`Rule ${task.id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return told
}
