import { useHasSeveralFamilies } from '../../filter/family/use-family.ts'
import { usePnlHeader } from '../../filter/period/use-pnl-header.ts'
import type { Sort } from '../../lib/api/order-by.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent } from '../../portfolio/cells.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './strategies.module.css'
import type { Strategies, StrategyRow } from './use-strategies.ts'

interface StrategiesTableProps {
  page: Strategies
  chosenId: string | undefined
  onChoose: (id: string) => void
  sort: Sort
  onSort: (sort: Sort | null) => void
}

export function StrategiesTable({ page, chosenId, onChoose, sort, onSort }: StrategiesTableProps) {
  const text = useText()
  const format = useFormat()
  const { currency } = page.basis
  const hasSeveral = useHasSeveralFamilies()
  const pnlHeader = usePnlHeader()
  const pnl = (row: StrategyRow) => (
    <span className={styles.two}>
      <PnlAmount value={row.total_pnl_abs} flags={row.flags} />
      <small title={text('pnl_group_note')}>
        <PnlPercent value={row.pnl_rel_total} />
      </small>
    </span>
  )
  const columns: Column<StrategyRow>[] = [
    {
      id: 'name',
      header: text('strategy_name'),
      isSortable: true,
      cell: row => (
        <span className={styles.two}>
          <b>{row.name}</b>
          <small className={styles.quiet}>
            {page.basis.family === null && hasSeveral
              ? [row.family.name, row.description].filter(Boolean).join(' · ')
              : row.description}
          </small>
        </span>
      ),
    },
    {
      id: 'positions',
      header: text('strategy_positions'),
      align: 'end',
      cell: row => format.count(row.positions.length),
    },
    {
      id: 'total_exposure',
      header: text('strategy_exposure_in', { currency }),
      align: 'end',
      isSortable: true,
      cell: row => <Money value={row.total_exposure} flags={row.flags} />,
    },
    {
      id: 'total_pnl_abs',
      header: pnlHeader(currency),
      align: 'end',
      isSortable: true,
      cell: pnl,
    },
    {
      id: 'twr',
      header: text('strategy_twr_short'),
      align: 'end',
      isSortable: true,
      cell: row => <PnlPercent value={row.twr} />,
    },
  ]
  return (
    <Table<StrategyRow>
      label={text('tab_strategies')}
      density="roomy"
      columns={columns}
      rows={page.data}
      rowKey={row => row.strategy_id}
      selected={new Set(chosenId === undefined ? [] : [chosenId])}
      onOpen={row => onChoose(row.strategy_id)}
      onSelect={keys => [...keys].filter(key => key !== chosenId).forEach(onChoose)}
      sort={sort}
      onSort={onSort}
      phoneRow={row => ({
        title: row.name,
        note: row.description,
        value: <PnlAmount value={row.total_pnl_abs} flags={row.flags} />,
        change: <PnlPercent value={row.pnl_rel_total} />,
      })}
    />
  )
}
