import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply } from '../core/page.ts'
import { everyoneButDemo } from '../core/policy.ts'
import { oneOf, positionId, shortText } from '../core/values.ts'
import { position, positionTotals } from '../positions/shapes.ts'
import { chosenLinkKinds, linkKinds } from '../vocabulary/instruments.ts'

const link = z.object({
  id: z.uuid().nullable().describe('Null for a link that follows from a transaction and cannot be deleted.'),
  kind: oneOf(linkKinds),
  note: z.string().nullable(),
})

export const linkedPosition = link.extend({ position }).meta({ id: 'LinkedPosition' })

export const linkedPositions = {
  list: endpoint('POST', '/api/linked-positions/', {
    summary: 'List the positions linked to a position, with their combined figures.',
    query: z.object({ position_id: positionId }),
    body: filterBody,
    reply: z.object({
      data: z.array(linkedPosition),
      count: z.number().int(),
      position: position.describe('The position itself.'),
      total: positionTotals.describe('The combined figures of the position and those linked to it.'),
      basis,
    }),
    may: everyoneButDemo,
    reads: true,
    errors: ['demo_no_details', 'not_found'],
  }),
  create: endpoint('POST', '/api/linked-position/', {
    summary: 'Link two positions.',
    body: z.object({
      position_id: positionId,
      linked_position_id: positionId,
      kind: oneOf(chosenLinkKinds).default('other'),
      note: shortText.nullable().default(null),
    }),
    reply: dataReply(link.extend({ position_id: positionId, linked_position_id: positionId })),
    may: everyoneButDemo,
    errors: ['demo_no_details', 'not_found', 'already_exists'],
    creates: true,
  }),
  remove: endpoint('DELETE', '/api/linked-position/:id/', {
    summary: 'Remove a link between two positions. The positions are unchanged.',
    params: byId,
    may: everyoneButDemo,
    errors: ['demo_no_details'],
  }),
}
