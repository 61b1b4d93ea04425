import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent } from '../../portfolio/cells.tsx'
import { Percent } from '../../ui/display/figure.tsx'
import { Table } from '../../ui/table/table.tsx'
import styles from './strategies.module.css'
import type { StrategyDetail } from './use-strategies.ts'

type Hedges = NonNullable<StrategyDetail['hedges']>
type Result = Hedges['with_hedges'] & { label: string }

/** The hedge ratio, and the result of the strategy with and without hedges. */
export function StrategyHedges({ hedges, currency }: { hedges: Hedges; currency: string }) {
  const text = useText()
  const rows: Result[] = [
    { label: text('strategy_with_hedges'), ...hedges.with_hedges },
    { label: text('strategy_without_hedges'), ...hedges.without_hedges },
  ]
  return (
    <>
      <h3 className={styles.heading}>
        {text('strategy_hedges')}
        <span>
          {text('strategy_hedge_ratio')} <Percent value={hedges.hedge_ratio} sign="minus" />
        </span>
      </h3>
      <Table<Result>
        label={text('strategy_hedges')}
        density="compact"
        columns={[
          { id: 'label', header: text('strategy_hedges'), cell: row => row.label },
          {
            id: 'exposure',
            header: text('strategy_exposure_in', { currency }),
            align: 'end',
            cell: row => <Money value={row.exposure} />,
          },
          {
            id: 'pnl',
            header: text('strategy_pnl_in', { currency }),
            align: 'end',
            cell: row => <PnlAmount value={row.pnl_abs_total} />,
          },
          {
            id: 'twr',
            header: text('strategy_twr'),
            align: 'end',
            cell: row => <PnlPercent value={row.twr} />,
          },
        ]}
        rows={rows}
        rowKey={row => row.label}
        phoneRow={row => ({
          title: row.label,
          note: <Money value={row.exposure} />,
          value: <PnlAmount value={row.pnl_abs_total} />,
          change: <PnlPercent value={row.pnl_rel_total} />,
        })}
      />
    </>
  )
}
