import { onBehalfOf, type Person } from '../../platform/auth/signed-in.ts'
import { attempt } from '../../platform/jobs/attempt.ts'
import type { BackgroundStore } from '../../platform/jobs/background.store.ts'
import type { Job, Jobs } from '../../platform/jobs/jobs.ts'
import type { OwnersStore } from '../../platform/jobs/owners.store.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { type ApplyStore, ImportRefused } from './apply.store.ts'

interface ApplyDependencies {
  background: BackgroundStore
  apply: ApplyStore
  owners: OwnersStore
  portfolio: PortfolioService
  onError(message: string): void
}

const failed = 'Ooops, nothing was booked. Please try again.'

/** Applies the import that a piece of long work is about, all or nothing, as its owner may. */
export function applyImportJob(dependencies: ApplyDependencies): Job<{ id: string }> {
  const { background, apply, owners, onError } = dependencies
  return {
    queue: 'apply-import',
    async run({ id }) {
      const job = await background.begin(id)
      const importId = job?.details.import
      if (!job || typeof importId !== 'string') return
      const owner = await owners.find(job.user_id)
      if (!owner) {
        await background.fail(id, failed)
        return
      }
      await attempt(
        () => work(dependencies, id, importId, owner),
        async (error, message) => {
          onError(`Import ${importId}: ${message}`)
          await background.fail(id, error instanceof ImportRefused ? message : failed)
          await apply.fail(owner.id, importId)
        },
      )
    },
  }
}

async function work(
  { background, apply, portfolio }: ApplyDependencies,
  jobId: string,
  importId: string,
  owner: Person,
): Promise<void> {
  const waiting = await apply.waiting(owner.id, importId)
  const before = waiting && (await familyValue(portfolio, owner, waiting))
  const applied = await apply.apply(owner.id, importId, async done => {
    // Whoever stops the work meanwhile stops the transaction: nothing of it stays.
    if (!(await background.report(jobId, done))) throw new ImportRefused('Stopped. Nothing was booked.')
  })
  if (applied && waiting) {
    const after = await familyValue(portfolio, owner, waiting)
    await apply.noteValue(owner.id, importId, before === null || after === null ? null : after - before)
  }
  await background.finish(jobId, null)
}

/** The net asset value of the family in its currency; null where nothing can be valued yet. */
async function familyValue(
  portfolio: PortfolioService,
  owner: Person,
  { family_id, currency }: { family_id: string; currency: string },
): Promise<number | null> {
  try {
    const { value } = await portfolio.figures<{ value: number }>('familyFigures', {
      user: onBehalfOf(owner),
      body: { settings: {}, filters: {}, family: family_id },
      given: async () => currency,
    })
    return value
  } catch {
    // How the value changed is worth knowing, and not worth an import.
    return null
  }
}

/** Hands over what was written down but not sent, because a server died in between. */
export async function sendWaitingImports(
  background: BackgroundStore,
  jobs: Pick<Jobs, 'send'>,
): Promise<void> {
  for (const { id, kind } of await background.forgotten())
    if (kind === 'import') await jobs.send('apply-import', { id })
}
