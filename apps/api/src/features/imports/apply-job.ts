import { textsIn } from '@plumbline/contract/texts'
import { asCurrentUser, type Person } from '../../platform/auth/current-user.ts'
import { attempt, isTimeout } from '../../platform/jobs/attempt.ts'
import type { BackgroundStore } from '../../platform/jobs/background.store.ts'
import type { Job, Jobs } from '../../platform/jobs/jobs.ts'
import type { OwnersStore } from '../../platform/jobs/owners.store.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { ImportRefused } from './accounts/import-refused.ts'
import type { ApplyStore } from './apply.store.ts'
import type { FamilyValueQuery } from './import-effect.routes.ts'

interface ApplyDependencies {
  background: BackgroundStore
  apply: ApplyStore
  owners: OwnersStore
  portfolio: PortfolioService
  familyValueQuery: FamilyValueQuery
  onError(message: string): void
}

const failed = 'Ooops, nothing was posted. Please try again.'

/** Applies the import of a background job atomically, with the rights of its owner. */
export function applyImportJob(dependencies: ApplyDependencies): Job<{ id: string }> {
  const { background, apply, owners, onError } = dependencies
  return {
    queue: 'apply-import',
    async run(message, signal, messageId) {
      const job = await background.claim('import', messageId, message.id)
      const importId = job?.details.import
      if (!job || typeof importId !== 'string') return
      const { id } = job
      const owner = await owners.find(job.user_id)
      if (!owner) {
        await background.fail(id, failed)
        return
      }
      await attempt(
        () => work(dependencies, id, importId, owner, signal),
        async (error, message) => {
          onError(`Import ${importId}: ${message}`)
          const reason = isTimeout(error) ? textsIn(owner.language).job_too_slow : failed
          await background.fail(id, error instanceof ImportRefused ? message : reason)
          await apply.fail(owner.id, importId)
        },
      )
    },
  }
}

async function work(
  dependencies: ApplyDependencies,
  jobId: string,
  importId: string,
  owner: Person,
  signal: AbortSignal,
): Promise<void> {
  const { background, apply } = dependencies
  const waiting = await apply.waiting(owner.id, importId)
  const before = waiting && (await loadFamilyValue(dependencies, owner, waiting))
  const applied = await apply.apply(owner.id, importId, async done => {
    // A cancelled job, a too slow one and one on a server that stops roll the transaction back.
    signal.throwIfAborted()
    if (!(await background.report(jobId, done))) throw new ImportRefused('Stopped. Nothing was posted.')
  })
  if (applied && waiting) {
    const after = await loadFamilyValue(dependencies, owner, waiting)
    await apply.recordValueChange(
      owner.id,
      importId,
      before === null || after === null ? null : after - before,
    )
  }
  await background.finish(jobId, null)
}

/** The value change is informative; its failure must not fail the import. */
async function loadFamilyValue(
  { portfolio, familyValueQuery }: Pick<ApplyDependencies, 'portfolio' | 'familyValueQuery'>,
  owner: Person,
  { family_id, currency }: { family_id: string; currency: string },
): Promise<number | null> {
  try {
    const { value } = await portfolio.run(familyValueQuery, {
      user: asCurrentUser(owner),
      body: { settings: {}, filters: {}, family: family_id },
      readInput: async () => currency,
    })
    return value
  } catch {
    return null
  }
}

/** Queues jobs that were recorded but not sent because a server died in between. */
export async function queueWaitingImports(
  background: BackgroundStore,
  jobs: Pick<Jobs, 'send'>,
): Promise<void> {
  for (const { id, kind } of await background.listUnsent())
    if (kind === 'import') await jobs.send('apply-import', { id })
}
