import type { FindingKind } from '@plumbline/contract'
import { defineQuery } from '../../queries/query.ts'
import { dataHealthQuery } from './health.query.ts'
import type { HealthFacts } from './health.store.ts'

/** Open findings of a family by kind. */
export type ClientIssues = { kind: FindingKind; count: number }[]

/** Counts the open findings of a family that affect figures or need a confirmation, the most frequent kind first. */
export const clientIssuesQuery = defineQuery(
  'clientIssues',
  (portfolio, facts: HealthFacts): ClientIssues => {
    const { findings } = dataHealthQuery.compute(portfolio, facts, { settings: {}, filters: {} })
    const open = findings.filter(({ decision, weight }) => decision === null && weight !== 'grouping')
    const byKind = Map.groupBy(open, ({ kind }) => kind)
    return [...byKind].map(([kind, { length: count }]) => ({ kind, count })).sort((a, b) => b.count - a.count)
  },
)
