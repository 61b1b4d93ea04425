import type { PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { PnlPercent } from '../../portfolio/cells.tsx'
import { groupDetailQuery } from '../../portfolio/queries.ts'
import type { PositionGroupKey } from './position-groups.ts'

interface GroupReturnProps {
  groupBy: PositionGroupKey
  groupKey: string
  type: PositionType
}

/** The P/L of a group as a share of its capital, which the server computes, as it is not the sum of its rows. */
export function GroupReturn({ groupBy, groupKey, type }: GroupReturnProps) {
  const text = useText()
  const { body } = useFilter()
  const { data, isPlaceholderData } = useQuery({
    ...groupDetailQuery(body, {
      filter_key: groupBy,
      filter_value: groupKey,
      position_type: type,
      cash: 'false',
      limit: 1,
    }),
    meta: { quiet: true },
  })
  if (data === undefined || isPlaceholderData) return null
  return (
    <span title={text('pnl_group_note')}>
      <PnlPercent value={data.totals.pnl_rel_total} />
    </span>
  )
}
