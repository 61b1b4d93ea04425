import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis, pointsQuery } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import {
  expectedVersion,
  familyQuery,
  familyToCreateIn,
  flags,
  fraction,
  isoDate,
  oneOf,
  reference,
  shortText,
  version,
} from '../core/values.ts'
import { heldType } from '../core/words.ts'
import {
  attributionKeys,
  benchmarkGroupKeys,
  benchmarkLists,
  benchmarkMissingReasons,
  benchmarkReturnTypes,
  comparedPeriods,
  rebalancingRules,
} from '../vocabulary/benchmarks.ts'

/** A weight in whole basis points. */
const weight = z
  .number()
  .min(0)
  .max(1)
  .refine(value => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, {
    error: 'Use at most two decimals of a percent.',
  })

const maxComponents = 20

const datedWeights = z
  .object({
    valid_from: isoDate.describe('First day of these weights, until the next ones.'),
    weights: z.array(weight).min(1).max(maxComponents).describe('One per component; they add up to 1.'),
  })
  .meta({ id: 'BenchmarkWeights' })

const settings = {
  name: shortText.describe('Name, such as Balanced.'),
  rebalancing: oneOf(rebalancingRules).describe('How often the blend goes back to its weights.'),
  return_type: oneOf(benchmarkReturnTypes).describe('total reinvests known distributions.'),
  weights: z.array(datedWeights).min(1).max(100).describe('By day; without gaps.'),
}

const standsFor = heldType
  .nullable()
  .describe('The class it stands for in attribution; null for that of the instrument; an index needs one.')

const component = z
  .object({ instrument: z.uuid(), stands_for: standsFor.default(null) })
  .meta({ id: 'BenchmarkComponentInput' })

const components = z.array(component).min(1).max(maxComponents)

export const benchmarkRecord = z
  .object({
    id: z.uuid(),
    family: reference,
    strategy: reference.nullable().describe('The strategy it applies to.'),
    group: z
      .object({ by: oneOf(benchmarkGroupKeys), key: z.string() })
      .nullable()
      .describe('The group of the family it applies to; null, like the strategy, for the whole family.'),
    ...settings,
    components: z.array(
      z.object({
        instrument: reference,
        symbol: z.string().nullable(),
        currency: z.string(),
        stands_for: standsFor,
      }),
    ),
    version,
  })
  .meta({ id: 'Benchmark', description: 'An instrument, an index or a blend with dated weights.' })
export type BenchmarkRecord = z.infer<typeof benchmarkRecord>

const missingReturn = z
  .object({
    reason: oneOf(benchmarkMissingReasons),
    instrument: reference.nullable().describe('Null where the benchmark is not set yet.'),
    known_from: isoDate.nullable().describe('First day on which it is known; null if it is not.'),
  })
  .meta({ id: 'MissingBenchmarkReturn', description: 'Why a benchmark has no return in a period.' })
export type MissingBenchmarkReturn = z.infer<typeof missingReturn>

const returns = {
  portfolio: fraction.describe('Time-weighted return.'),
  benchmark: fraction,
  difference: fraction.describe('Of the two as rounded to hundredths of a percent: 0.01 is one point.'),
}

export const relativePeriod = z
  .object({
    name: oneOf(comparedPeriods),
    start_date: isoDate,
    end_date: isoDate,
    is_annual: z.boolean().describe('From one year on the returns and the tracking error are per year.'),
    ...returns,
    total: z.object(returns).describe('Of the whole period, not per year.'),
    tracking_error: fraction.describe('Below one year that of the period.'),
    information_ratio: fraction,
    beta: fraction,
    correlation: fraction,
    alpha: fraction.describe('Per year; null below one year.'),
    up_capture: fraction,
    down_capture: fraction,
    months_up: z.number().int().describe('Whole months in which the benchmark rose.'),
    months_down: z.number().int(),
    observations: z.number().int().describe('Trading days with a return of both.'),
    missing: z.array(missingReturn),
  })
  .meta({ id: 'RelativePeriod', description: 'A portfolio against its benchmark over a period.' })
export type RelativePeriod = z.infer<typeof relativePeriod>

const effects = {
  allocation: z.number(),
  selection: z.number(),
  interaction: z.number(),
  currency: z.number(),
  total: z.number(),
}

const attribution = z
  .object({
    by: oneOf(attributionKeys),
    rows: z.array(z.object({ key: z.string(), name: z.string(), ...effects })),
    total: z.object(effects),
  })
  .meta({
    id: 'Attribution',
    description:
      'Brinson-Fachler effects over the whole period, in whole hundredths of a percent that add up to the difference.',
  })
export type AttributionReply = z.infer<typeof attribution>

const linePoint = z.object({
  date: isoDate,
  portfolio: fraction.describe('Time-weighted return since the opening close.'),
  benchmark: fraction.describe('Return since the opening close.'),
})

export const benchmarkLine = z
  .object({
    benchmark: reference.nullable().describe('Null if there is none, and for several families.'),
    line: z.array(linePoint),
    total: z.object(returns),
    missing: z.array(missingReturn),
    basis,
  })
  .meta({ id: 'BenchmarkLine', description: 'A benchmark as a line of a chart.' })

export const benchmarkComparison = z
  .object({
    benchmark: benchmarkRecord.nullable().describe('Null if there is none.'),
    line: z.array(linePoint),
    periods: z.array(relativePeriod).describe('Those that are not longer than the history.'),
    attribution: attribution.nullable().describe('Null without both returns.'),
    stale: z
      .array(
        z.object({
          instrument: reference,
          kind: oneOf(['price', 'rate'] as const),
          since: isoDate.describe('Day of the quote.'),
          until: isoDate.describe('Last day that it is used for.'),
        }),
      )
      .describe('Prices and rates that are used for more than seven days of the period.'),
    distributions: z
      .array(z.object({ instrument: reference, known_from: isoDate }))
      .describe('Components with known distributions, and the first ex-date.'),
    basis,
    flags,
  })
  .meta({ id: 'BenchmarkComparison', description: 'A portfolio against its benchmark.' })
export type BenchmarkComparison = z.infer<typeof benchmarkComparison>

const subject = z.object({
  strategy: z
    .uuid()
    .optional()
    .describe(
      'Id of a strategy. Without it the benchmark is that of the group the filter names, or of the family.',
    ),
})

export const benchmarks = {
  list: endpoint('GET', '/api/benchmarks/', {
    summary: 'List benchmarks.',
    query: pageQuery.extend({
      ...familyQuery,
      strategy: z.uuid().optional().describe('Only of this strategy.'),
    }),
    reply: pageReply(benchmarkRecord),
    may: everyone,
  }),
  create: endpoint('POST', '/api/benchmarks/', {
    summary: 'Add the benchmark of a family, of one of its groups, or of a strategy.',
    body: z.object({
      family: familyToCreateIn,
      strategy: z.uuid().nullable().default(null).describe('Id of a strategy.'),
      group: z
        .object({ by: oneOf(benchmarkGroupKeys), key: z.string().min(1).max(60) })
        .nullable()
        .default(null),
      ...settings,
      components,
    }),
    reply: dataReply(benchmarkRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached', 'not_found'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/benchmarks/:id/', {
    summary: 'Change a benchmark. Components and weights are changed together.',
    params: byId,
    body: z
      .object({ ...settings, components })
      .partial()
      .extend({ version: expectedVersion }),
    reply: dataReply(benchmarkRecord),
    may: everyoneButDemo,
    errors: ['conflict'],
  }),
  remove: endpoint('DELETE', '/api/benchmarks/:id/', {
    summary: 'Delete a benchmark.',
    params: byId,
    may: everyoneButDemo,
  }),
  line: endpoint('POST', '/api/benchmarks/line/', {
    summary: 'The benchmark as a second line beside the return of a portfolio or strategy.',
    query: subject.extend(pointsQuery.shape),
    body: filterBody,
    reply: dataReply(benchmarkLine),
    may: everyone,
    reads: true,
    errors: ['not_found'],
  }),
  compare: endpoint('POST', '/api/benchmarks/compare/', {
    summary: 'Compare one family, or a strategy, with its benchmark.',
    query: subject.extend({
      ...pointsQuery.shape,
      by: oneOf(attributionKeys).default('instrument_type').describe('Groups of the attribution.'),
      list: oneOf(benchmarkLists).default('periods').describe('What the CSV lists.'),
    }),
    body: filterBody,
    reply: dataReply(benchmarkComparison),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
    errors: ['not_found'],
  }),
}
