import { currencyDecimals, roundParts } from '../../lib/format/format.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, Price, Quantity } from '../../portfolio/cells.tsx'
import { formatHoldingPeriod } from '../../portfolio/holding-period.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './summary-tab.module.css'
import type { PositionView } from './use-position.ts'

interface LotTableProps {
  original: PositionView
  calculated: PositionView
  /** The cost as shown above, which the lots add up to. */
  cost: number | null
}

interface Lot {
  key: string
  date: string
  heldDays: number
  quantity: number
  price: number | null
  cost: number | null
}

/** The open lots with date, quantity, cost and holding period. */
export function LotTable({ original, calculated, cost: total }: LotTableProps) {
  const text = useText()
  const format = useFormat()
  const { lots } = calculated
  const costs = lots.map(lot => lot.cost)
  const rounded =
    total === null || costs.includes(null)
      ? costs
      : roundParts(costs, currencyDecimals(calculated.view_currency), total)
  const rows = lots.map(
    (lot, index): Lot => ({
      // Two lots of one day may be identical.
      key: `${lot.date} ${index}`,
      date: lot.date,
      heldDays: lot.held_days,
      quantity: lot.quantity,
      price: original.lots[index]?.price ?? null,
      cost: rounded[index] ?? null,
    }),
  )
  const held = ({ date, heldDays }: Lot) => formatHoldingPeriod(date, addDays(date, heldDays), text, format)
  const columns: Column<Lot>[] = [
    {
      id: 'date',
      header: text('details_lot_date'),
      cell: ({ date }) => format.date(date),
      total: text('table_total'),
    },
    { id: 'held', header: text('position_held'), align: 'end', cell: held },
    {
      id: 'quantity',
      header: text('positions_quantity'),
      align: 'end',
      cell: ({ quantity }) => <Quantity value={quantity} />,
      total: <Quantity value={calculated.quantity} />,
    },
    {
      id: 'price',
      header: text('details_lot_unit'),
      align: 'end',
      cell: ({ price }) => <Price value={price} currency={original.view_currency} />,
    },
    {
      id: 'cost',
      header: text('position_cost_in', { currency: calculated.view_currency }),
      align: 'end',
      cell: ({ cost }) => <Money value={cost} />,
      total: <Money value={total} />,
    },
  ]
  return (
    <section className={styles.frame}>
      <header className={styles.frameHead}>
        <h3>{text('details_lots')}</h3>
        <span className={styles.quiet}>{text('details_lots_note', { count: lots.length })}</span>
      </header>
      <Table<Lot>
        label={text('details_lots')}
        density="compact"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        phoneRow={lot => ({
          title: format.date(lot.date),
          note: (
            <>
              <span data-amount="">{format.quantity(lot.quantity)}</span> × {format.price(lot.price)}{' '}
              {original.view_currency}
            </>
          ),
          value: <Money value={lot.cost} />,
          change: held(lot),
        })}
      />
    </section>
  )
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}
