import { currencyDecimals, roundParts } from '../../lib/format/format.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { type Translate, useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent, Price, Quantity } from '../../portfolio/cells.tsx'
import { formatHoldingPeriod } from '../../portfolio/positions/holding-period.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import type { RoundedView } from './round-position.ts'
import styles from './summary-tab.module.css'
import type { PositionView } from './use-position.ts'

interface LotTableProps {
  original: PositionView
  calculated: PositionView
  /** Cost, value and unrealized P&L since purchase as shown above, which the lots add up to. */
  shown: Pick<RoundedView, 'cost' | 'value'> & { unrealized: number | null }
}

interface Lot {
  key: string
  date: string
  heldDays: number
  quantity: number
  price: number | null
  cost: number | null
  /** Null where the lots do not explain the unrealized P&L, as for futures. */
  value: number | null
  gain: number | null
}

/** The open lots with date, quantity, cost, value and gain. */
export function LotTable({ original, calculated, shown }: LotTableProps) {
  const total = shown.cost
  const text = useText()
  const format = useFormat()
  const { lots } = calculated
  const costs = lots.map(lot => lot.cost)
  const rounded =
    total === null || costs.includes(null)
      ? costs
      : roundParts(costs, currencyDecimals(calculated.view_currency), total)
  const values = listLotValues(calculated, shown)
  const rows = lots.map(
    (lot, index): Lot => ({
      // Two lots of one day may be identical.
      key: `${lot.date} ${index}`,
      date: lot.date,
      heldDays: lot.held_days,
      quantity: lot.quantity,
      price: original.lots[index]?.price ?? null,
      cost: rounded[index] ?? null,
      value: values?.[index] ?? null,
      gain: lotGain(values?.[index], rounded[index]),
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
    ...(values === null ? [] : gainColumns(calculated.view_currency, shown, text)),
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
          value: <Money value={lot.value ?? lot.cost} />,
          change: lot.gain === null ? held(lot) : <PnlAmount value={lot.gain} />,
        })}
      />
    </section>
  )
}

/** The value and gain of a lot, where gains add up to the unrealized P&L since purchase. */
function gainColumns(currency: string, shown: LotTableProps['shown'], text: Translate): Column<Lot>[] {
  const share = (gain: number | null, cost: number | null) =>
    gain === null || cost === null || cost === 0 ? null : gain / Math.abs(cost)
  return [
    {
      id: 'value',
      header: text('position_value_in', { currency }),
      align: 'end',
      cell: ({ value }) => <Money value={value} />,
      total: <Money value={shown.value} />,
    },
    {
      id: 'gain',
      header: text('details_lot_gain', { currency }),
      align: 'end',
      cell: ({ gain }) => <PnlAmount value={gain} />,
      total: <PnlAmount value={shown.unrealized} />,
    },
    {
      id: 'gain_rel',
      header: text('details_lot_gain_rel'),
      align: 'end',
      priority: 1,
      cell: ({ gain, cost }) => <PnlPercent value={share(gain, cost)} />,
      total: <PnlPercent value={share(shown.unrealized, shown.cost)} />,
    },
  ]
}

function lotGain(value: number | null | undefined, cost: number | null | undefined): number | null {
  return value === null || value === undefined || cost === null || cost === undefined ? null : value - cost
}

/**
 * The value of each lot, by its share of the quantity: all units have one price. Null unless value less cost is the
 * unrealized P&L.
 */
function listLotValues(
  { lots, quantity, view_currency: currency }: PositionView,
  { value, cost, unrealized }: LotTableProps['shown'],
): readonly number[] | null {
  if (value === null || cost === null || unrealized === null || quantity === 0) return null
  const decimals = currencyDecimals(currency)
  if (Math.abs(value - cost - unrealized) > 2 * 10 ** -decimals) return null
  return roundParts(
    lots.map(lot => (value * lot.quantity) / quantity),
    decimals,
    value,
  ).map(part => part ?? 0)
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}
