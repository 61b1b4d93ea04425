import type { PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { PnlPercent } from '../../portfolio/cells.tsx'
import { groupDetailQuery } from '../../portfolio/queries.ts'
import type { PositionGroupKey } from './position-groups.ts'

interface GroupReturnProps {
  groupBy: PositionGroupKey
  groupKey: string
  type: PositionType
}

/** The return of a group, which the server computes, as it is not the sum of its rows. */
export function GroupReturn({ groupBy, groupKey, type }: GroupReturnProps) {
  const { body } = useFilter()
  const { data, isPlaceholderData } = useQuery({
    ...groupDetailQuery(body, {
      filter_key: groupBy,
      filter_value: groupKey,
      position_type: type,
      limit: 1,
    }),
    meta: { quiet: true },
  })
  if (data === undefined || isPlaceholderData) return null
  return <PnlPercent value={data.totals.pnl_rel_total} />
}
