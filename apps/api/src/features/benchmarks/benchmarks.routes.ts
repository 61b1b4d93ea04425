import { contract, type Filter } from '@plumbline/contract'
import type { BenchmarkInput, BenchmarkRow } from '../../figures/benchmarks/benchmark-rows.store.ts'
import { wireBenchmark } from '../../figures/benchmarks/build-blend.ts'
import {
  type Component,
  checkComponents,
  checkGroup,
  checkIndices,
  readWeights,
} from '../../figures/benchmarks/check-benchmark.ts'
import { namedGroup } from '../../figures/benchmarks/named-group.ts'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { omitUndefined } from '../../platform/http/bodies/omit-undefined.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { BenchmarksStore } from './benchmarks.store.ts'
import { benchmarkComparisonQuery, benchmarkLineQuery } from './compare.query.ts'

/**
 * Benchmarks. Those of a family are seen by everyone who sees all its accounts, those of a strategy by its owner; others
 * return not found.
 */
export function benchmarksRoutes(serve: Serve, store: BenchmarksStore, portfolio: PortfolioService): void {
  const find = async (user: CurrentUser, id: string): Promise<BenchmarkRow> => {
    const row = await store.find(user.id, id)
    if (!row) throw new AppError('not_found')
    return row
  }

  const checkInstruments = async (
    user: CurrentUser,
    { components, return_type }: Pick<BenchmarkRow, 'return_type'> & { components: readonly Component[] },
  ) => {
    checkComponents(components)
    const known = await store.findQuoted(
      user.id,
      components.map(({ instrument }) => instrument),
    )
    components.forEach(({ instrument }, index) => {
      if (!known.has(instrument)) throw new AppError('not_found', { field: `components.${index}.instrument` })
    })
    checkIndices(components, known, return_type)
  }

  /** The strategy that a call is about, with its family; the family of the body otherwise. */
  const readSubject = async (user: CurrentUser, strategyId: string | undefined, body: Filter) => {
    const strategy = strategyId === undefined ? null : await store.findStrategy(user.id, strategyId)
    if (strategyId !== undefined && !strategy) throw new AppError('not_found', { field: 'strategy' })
    const subject = { strategyId: strategyId ?? null, group: strategyId ? null : namedGroup(body) }
    const readInput =
      (isOneFamily: boolean) =>
      async (families: readonly string[]): Promise<BenchmarkInput> => {
        const [family, ...others] = families
        if (isOneFamily && others.length > 0)
          throw new AppError('invalid_field', { field: 'family', message: 'Choose a family.' })
        const isOne = family !== undefined && others.length === 0
        return {
          data: isOne ? await store.read(user.id, family, subject) : null,
          positionIds: strategy?.position_ids ?? null,
        }
      }
    return { readInput, body: strategy ? { ...body, family: strategy.family_id } : body }
  }

  serve(contract.benchmarks.list, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(contract.benchmarks.list.path, query, count), count, data: rows.map(wireBenchmark) }
  })

  serve.portfolio(contract.benchmarks.line, async call => {
    const { readInput, body } = await readSubject(call.user, call.query.strategy, call.body)
    return portfolio.send(benchmarkLineQuery, { ...call, body, readInput: readInput(false) })
  })

  serve.portfolio(contract.benchmarks.compare, async call => {
    const { readInput, body } = await readSubject(call.user, call.query.strategy, call.body)
    return portfolio.send(benchmarkComparisonQuery, { ...call, body, readInput: readInput(true) })
  })

  serve(contract.benchmarks.create, async ({ user, body, request }) => {
    const { family: named, strategy: strategyId, group, weights, ...fields } = body
    const strategy = strategyId === null ? null : await store.findStrategy(user.id, strategyId)
    if (strategyId !== null && !strategy) throw new AppError('not_found', { field: 'strategy' })
    const familyId = await portfolio.familyForCreate(user, strategy?.family_id ?? named)
    if (strategy === null && !(await store.seesWholeFamily(user.id)))
      throw new AppError('not_found', { field: 'family' })
    if (strategy !== null && group !== null)
      throw new AppError('invalid_field', { field: 'group', message: 'A strategy has no groups.' })
    checkGroup(group)
    await checkInstruments(user, fields)
    const created = await store.create(toActor(user, request.ip), {
      ...fields,
      familyId,
      strategyId,
      group,
      weights: readWeights(weights, fields.components.length),
    })
    if (created === 'taken')
      throw new AppError('already_exists', { field: strategyId ? 'strategy' : 'group' })
    if (created === 'too_many') throw new AppError('limit_reached')
    return { data: wireBenchmark(created) }
  })

  serve(contract.benchmarks.change, async ({ user, params, body: { version, ...body }, request }) => {
    const known = await find(user, params.id)
    const { weights, components, ...fields } = omitUndefined(body)
    if ((weights === undefined) !== (components === undefined))
      throw new AppError('invalid_field', {
        field: weights === undefined ? 'weights' : 'components',
        message: 'Components and weights are changed together.',
      })
    await checkInstruments(user, {
      components: components ?? known.components,
      return_type: fields.return_type ?? known.return_type,
    })
    const changed = await store.change(
      toActor(user, request.ip),
      known.id,
      {
        ...fields,
        ...(components && weights && { components, weights: readWeights(weights, components.length) }),
      },
      version,
    )
    return { data: wireBenchmark(changed) }
  })

  serve(contract.benchmarks.remove, async ({ user, params, request }) => {
    if (!(await store.remove(toActor(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })
}
