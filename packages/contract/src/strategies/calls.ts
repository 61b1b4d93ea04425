import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis, dailyPnl, pnlFields, pointsQuery, positionTotals } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataOf, orderBy, pageOf, pageQuery } from '../core/page.ts'
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
import { position } from '../positions/shapes.ts'
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
}

/** A named group of positions. A position may stand in several, so strategies do not add up. */
export const strategy = z
  .object({ ...strategyFields, positions: z.array(reference), ...figures, flags })
  .meta({ id: 'Strategy', description: 'A named group of positions, open and closed.' })
export type Strategy = z.infer<typeof strategy>

/** A position that is linked to one of the strategy and not in it: offered when its partner is added. */
const offeredPosition = z
  .object({
    position: reference,
    linked_to: reference.describe('The position of the strategy that it is linked to.'),
    kind: oneOf(linkKinds),
    note: z.string().nullable(),
  })
  .meta({ id: 'OfferedPosition' })

/** Part of a strategy; the legs add up to it. */
const strategyLeg = z
  .object({
    leg: oneOf(strategyLegs).describe('Hedges stand in a leg of their own, whichever way they move.'),
    count: z.number().int(),
    value: figure,
    exposure: figure,
    pnl_abs_total: figure,
    pnl_abs_realized: figure,
    pnl_abs_unrealized: figure,
  })
  .meta({ id: 'StrategyLeg' })

/** What a strategy would have done with a part of its positions only. */
const strategyResult = z
  .object({ value: figure, exposure: figure, ...pnlFields })
  .meta({ id: 'StrategyResult' })

export const strategyDetail = z
  .object({
    ...strategyFields,
    positions: z.array(position),
    position_ids: z.array(positionId).describe('Of all its positions, whatever the filter leaves of them.'),
    ...figures,
    total: positionTotals,
    exposures: z.object({ long: figure, short: figure, net: figure, gross: figure }),
    legs: z.array(strategyLeg),
    hedges: z
      .object({
        position_ids: z.array(positionId),
        hedge_ratio: fraction.describe('Exposure that the hedges take back, as a fraction of the rest.'),
        with_hedges: strategyResult,
        without_hedges: strategyResult,
      })
      .nullable()
      .describe('Null where no position is linked as a hedge to another one of the strategy.'),
    offers: z.array(offeredPosition),
    returns: z.object({ twr: fraction, twr_annual: fraction, xirr: fraction }),
    daily_pnl: z.array(dailyPnl).describe('Cumulative within the period.'),
    basis,
    flags,
  })
  .meta({ id: 'StrategyDetail' })
export type StrategyDetail = z.infer<typeof strategyDetail>

/** A strategy without figures, as the calls that change one answer: they carry no filter to compute under. */
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
      ...orderBy(['name', 'total_pnl_abs', 'total_exposure', 'total_value', 'pnl_rel_total'], 'name').shape,
    }),
    body: filterBody,
    reply: pageOf(strategy).extend({ basis }),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  detail: endpoint('POST', '/api/strategy/:id/', {
    summary: 'Read one strategy with its positions and its P/L day by day.',
    params: byId,
    query: pointsQuery,
    body: filterBody,
    reply: dataOf(strategyDetail),
    may: everyone,
    reads: true,
  }),
  create: endpoint('POST', '/api/strategy/', {
    summary: 'Make a strategy. Its positions name its family, else the body does.',
    body: body.extend({ family: familyToCreateIn }),
    reply: dataOf(strategyRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached', 'not_found'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/strategy/:id/', {
    summary: 'Rename a strategy, describe it anew, or give it other positions.',
    params: byId,
    body: z
      .object({ name: shortText, description: longText, position_ids: body.shape.position_ids.unwrap() })
      .partial()
      .extend({ version: expectedVersion }),
    reply: dataOf(strategyRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'not_found', 'conflict'],
  }),
  remove: endpoint('DELETE', '/api/strategy/:id/', {
    summary: 'Delete a strategy. Its positions stay, and it can be restored for a short while.',
    params: byId,
    may: everyoneButDemo,
  }),
  restore: endpoint('POST', '/api/strategy/:id/restore/', {
    summary: 'Bring back a strategy that was just deleted.',
    params: byId,
    reply: dataOf(strategyRecord),
    may: everyoneButDemo,
    errors: ['too_late', 'already_exists'],
    creates: false,
  }),
  addPosition: endpoint('POST', '/api/strategy/:id/position/', {
    summary: 'Add a position to a strategy.',
    params: byId,
    body: onePosition,
    reply: dataOf(strategyRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached'],
    creates: true,
  }),
  removePosition: endpoint('DELETE', '/api/strategy/:id/position/', {
    summary: 'Take a position out of a strategy. The position itself stays.',
    params: byId,
    body: onePosition,
    reply: dataOf(strategyRecord),
    may: everyoneButDemo,
  }),
}
