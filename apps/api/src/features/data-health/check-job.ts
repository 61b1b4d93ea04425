import { asCurrentUser } from '../../platform/auth/current-user.ts'
import { attempt } from '../../platform/jobs/attempt.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { OwnersStore } from '../../platform/jobs/owners.store.ts'
import { type HealthDependencies, loadHealth } from './health.routes.ts'

interface CheckDependencies extends Omit<HealthDependencies, 'jobs'> {
  owners: OwnersStore
  onError(message: string): void
}

/** Checks the caller's data in the background, so that the next list is ready at once. */
export function checkDataJob({
  owners,
  background,
  onError,
  ...rest
}: CheckDependencies): Job<{ id: string }> {
  return {
    queue: 'check-data',
    async run(message, _signal, messageId) {
      const job = await background.claim('data_check', messageId, message.id)
      const owner = job && (await owners.find(job.user_id))
      if (!job) return
      const { id } = job
      await attempt(
        async () => {
          if (!owner) throw new Error('its owner is gone')
          await loadHealth(rest, asCurrentUser(owner), {
            settings: {},
            filters: {},
            family: job.family_id,
          })
          await background.finish(id, null)
        },
        async (_error, message) => {
          onError(`Data check ${id}: ${message}`)
          await background.fail(id, 'Ooops, the check did not work. Please try again.')
        },
      )
    },
  }
}
