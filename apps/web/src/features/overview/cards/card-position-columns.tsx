import type { Position } from '@plumbline/contract'
import type { Format } from '../../../lib/format/use-format.ts'
import type { Translate } from '../../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent, Price, Quantity, TypeMark, Weight } from '../../../portfolio/cells.tsx'
import { nameCustody } from '../../../portfolio/display-names.ts'
import type { PositionsPage } from '../../../portfolio/queries.ts'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import type { Column, PhoneRow } from '../../../ui/table/table-props.ts'
import styles from './positions-card.module.css'

interface Wording {
  text: Translate
  format: Format
}

interface ColumnContext extends Wording {
  page: PositionsPage
  /** Rounded as everywhere on the page. */
  totals: { value: number | null; pnl: number | null }
}

/** The columns of open positions. */
export function openColumns({ text, page, totals }: ColumnContext): Column<Position>[] {
  const currency = page.basis.currency
  const total = page.total
  return [
    { ...nameColumn(text), total: text('positions_open_total') },
    custodianColumn(text),
    {
      id: 'quantity',
      header: text('positions_quantity'),
      align: 'end',
      priority: 2,
      cell: ({ quantity }) => <Quantity value={quantity} />,
    },
    {
      id: 'price_current',
      header: text('positions_price'),
      align: 'end',
      priority: 2,
      cell: position => <Price value={position.price_current} currency={position.currency} />,
    },
    {
      id: 'price_trend',
      header: text('positions_trend'),
      cell: ({ price_trend: trend }) =>
        trend !== null && trend.length > 1 && <Sparkline values={trend} label={text('positions_trend')} />,
    },
    {
      id: 'value',
      header: text('positions_value_in', { currency }),
      align: 'end',
      cell: ({ value, flags }) => <Money value={value} flags={flags} />,
      total: <Money value={totals.value} />,
    },
    {
      id: 'weight',
      header: text('positions_weight'),
      align: 'end',
      priority: 3,
      cell: ({ weight, flags }) => <Weight value={weight} flags={flags} />,
      total: <Weight value={total.weight} flags={total.flags} />,
    },
    ...pnlColumns(text, page, totals.pnl),
  ]
}

/** The columns of closed positions. */
export function closedColumns({ text, format, page, totals }: ColumnContext): Column<Position>[] {
  return [
    { ...nameColumn(text), total: text('positions_closed_total') },
    custodianColumn(text),
    {
      id: 'date_open',
      header: text('positions_opened'),
      cell: ({ date_open: date }) => <span className={styles.quiet}>{format.date(date)}</span>,
    },
    {
      id: 'date_closed',
      header: text('positions_closed'),
      cell: ({ date_closed: date }) => (
        <span className={styles.quiet}>{date === null ? '' : format.date(date)}</span>
      ),
    },
    ...pnlColumns(text, page, totals.pnl),
  ]
}

function nameColumn(text: Translate): Column<Position> {
  return {
    id: 'name',
    header: text('positions_name'),
    cell: ({ name, instrument_type: type }) => (
      <span className={styles.name}>
        <TypeMark type={type} />
        <b className={styles.words} title={name}>
          {name}
        </b>
      </span>
    ),
  }
}

function custodianColumn(text: Translate): Column<Position> {
  return {
    id: 'custodian',
    header: text('positions_custodian'),
    cell: position => (
      <span className={styles.custodian} title={nameCustody(position)}>
        {nameCustody(position)}
      </span>
    ),
  }
}

function pnlColumns(text: Translate, page: PositionsPage, totalPnl: number | null): Column<Position>[] {
  const currency = page.basis.currency
  const total = page.total
  return [
    {
      id: 'pnl_abs_total',
      header: text('positions_pnl_in', { currency }),
      align: 'end',
      cell: ({ pnl_abs_total: pnl, flags }) => <PnlAmount value={pnl} flags={flags} />,
      total: <PnlAmount value={totalPnl} />,
    },
    {
      id: 'pnl_rel_total',
      header: text('positions_pnl_percent'),
      align: 'end',
      cell: ({ pnl_rel_total: pnl }) => <PnlPercent value={pnl} />,
      total: <PnlPercent value={total.pnl_rel_total} />,
    },
  ]
}

/** The row on a phone: name with quantity and price, value with profit and loss. */
export function positionPhoneRow(position: Position, isOpen: boolean, { text, format }: Wording): PhoneRow {
  const { name, instrument_type: type, quantity, price_current: price, currency } = position
  const count = (
    <span key="quantity" data-amount="">
      {format.quantity(quantity)}
    </span>
  )
  return {
    mark: <TypeMark type={type} />,
    title: name,
    note: isOpen ? (
      <>
        {count} × {currency} {format.price(price)}
      </>
    ) : (
      position.date_closed !== null &&
      text('date_range', { from: format.date(position.date_open), to: format.date(position.date_closed) })
    ),
    value: isOpen ? (
      <Money value={position.value} flags={position.flags} />
    ) : (
      <PnlAmount value={position.pnl_abs_total} flags={position.flags} />
    ),
    change: <PnlPercent value={position.pnl_rel_total} />,
  }
}
