import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount } from '../../portfolio/cells.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './strategies.module.css'
import type { StrategyDetail } from './use-strategies.ts'

type Leg = StrategyDetail['legs'][number]

/** The long, short and hedge legs, which add up to the strategy. */
export function StrategyLegs({ detail }: { detail: StrategyDetail }) {
  const text = useText()
  const format = useFormat()
  const { legs, exposures, total, basis } = detail
  const columns: Column<Leg>[] = [
    {
      id: 'leg',
      header: text('strategy_leg'),
      cell: row => text(`strategy_leg_${row.leg}`),
      total: text('strategy_exposure_net'),
    },
    { id: 'count', header: text('strategy_positions'), align: 'end', cell: row => format.count(row.count) },
    {
      id: 'exposure',
      header: text('strategy_exposure_in', { currency: basis.currency }),
      align: 'end',
      cell: row => <Money value={row.exposure} />,
      total: <Money value={exposures.net} />,
    },
    {
      id: 'unrealized',
      header: text('strategy_unrealized'),
      align: 'end',
      cell: row => <PnlAmount value={row.pnl_abs_unrealized} />,
      total: <PnlAmount value={total.pnl_abs_unrealized} />,
    },
    {
      id: 'realized',
      header: text('strategy_realized'),
      align: 'end',
      cell: row => <PnlAmount value={row.pnl_abs_realized} />,
      total: <PnlAmount value={total.pnl_abs_realized} />,
    },
    {
      id: 'pnl',
      header: text('strategy_pnl_in', { currency: basis.currency }),
      align: 'end',
      cell: row => <PnlAmount value={row.pnl_abs_total} />,
      total: <PnlAmount value={total.pnl_abs_total} />,
    },
  ]
  return (
    <>
      <h3 className={styles.heading}>{text('strategy_legs')}</h3>
      <Table<Leg>
        label={text('strategy_legs')}
        density="compact"
        columns={columns}
        rows={legs}
        rowKey={row => row.leg}
        phoneRow={row => ({
          title: text(`strategy_leg_${row.leg}`),
          note: <Money value={row.exposure} />,
          value: <PnlAmount value={row.pnl_abs_total} />,
        })}
      />
    </>
  )
}
