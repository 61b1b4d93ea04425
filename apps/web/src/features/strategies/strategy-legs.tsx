import { roundTable } from '../../lib/format/format.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount } from '../../portfolio/cells.tsx'
import { replyDecimals, roundAmount, roundToTotal } from '../../portfolio/round-parts.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './strategies.module.css'
import type { StrategyDetail } from './use-strategies.ts'

type Leg = StrategyDetail['legs'][number]

/** Rounds the legs like the positions above them, so that they add up to the same totals. */
function roundLegs({ legs, total, exposures, basis }: StrategyDetail): Leg[] {
  const decimals = replyDecimals(basis)
  const column = (field: 'exposure' | 'pnl_abs_total', sum: number | null) =>
    roundToTotal(
      legs.map(leg => leg[field]),
      roundAmount(sum, decimals),
      decimals,
    )
  const exposure = column('exposure', exposures.net)
  const pnl = column('pnl_abs_total', total.pnl_abs_total)
  const parts = roundTable(
    legs.map(leg => [leg.pnl_abs_realized, leg.pnl_abs_unrealized]),
    pnl,
    [total.pnl_abs_realized, total.pnl_abs_unrealized],
    decimals,
  )
  return legs.map((leg, index) => ({
    ...leg,
    exposure: exposure[index] ?? null,
    pnl_abs_total: pnl[index] ?? null,
    pnl_abs_realized: parts[index]?.[0] ?? null,
    pnl_abs_unrealized: parts[index]?.[1] ?? null,
  }))
}

/** The long, short and hedge legs, which add up to the strategy. */
export function StrategyLegs({ detail }: { detail: StrategyDetail }) {
  const text = useText()
  const format = useFormat()
  const { exposures, total, basis } = detail
  const legs = roundLegs(detail)
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
