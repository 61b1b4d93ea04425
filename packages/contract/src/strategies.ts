import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { basis, dailyPnl, pnlFields, pointsQuery, positionTotals } from './figures.ts'
import { filterBody } from './filter.ts'
import { byId, dataOf, orderBy, pageOf, pageQuery } from './page.ts'
import { everyone, everyoneButDemo } from './policy.ts'
import { position } from './position.ts'
import { figure, flags, longText, positionId, reference, shortText } from './values.ts'

const strategyFields = {
  strategy_id: z.uuid(),
  name: z.string(),
  description: z.string(),
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

export const strategyDetail = z
  .object({
    ...strategyFields,
    positions: z.array(position),
    ...figures,
    total: positionTotals,
    daily_pnl: z.array(dailyPnl).describe('Cumulative within the period.'),
    basis,
    flags,
  })
  .meta({ id: 'StrategyDetail' })

/** A strategy without figures, as the calls that change one answer: they carry no filter to compute under. */
export const strategyRecord = z
  .object({ ...strategyFields, position_ids: z.array(positionId) })
  .meta({ id: 'StrategyRecord' })

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
    summary: 'Make a strategy.',
    body,
    reply: dataOf(strategyRecord),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached', 'not_found'],
  }),
  change: endpoint('PATCH', '/api/strategy/:id/', {
    summary: 'Rename a strategy, describe it anew, or give it other positions.',
    params: byId,
    body: z
      .object({ name: shortText, description: longText, position_ids: body.shape.position_ids.unwrap() })
      .partial(),
    reply: dataOf(strategyRecord),
    may: everyoneButDemo,
    errors: ['already_exists'],
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
    errors: ['too_late'],
  }),
  addPosition: endpoint('POST', '/api/strategy/:id/position/', {
    summary: 'Add a position to a strategy.',
    params: byId,
    body: onePosition,
    reply: dataOf(strategyRecord),
    may: everyoneButDemo,
    errors: ['already_exists'],
  }),
  removePosition: endpoint('DELETE', '/api/strategy/:id/position/', {
    summary: 'Take a position out of a strategy. The position itself stays.',
    params: byId,
    body: onePosition,
    reply: dataOf(strategyRecord),
    may: everyoneButDemo,
  }),
}
