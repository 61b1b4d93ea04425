import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis, capitalFields, dailyPnl, pnlFields, pointsQuery } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import {
  expectedVersion,
  familyToCreateIn,
  figure,
  flags,
  fraction,
  longText,
  oneOf,
  positionId,
  reference,
  shortText,
  version,
} from '../core/values.ts'
import { position, positionTotals } from '../positions/shapes.ts'
import { linkKinds, strategyLegs } from '../vocabulary/instruments.ts'

const strategyFields = {
  strategy_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  version,
  family: reference.describe('The family its positions belong to.'),
}

const figures = {
  total_pnl_abs: figure,
  total_exposure: figure,
  total_value: figure,
  ...pnlFields,
  ...capitalFields,
}

/** A named group of positions. A position may be in several strategies, so they do not add up. */
export const strategy = z
  .object({ ...strategyFields, positions: z.array(reference), ...figures, flags })
  .meta({ id: 'Strategy', description: 'A named group of positions, open and closed.' })
export type Strategy = z.infer<typeof strategy>

/** A position outside the strategy that is linked to one inside; suggested when its partner is added. */
const offeredPosition = z
  .object({
    position: reference,
    linked_to: reference.describe('The linked position of the strategy.'),
    kind: oneOf(linkKinds),
    note: z.string().nullable(),
  })
  .meta({ id: 'OfferedPosition' })

/** Part of a strategy; the legs add up to it. */
const strategyLeg = z
  .object({
    leg: oneOf(strategyLegs).describe('Hedges are a leg of their own, in either direction.'),
    count: z.number().int(),
    value: figure,
    exposure: figure,
    pnl_abs_total: figure,
    pnl_abs_realized: figure,
    pnl_abs_unrealized: figure,
  })
  .meta({ id: 'StrategyLeg' })

/** Figures of a strategy with only part of its positions. */
const strategyResult = z
  .object({ value: figure, exposure: figure, ...pnlFields, ...capitalFields })
  .meta({ id: 'StrategyResult' })

const strategyDay = dailyPnl
  .extend({ twr: capitalFields.twr })
  .meta({ id: 'StrategyDay', description: 'P/L up to a day, and the time-weighted return up to it.' })

export const strategyDetail = z
  .object({
    ...strategyFields,
    positions: z.array(position),
    position_ids: z.array(positionId).describe('Number of all its positions, regardless of the filter.'),
    ...figures,
    total: positionTotals,
    exposures: z.object({ long: figure, short: figure, net: figure, gross: figure }),
    legs: z.array(strategyLeg),
    hedges: z
      .object({
        position_ids: z.array(positionId),
        hedge_ratio: fraction.describe('Exposure offset by the hedges, as a fraction of the rest.'),
        with_hedges: strategyResult,
        without_hedges: strategyResult,
      })
      .nullable()
      .describe('Null without a hedge link between positions of the strategy.'),
    offers: z.array(offeredPosition),
    returns: z.object({ twr: fraction, twr_annual: fraction, xirr: fraction }),
    daily_pnl: z.array(strategyDay).describe('Cumulative within the period.'),
    basis,
    flags,
  })
  .meta({ id: 'StrategyDetail' })
export type StrategyDetail = z.infer<typeof strategyDetail>

/** A strategy without figures: replies of changing calls have no filter to compute with. */
export const strategyRecord = z
  .object({ ...strategyFields, position_ids: z.array(positionId), offers: z.array(offeredPosition) })
  .meta({ id: 'StrategyRecord' })
export type StrategyRecord = z.infer<typeof strategyRecord>

const body = z.object({
  name: shortText,
  description: longText.default(''),
  position_ids: z.array(positionId).max(5000).default([]),
})

const onePosition = z.object({ position_id: positionId })

export const strategies = {
  list: endpoint('POST', '/api/strategy/list/', {
    summary: 'List your strategies with their figures.',
    query: z.object({
      ...pageQuery.shape,
      ...orderBy(['name', 'total_pnl_abs', 'total_exposure', 'total_value', 'pnl_rel_total', 'twr'], 'name')
        .shape,
    }),
    body: filterBody,
    reply: pageReply(strategy).extend({ basis }),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  detail: endpoint('POST', '/api/strategy/:id/', {
    summary: 'Read one strategy with its positions and its P/L day by day.',
    params: byId,
    query: pointsQuery,
    body: filterBody,
    reply: dataReply(strategyDetail),
    may: everyone,
    reads: true,
  }),
  create: endpoint('POST', '/api/strategy/', {
    summary: 'Create a strategy. Its family follows from its positions, else from the body.',
    body: body.extend({ family: familyToCreateIn }),
    reply: dataReply(strategyRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached', 'not_found'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/strategy/:id/', {
    summary: 'Change name, description or positions of a strategy.',
    params: byId,
    body: z
      .object({ name: shortText, description: longText, position_ids: body.shape.position_ids.unwrap() })
      .partial()
      .extend({ version: expectedVersion }),
    reply: dataReply(strategyRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'not_found', 'conflict'],
  }),
  remove: endpoint('DELETE', '/api/strategy/:id/', {
    summary: 'Delete a strategy. Its positions remain, and it can be restored for a short while.',
    params: byId,
    may: everyoneButDemo,
  }),
  restore: endpoint('POST', '/api/strategy/:id/restore/', {
    summary: 'Restore a strategy that was just deleted.',
    params: byId,
    reply: dataReply(strategyRecord),
    may: everyoneButDemo,
    errors: ['too_late', 'already_exists'],
    creates: false,
  }),
  addPosition: endpoint('POST', '/api/strategy/:id/position/', {
    summary: 'Add a position to a strategy.',
    params: byId,
    body: onePosition,
    reply: dataReply(strategyRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached'],
    creates: true,
  }),
  removePosition: endpoint('DELETE', '/api/strategy/:id/position/', {
    summary: 'Remove a position from a strategy. The position itself remains.',
    params: byId,
    body: onePosition,
    reply: dataReply(strategyRecord),
    may: everyoneButDemo,
  }),
}
