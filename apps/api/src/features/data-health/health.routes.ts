import { contract, type Filter, findingKinds, findingWeights } from '@plumbline/contract'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { BackgroundStore } from '../../platform/jobs/background.store.ts'
import { wireJob } from '../../platform/jobs/job-replies.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { Finding } from './check-context.ts'
import { dataHealthQuery, type Health } from './health.query.ts'
import type { HealthStore } from './health.store.ts'

const calls = contract.reconciliation

export interface HealthDependencies {
  store: HealthStore
  portfolio: PortfolioService
  background: BackgroundStore
  jobs: Pick<Jobs, 'send'>
}

/** Lists problems in the data of a scope, computed on request. */
export function healthRoutes(serve: Serve, dependencies: HealthDependencies): void {
  const { store, background, jobs, portfolio } = dependencies

  serve(calls.findings, async ({ user, query, body, request, reply }) => {
    const { findings, staleValue, checkedAt, basis } = await loadHealth(dependencies, user, body)
    const open = findings.filter(({ decision }) => decision === null)
    const kinds = query.kind
    // Accepted findings stay in the list, after the open ones.
    const listed = [...open, ...findings.filter(({ decision }) => decision !== null)].filter(
      ({ kind }) => kinds === undefined || kind === kinds,
    )
    if (wantsCsv(request)) {
      const described = {
        ...columns,
        calculated_currency: () => basis.currency,
        as_of: () => basis.as_of,
      }
      const subjects = [basis.family?.name ?? 'All families', basis.as_of, basis.currency]
      return sendCsv(reply, toCsv(described, listed), subjects)
    }
    return {
      ...pageRows(listed, calls.findings.path, query),
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
    return { data: wireJob(job, user) }
  })

  serve(calls.decide, async ({ user, params, body }) => {
    const [, family = ''] = params.id.split('.')
    if (!/^[0-9a-f-]{36}$/.test(family)) throw new AppError('not_found')
    const filter: Filter = { settings: {}, filters: {}, family }
    const find = async () => {
      const { findings } = await loadHealth(dependencies, user, filter)
      return findings.find(({ id }) => id === params.id)
    }
    // Only findings that exist for this user can be decided about.
    if (!(await find())) throw new AppError('not_found')
    if (body.is_accepted) await store.decide(user.id, family, params.id, body.note || null)
    else await store.revokeDecision(user.id, family, params.id)
    const finding = await find()
    invariant(finding, 'a decided finding stays in the list')
    return { data: finding }
  })
}

export function loadHealth(
  { store, portfolio }: Pick<HealthDependencies, 'store' | 'portfolio'>,
  user: CurrentUser,
  body: Filter,
): Promise<Health> {
  return portfolio.run(dataHealthQuery, {
    user,
    body,
    readInput: families => store.facts(user.id, families),
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
