import { contract, type Filter, findingKinds, findingWeights } from '@plumbline/contract'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import { csvOf, sendCsv, wantsCsv } from '../../platform/http/csv.ts'
import { pageOfRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { BackgroundStore } from '../../platform/jobs/background.store.ts'
import { jobOf } from '../../platform/jobs/job-replies.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { Finding } from './checked.ts'
import type { Health } from './health.query.ts'
import type { HealthStore } from './health.store.ts'

const calls = contract.reconciliation

export interface HealthDependencies {
  store: HealthStore
  portfolio: PortfolioService
  background: BackgroundStore
  jobs: Pick<Jobs, 'send'>
}

/** What is wrong or odd in the data of a scope, looked for when somebody asks. */
export function healthRoutes(serve: Serve, dependencies: HealthDependencies): void {
  const { store, background, jobs, portfolio } = dependencies

  serve(calls.findings, async ({ user, query, body, request, reply }) => {
    const { findings, staleValue, checkedAt, basis } = await healthOf(dependencies, user, body)
    const open = findings.filter(({ decision }) => decision === null)
    const kinds = query.kind
    // Decisions stay in the list, behind what is still open.
    const listed = [...open, ...findings.filter(({ decision }) => decision !== null)].filter(
      ({ kind }) => kinds === undefined || kind === kinds,
    )
    if (wantsCsv(request)) return sendCsv(reply, csvOf(columns, listed))
    return {
      ...pageOfRows(listed, calls.findings.path, query),
      extra: {
        checked_at: checkedAt,
        by_kind: findingKinds.map(kind => ({ kind, count: open.filter(each => each.kind === kind).length })),
        by_weight: findingWeights.map(weight => ({
          weight,
          count: open.filter(each => each.weight === weight).length,
        })),
        stale_value: staleValue,
        decisions_count: findings.length - open.length,
      },
      basis,
    }
  })

  serve(calls.check, async ({ user, body }) => {
    const familyId = body.family ?? null
    if (familyId !== null) await portfolio.familyForCreate(user, familyId)
    const job = await background.add(user.id, {
      kind: 'data_check',
      name: 'Data health',
      details: {},
      familyId,
    })
    await jobs.send('check-data', { id: job.id })
    return { data: jobOf(job) }
  })

  serve(calls.decide, async ({ user, params, body }) => {
    const [, family = ''] = params.id.split('.')
    if (!/^[0-9a-f-]{36}$/.test(family)) throw new AppError('not_found')
    const filter: Filter = { settings: {}, filters: {}, family }
    const find = async () => {
      const { findings } = await healthOf(dependencies, user, filter)
      return findings.find(({ id }) => id === params.id)
    }
    // Only what is there can be decided about: someone else's is not.
    if (!(await find())) throw new AppError('not_found')
    if (body.is_accepted) await store.decide(user.id, family, params.id, body.note || null)
    else await store.takeBack(user.id, family, params.id)
    const finding = await find()
    invariant(finding, 'a decision does not mend a finding')
    return { data: finding }
  })
}

export function healthOf(
  { store, portfolio }: Pick<HealthDependencies, 'store' | 'portfolio'>,
  user: SignedIn,
  body: Filter,
): Promise<Health> {
  return portfolio.figures<Health>('dataHealth', {
    user,
    body,
    given: families => store.facts(user.id, families),
  })
}

const columns: Record<string, (finding: Finding) => string | number | null> = {
  kind: finding => finding.kind,
  weight: finding => finding.weight,
  name: finding => finding.name,
  place: finding => finding.place,
  reason: finding => finding.reason,
  effect: finding => finding.effect,
  value: finding => finding.value,
  remedy: finding => finding.remedy,
  decided_by: finding => finding.decision?.by.name ?? null,
  decided_at: finding => finding.decision?.at ?? null,
  note: finding => finding.decision?.note ?? null,
}
