import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import {
  amount,
  expectedVersion,
  familyQuery,
  familyToCreateIn,
  figure,
  fraction,
  isoDate,
  oneOf,
  positionId,
  reference,
  shortText,
  version,
} from '../core/values.ts'
import {
  bandStates,
  driftGaps,
  keptReasons,
  leftOutReasons,
  orderKinds,
  proposalProblems,
  rebalanceGoals,
  targetDimensions,
} from '../vocabulary/targets.ts'

export const targetDimension = oneOf(targetDimensions).meta({ id: 'TargetDimension' })

/** A share in whole basis points. */
const share = z
  .number()
  .min(0)
  .max(1)
  .refine(value => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, {
    error: 'Use at most two decimals of a percent.',
  })

const bucketFields = {
  key: z
    .string()
    .min(1)
    .max(100)
    .describe('Key of the group, such as equity, CH or CHF; a security by its id.'),
  weight: share.describe('Target weight; all weights add up to 1.'),
  min: share.describe('Lower edge of the band.'),
  max: share.describe('Upper edge of the band.'),
}
const bucket = z.object(bucketFields).meta({ id: 'TargetBucket' })

const targetFields = {
  name: shortText.describe('Name, such as Balanced.'),
  valid_from: isoDate.describe('First day of validity, until the next target of the same division.'),
  buckets: z.array(bucket).min(1).max(200),
  locked_positions: z.array(positionId).max(1000).describe('Positions that no proposal touches.'),
}

export const targetRecord = z
  .object({
    id: z.uuid(),
    family: reference,
    strategy: reference.nullable().describe('The strategy it applies to; null for the whole family.'),
    dimension: targetDimension,
    ...targetFields,
    version,
  })
  .meta({ id: 'Target', description: 'A target allocation, valid from a day.' })
export type TargetRecord = z.infer<typeof targetRecord>

export const bucketDrift = z
  .object({
    key: z.string(),
    name: z.string(),
    value: figure.describe('Null where nothing in it can be valued, like weight and drift.'),
    weight: fraction.describe('Share of the base; null without a base above 0.'),
    target: fraction.describe('Null without a target, like the band.'),
    min: fraction,
    max: fraction,
    drift: fraction.describe('Weight less target: 0.05 is five points.'),
    drift_value: figure.describe('Value less target value.'),
    state: oneOf(bandStates),
  })
  .meta({ id: 'BucketDrift' })
export type BucketDrift = z.infer<typeof bucketDrift>

/** The bucket of all targets of a family that is farthest from its target. */
const largestDrift = z
  .object({
    dimension: targetDimension,
    key: z.string(),
    name: z.string(),
    weight: z.number(),
    target: z.number(),
    min: z.number(),
    max: z.number(),
    drift: z.number().describe('Weight less target: 0.05 is five points.'),
    state: oneOf(['within', 'below', 'above']),
    is_partial: z.boolean().describe('Whether positions without a value are left out of the weights.'),
  })
  .meta({ id: 'LargestDrift' })

/** The drift of a client, in lists of clients. */
export const clientDrift = {
  largest_drift: largestDrift
    .nullable()
    .describe('The largest drift outside its band, else the largest, over all targets of the day.'),
  drift_gap: oneOf(driftGaps).nullable().describe('Why there is no drift; null where there is one.'),
}
export type LargestDrift = z.infer<typeof largestDrift>

const leftOut = z.array(z.object({ position: reference, reason: oneOf(leftOutReasons) }))
const kept = z.array(z.object({ position: reference, reason: oneOf(keptReasons) }))

export const targetDrift = z
  .object({
    target: targetRecord.nullable().describe('The target of the day; null if there is none.'),
    dimension: targetDimension,
    dimensions: z.array(targetDimension).describe('Divisions that have a target on this day.'),
    base: figure.describe(
      'Net asset value, of a strategy the value of its positions; null where nothing can be valued.',
    ),
    buckets: z.array(bucketDrift),
    left_out: leftOut.describe('Positions that cannot be valued; they are not part of the weights.'),
    basis,
  })
  .meta({ id: 'TargetDrift' })
export type TargetDrift = z.infer<typeof targetDrift>

const cashPlace = z.object({ account: reference, currency: z.string(), amount: z.number() })

export const proposedOrder = z
  .object({
    number: z.number().int(),
    kind: oneOf(orderKinds),
    position: reference.nullable().describe('Null for a move of cash.'),
    isin: z.string().nullable(),
    symbol: z.string().nullable(),
    bucket: z.string().nullable().describe('Name of the bucket of the position.'),
    account: reference,
    quantity: z.number().nullable(),
    price: figure.describe('Last price, in the currency of the position.'),
    currency: z.string(),
    amount: z.number().describe('Without costs, in the reporting currency.'),
    fee: z.number(),
    tax: z.number(),
    gain: figure.describe('Realized gain before costs; null for buys, and if the cost is unknown.'),
    cash: z.array(cashPlace).describe('Cash paid (negative) and received, costs included.'),
  })
  .meta({ id: 'ProposedOrder' })
export type ProposedOrder = z.infer<typeof proposedOrder>

export const proposal = z
  .object({
    target: targetRecord,
    orders: z.array(proposedOrder),
    before: z.array(bucketDrift),
    after: z.array(bucketDrift).describe('Computed from the orders.'),
    base_before: figure.describe('Null where nothing can be valued.'),
    base_after: z.number(),
    cash_before: z.number(),
    cash_after: z.number(),
    fees: z.number(),
    taxes: z.number(),
    gain: z.number().describe('Realized gains less losses.'),
    is_within_bands: z.boolean(),
    problems: z
      .array(z.object({ bucket: z.string(), name: z.string(), problem: oneOf(proposalProblems) }))
      .describe('Why buckets stay outside their bands.'),
    kept: kept.describe('Positions that are not traded.'),
    left_out: leftOut,
    basis,
  })
  .meta({ id: 'TargetProposal' })
export type TargetProposal = z.infer<typeof proposal>

const rate = z.number().min(0).max(1)
const sum = amount.min(0)

export const proposalOptions = z
  .object({
    goal: oneOf(rebalanceGoals).default('bands'),
    min_cash: rate.default(0).describe('Share of the base to keep in cash.'),
    flow: amount
      .default(0)
      .describe('Planned deposit, negative for a withdrawal, in the reporting currency.'),
    min_order: sum.default(0).describe('Smallest order, in the reporting currency.'),
    lot_size: z.number().positive().max(1e6).default(1).describe('Units per lot of shares and ETFs.'),
    fee_rate: rate.default(0).describe('Fee as a fraction of the amount.'),
    fee_fixed: sum.default(0).describe('Fee per order.'),
    tax_rate: rate.default(0).describe('Tax on each realized gain.'),
    max_gain: sum.nullable().default(null).describe('Highest sum of realized gains; null for no limit.'),
    locked_positions: z.array(positionId).max(1000).default([]).describe('Locked in addition to the target.'),
  })
  .meta({ id: 'ProposalOptions' })
export type ProposalOptionsBody = z.input<typeof proposalOptions>

const subject = z.object({
  dimension: targetDimension.default('instrument_type'),
  strategy: z.uuid().optional().describe('Id of a strategy; absent for the whole family.'),
})

export const targets = {
  list: endpoint('GET', '/api/targets/', {
    summary: 'List target allocations with their history, the latest first.',
    query: pageQuery.extend({
      ...familyQuery,
      strategy: z.uuid().optional().describe('Only of this strategy.'),
    }),
    reply: pageReply(targetRecord),
    may: everyone,
  }),
  create: endpoint('POST', '/api/targets/', {
    summary: 'Add a target allocation of a family or a strategy, valid from a day.',
    body: z.object({
      family: familyToCreateIn,
      strategy: z.uuid().nullable().default(null).describe('Id of a strategy; null for the whole family.'),
      dimension: targetDimension,
      ...targetFields,
      locked_positions: targetFields.locked_positions.default([]),
    }),
    reply: dataReply(targetRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached', 'not_found'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/targets/:id/', {
    summary: 'Change a target allocation; omitted fields are unchanged.',
    params: byId,
    body: z.object(targetFields).partial().extend({ version: expectedVersion }),
    reply: dataReply(targetRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'conflict'],
  }),
  remove: endpoint('DELETE', '/api/targets/:id/', {
    summary: 'Delete a target allocation. The one before it is valid again.',
    params: byId,
    may: everyoneButDemo,
  }),
  drift: endpoint('POST', '/api/targets/drift/', {
    summary: 'Compare the portfolio of one family, or a strategy, with its target. Filters do not apply.',
    query: subject,
    body: filterBody,
    reply: dataReply(targetDrift),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
    errors: ['not_found'],
  }),
  propose: endpoint('POST', '/api/targets/propose/', {
    summary: 'Propose orders that lead back into the bands. Nothing is posted. CSV lists the orders.',
    query: subject,
    body: filterBody.extend({ options: proposalOptions.optional() }),
    reply: dataReply(proposal),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
    errors: ['not_found'],
  }),
}
