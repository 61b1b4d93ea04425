import type { Position } from '@plumbline/contract'
import { useModal } from '../../lib/browser/modals.ts'
import { weightIn } from '../../lib/format/format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Money, PnlAmount, TypeMark, Weight } from '../../portfolio/cells.tsx'
import { PositionName } from '../../portfolio/positions/position-name.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './strategies.module.css'
import { type StrategyDetail, useRemoveFromStrategy } from './use-strategies.ts'

/** The positions of the strategy with their total. */
export function StrategyPositions({ detail, canChange }: { detail: StrategyDetail; canChange: boolean }) {
  const text = useText()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const remove = useRemoveFromStrategy()
  const columns = useColumns(detail)
  const removal: Column<Position> = {
    id: 'remove',
    header: text('actions'),
    isHeaderHidden: true,
    align: 'end',
    cell: row => (
      <IconButton
        icon="close"
        size="small"
        label={text('strategy_remove_position', { name: row.name })}
        onClick={() =>
          remove.mutate({ id: detail.strategy_id, positionId: storedId(detail, row), name: row.name })
        }
      />
    ),
  }
  return (
    <Table<Position>
      label={text('strategy_positions')}
      density="regular"
      columns={canChange ? [...columns, removal] : columns}
      rows={detail.positions}
      rowKey={row => row.id}
      {...(!isDemo && { onOpen: row => void open({ kind: 'position', id: row.id }) })}
      phoneRow={row => ({
        mark: <TypeMark type={row.instrument_type} />,
        title: row.name,
        note: <Money value={row.date_closed === null ? row.exposure : null} />,
        value: <PnlAmount value={row.pnl_abs_total} flags={row.flags} />,
      })}
    />
  )
}

function useColumns(detail: StrategyDetail): Column<Position>[] {
  const text = useText()
  const { total } = detail
  const { currency } = detail.basis
  const share = (row: Position) => weightIn(detail.exposures.net, row.exposure)
  const most = Math.max(...detail.positions.map(row => Math.abs(row.pnl_abs_total ?? 0)), 1e-9)
  return [
    {
      id: 'name',
      header: text('strategy_positions'),
      cell: row => <PositionName {...row} />,
      sortValue: row => row.name,
      total: text('table_total'),
    },
    {
      id: 'exposure',
      header: text('strategy_exposure_in', { currency }),
      align: 'end',
      cell: row => <Money value={row.date_closed === null ? row.exposure : null} flags={row.flags} />,
      sortValue: row => row.exposure,
      total: <Money value={total.exposure} />,
    },
    {
      id: 'share',
      header: text('strategy_share'),
      align: 'end',
      cell: row => <Weight value={row.date_closed === null ? share(row) : null} />,
      sortValue: share,
    },
    {
      id: 'unrealized',
      header: text('strategy_unrealized'),
      align: 'end',
      cell: row => <PnlAmount value={row.pnl_abs_unrealized} />,
      sortValue: row => row.pnl_abs_unrealized,
      total: <PnlAmount value={total.pnl_abs_unrealized} />,
    },
    {
      id: 'realized',
      header: text('strategy_realized'),
      align: 'end',
      cell: row => <PnlAmount value={row.pnl_abs_realized} />,
      sortValue: row => row.pnl_abs_realized,
      total: <PnlAmount value={total.pnl_abs_realized} />,
    },
    {
      id: 'pnl',
      header: text('strategy_pnl_in', { currency }),
      align: 'end',
      cell: row => <PnlAmount value={row.pnl_abs_total} flags={row.flags} />,
      sortValue: row => row.pnl_abs_total,
      total: <PnlAmount value={total.pnl_abs_total} />,
    },
    {
      id: 'bar',
      header: text('overview_pnl'),
      isHeaderHidden: true,
      cell: row => <PnlBar share={(row.pnl_abs_total ?? 0) / most} />,
      total: <SumCheck detail={detail} />,
    },
  ]
}

/** The id under which the strategy stores a position, which may be an older one. */
function storedId({ position_ids: ids, positions }: StrategyDetail, { id }: Position): string {
  if (ids.includes(id)) return id
  const known = new Set(positions.map(row => row.id))
  return ids.find(kept => !known.has(kept)) ?? id
}

function PnlBar({ share }: { share: number }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span
        className={share < 0 ? styles.loss : styles.gain}
        style={{ width: `${Math.max(2, Math.abs(share) * 100)}%` }}
      />
    </span>
  )
}

/** Confirms that the positions add up to the total. */
function SumCheck({ detail }: { detail: StrategyDetail }) {
  const text = useText()
  const sum = detail.positions.reduce((total, row) => total + (row.pnl_abs_total ?? 0), 0)
  if (Math.abs(sum - (detail.total.pnl_abs_total ?? 0)) > 0.005) return null
  return (
    <span className={styles.exact}>
      <Icon name="check" size={12} />
      {text('strategy_exact')}
    </span>
  )
}
