import type { Position, PositionType } from '@plumbline/contract'
import { usePnlHeader } from '../../filter/period/use-pnl-header.ts'
import type { Sort } from '../../lib/api/order-by.ts'
import { weightIn } from '../../lib/format/format.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent, TypeMark, Weight } from '../../portfolio/cells.tsx'
import { nameCustody } from '../../portfolio/display-names.ts'
import { PositionName } from '../../portfolio/positions/position-name.tsx'
import { roundPositions } from '../../portfolio/positions/round-positions.ts'
import type { GroupDetail } from '../../portfolio/queries.ts'
import { replyDecimals } from '../../portfolio/round-parts.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'

interface GroupTableProps {
  detail: GroupDetail
  type: PositionType
  sort: Sort | null
  setSort: (sort: Sort | null) => void
  offset: number
  onOffset: (offset: number) => void
  pageSize: number
  onOpen: ((position: Position) => void) | undefined
}

export function GroupTable(props: GroupTableProps) {
  const { detail, type, sort, setSort, offset, onOffset, pageSize, onOpen } = props
  const text = useText()
  const format = useFormat()
  // One page has all rows, so that they can add up to the total.
  const decimals = replyDecimals(detail.basis)
  const rounded =
    detail.data.length < detail.count
      ? detail
      : { ...detail, ...renameRows(roundPositions(detail.data, detail.totals, decimals)) }
  const columns = useColumns(rounded, type)
  return (
    <Table<Position>
      label={text(type === 'open' ? 'positions_list_open' : 'positions_list_closed')}
      columns={columns}
      rows={rounded.data}
      rowKey={({ id }) => id}
      phoneRow={position => ({
        mark: <TypeMark type={position.instrument_type} />,
        title: position.name,
        note: position.date_closed === null ? nameCustody(position) : format.date(position.date_closed),
        value: (
          <Money value={type === 'open' ? position.value : position.pnl_abs_total} flags={position.flags} />
        ),
        change: <PnlPercent value={position.pnl_rel_total} />,
      })}
      sort={sort ?? { id: type === 'open' ? 'value' : 'date_closed', isDescending: true }}
      onSort={setSort}
      {...(onOpen && { onOpen })}
      {...(detail.count > pageSize && {
        paging: { limit: pageSize, offset, count: detail.count, onOffset },
      })}
    />
  )
}

function renameRows({ rows, total }: ReturnType<typeof roundPositions<GroupDetail['totals']>>) {
  return { data: rows, totals: total }
}

function useColumns({ basis: { currency }, totals }: GroupDetail, type: PositionType): Column<Position>[] {
  const text = useText()
  const pnlHeader = usePnlHeader()
  const format = useFormat()
  const share = (value: number | null) => weightIn(totals.value, value)
  const name: Column<Position> = {
    id: 'name',
    header: text('positions_name'),
    isSortable: true,
    cell: position => <PositionName {...position} />,
    total: text('table_total'),
  }
  const pnl: Column<Position>[] = [
    {
      id: 'pnl_abs_unrealized',
      header: text('position_pnl_abs_unrealized'),
      align: 'end',
      isSortable: true,
      cell: position => <PnlAmount value={position.pnl_abs_unrealized} />,
      total: <PnlAmount value={totals.pnl_abs_unrealized} />,
    },
    {
      id: 'pnl_abs_realized',
      header: text('position_pnl_abs_realized'),
      align: 'end',
      isSortable: true,
      cell: position => <PnlAmount value={position.pnl_abs_realized} />,
      total: <PnlAmount value={totals.pnl_abs_realized} />,
    },
    {
      id: 'pnl_abs_total',
      header: pnlHeader(currency),
      align: 'end',
      isSortable: true,
      cell: position => <PnlAmount value={position.pnl_abs_total} flags={position.flags} />,
      total: <PnlAmount value={totals.pnl_abs_total} />,
    },
  ]
  if (type === 'closed') {
    return [
      name,
      {
        id: 'date_closed',
        header: text('positions_closed'),
        isSortable: true,
        cell: ({ date_closed: date }) => (date === null ? '' : format.date(date)),
      },
      {
        id: 'proceeds',
        header: text('position_proceeds_in', { currency }),
        align: 'end',
        isSortable: true,
        cell: ({ proceeds }) => <Money value={proceeds} />,
        total: <Money value={totals.proceeds} />,
      },
      ...pnl,
    ]
  }
  return [
    name,
    {
      id: 'value',
      header: text('position_value_in', { currency }),
      align: 'end',
      isSortable: true,
      cell: ({ value, flags }) => <Money value={value} flags={flags} />,
      total: <Money value={totals.value} />,
    },
    {
      id: 'share',
      header: text('group_modal_share'),
      align: 'end',
      cell: ({ value }) => <Weight value={share(value)} />,
      total: <Weight value={weightIn(totals.value, totals.value)} />,
    },
    ...pnl,
  ]
}
