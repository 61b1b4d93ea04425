import type { Position, PositionField, ReceiptFigure } from '@plumbline/contract'
import type { ReactNode } from 'react'
import type { Format } from '../../lib/format/use-format.ts'
import type { TextOf } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent, Quantity, Weight } from '../../portfolio/cells.tsx'
import { heldWords } from '../../portfolio/held.ts'
import { PositionName } from '../../portfolio/position-name.tsx'
import type { Words } from '../../portfolio/words.ts'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './positions.module.css'

export interface ColumnWords {
  text: TextOf
  format: Format
  words: Words
  currency: string
  /** The day that figures of open positions are of. */
  asOf: string
}

/** Fields that are sums of amounts: they have totals and subtotals. */
export type SumField = Extract<
  PositionField,
  | 'value'
  | 'exposure'
  | 'weight'
  | 'cost'
  | 'proceeds'
  | 'pnl_abs_total'
  | 'pnl_abs_realized'
  | 'pnl_abs_unrealized'
  | 'fees'
  | 'taxes'
  | 'dividends'
  | 'interest'
  | 'other_income'
>

export const sumFields: readonly SumField[] = [
  'value',
  'exposure',
  'weight',
  'cost',
  'proceeds',
  'pnl_abs_total',
  'pnl_abs_realized',
  'pnl_abs_unrealized',
  'fees',
  'taxes',
  'dividends',
  'interest',
  'other_income',
]

const pnlFields = new Set<SumField>(['pnl_abs_total', 'pnl_abs_realized', 'pnl_abs_unrealized'])

const postedFields = new Set<SumField>(['fees', 'taxes', 'dividends', 'interest', 'other_income'])

/** How a sum is written: profit and loss with its sign, shares in percent, the rest as amounts. */
export function SumCell({ field, value }: { field: SumField; value: number | null }) {
  if (field === 'weight') return <Weight value={value} decimals={2} />
  // Where nothing was paid or charged, a dash is calmer than a column of noughts.
  if (value === 0 && postedFields.has(field)) return <Missing />
  return pnlFields.has(field) ? <PnlAmount value={value} /> : <Money value={value} />
}

/** Every field of a position as a column, in the usual order. */
export function positionColumns(wording: ColumnWords): Column<Position>[] {
  return [
    ...identity(wording),
    ...dates(wording),
    ...prices(wording),
    ...amounts(wording),
    ...returns(wording),
  ].map(column => ({ isSortable: true, ...column }))
}

function identity({ text, words }: ColumnWords): Column<Position>[] {
  const quiet = (value: string | null) =>
    value === null ? <Missing /> : <span className={styles.quiet}>{value}</span>
  return [
    {
      id: 'name',
      header: text('positions_name'),
      width: 208,
      sticky: 'start',
      cell: position => <PositionName {...position} />,
    },
    { id: 'symbol', header: text('position_symbol'), width: 84, cell: ({ symbol }) => quiet(symbol) },
    {
      id: 'name_long',
      header: text('position_name_long'),
      width: 220,
      cell: ({ name_long: name }) => quiet(name),
    },
    { id: 'isin', header: text('position_isin'), width: 122, cell: ({ isin }) => quiet(isin) },
    { id: 'id', header: text('position_id'), width: 140, cell: ({ id }) => quiet(id) },
    {
      id: 'instrument_type',
      header: text('group_by_instrument_type'),
      width: 104,
      cell: ({ instrument_type: type }) => quiet(words.type(type, type)),
    },
    {
      id: 'custodian',
      header: text('group_by_custodian'),
      width: 108,
      cell: ({ custodian }) => quiet(custodian.name),
    },
    {
      id: 'account',
      header: text('group_by_account'),
      width: 122,
      cell: ({ account }) => quiet(account.name),
    },
    {
      id: 'country',
      header: text('group_by_country'),
      width: 112,
      cell: ({ country }) => quiet(country && words.country(country)),
    },
    {
      id: 'sector',
      header: text('group_by_sector'),
      width: 140,
      cell: ({ sector }) => quiet(sector && words.sector(sector, sector)),
    },
    {
      id: 'side',
      header: text('group_by_side'),
      width: 54,
      cell: ({ side }) =>
        side === 'short' ? <Tag tone="outline">{text('side_short')}</Tag> : quiet(text('side_long')),
    },
  ]
}

function dates({ text, format, asOf }: ColumnWords): Column<Position>[] {
  const dated = (date: string | null) => (date === null ? <Missing /> : format.date(date))
  return [
    {
      id: 'date_open',
      header: text('positions_opened'),
      width: 94,
      cell: ({ date_open: date }) => dated(date),
    },
    {
      id: 'date_closed',
      header: text('positions_closed'),
      width: 98,
      cell: ({ date_closed: date }) => dated(date),
    },
    {
      id: 'held',
      header: text('position_held'),
      align: 'end',
      width: 54,
      isSortable: false,
      cell: ({ date_open: from, date_closed: to }) => (
        <span className={styles.quiet}>{heldWords(from, to ?? asOf, text, format)}</span>
      ),
    },
    {
      id: 'contract_size',
      header: text('position_contract_size'),
      align: 'end',
      width: 92,
      cell: ({ contract_size: size }) => format.quantity(size),
    },
    {
      id: 'contract_expiration',
      header: text('position_expires'),
      width: 94,
      cell: ({ contract_expiration: date }) => dated(date),
    },
  ]
}

function prices({ text, format }: ColumnWords): Column<Position>[] {
  const priced = (position: Position, field: 'price_open' | 'price_break_even', isQuiet: boolean) =>
    position[field] === null ? (
      <Missing />
    ) : (
      <Receipt position={position} figure={field}>
        <span className={isQuiet ? styles.quiet : undefined}>{format.price(position[field])}</span>
      </Receipt>
    )
  return [
    {
      id: 'quantity',
      header: text('positions_quantity'),
      align: 'end',
      width: 84,
      cell: position => (
        <Receipt position={position} figure="quantity">
          <Quantity value={position.quantity} />
        </Receipt>
      ),
    },
    {
      id: 'price_open',
      header: text('position_price_open'),
      align: 'end',
      width: 80,
      cell: position => priced(position, 'price_open', true),
    },
    {
      id: 'price_current',
      header: text('positions_price'),
      align: 'end',
      width: 78,
      cell: position => <CurrentPrice position={position} text={text} format={format} />,
    },
    {
      id: 'price_break_even',
      header: text('position_break_even'),
      align: 'end',
      width: 84,
      cell: position => priced(position, 'price_break_even', false),
    },
    {
      id: 'currency',
      header: text('position_currency_short'),
      label: text('group_by_currency'),
      width: 42,
      cell: ({ currency }) => <span className={styles.quiet}>{currency}</span>,
    },
    {
      id: 'price_trend',
      header: text('positions_trend'),
      width: 78,
      isSortable: false,
      cell: ({ price_trend: trend }) =>
        trend !== null && trend.length > 1 ? (
          <Sparkline values={trend} label={text('positions_trend')} />
        ) : (
          <span className={styles.noTrend} />
        ),
    },
  ]
}

function amounts({ text, currency }: ColumnWords): Column<Position>[] {
  const amount = (field: SumField, width: number, header = text(`position_${field}`)): Column<Position> => ({
    id: field,
    header,
    label: text(`position_${field}`),
    align: 'end',
    width,
    cell: position =>
      position[field] === null ? (
        <SumCell field={field} value={null} />
      ) : (
        <Receipt position={position} figure={field}>
          <SumCell field={field} value={position[field]} />
        </Receipt>
      ),
  })
  return [
    amount('cost', 106, text('position_cost_in', { currency })),
    amount('proceeds', 110, text('position_proceeds_in', { currency })),
    amount('value', 110, text('position_value_in', { currency })),
    amount('weight', 68),
    amount('exposure', 110, text('position_exposure_in', { currency })),
    amount('pnl_abs_unrealized', 106),
    amount('pnl_abs_realized', 106),
    amount('dividends', 84),
    amount('interest', 80),
    amount('other_income', 100),
    amount('fees', 76),
    amount('taxes', 76),
    { ...amount('pnl_abs_total', 112, text('position_pnl_abs_total_in', { currency })), sticky: 'end' },
  ]
}

function returns({ text }: ColumnWords): Column<Position>[] {
  const rel = (
    field: 'pnl_rel_total' | 'pnl_rel_realized' | 'pnl_rel_unrealized',
    width: number,
  ): Column<Position> => ({
    id: field,
    header: text(`position_${field}`),
    align: 'end',
    width,
    cell: position =>
      position[field] === null ? (
        <Missing />
      ) : (
        <Receipt position={position} figure={field}>
          <PnlPercent value={position[field]} />
        </Receipt>
      ),
  })
  return [
    rel('pnl_rel_unrealized', 104),
    rel('pnl_rel_realized', 104),
    { ...rel('pnl_rel_total', 100), sticky: 'end' },
  ]
}

interface ReceiptProps {
  position: Position
  figure: ReceiptFigure
  children: ReactNode
}

function Receipt({ position: { id }, figure, children }: ReceiptProps) {
  return (
    <ReceiptButton isInTable subject={{ kind: 'position', id }} figure={figure}>
      {children}
    </ReceiptButton>
  )
}

interface CurrentPriceProps {
  position: Position
  text: TextOf
  format: Format
}

/** Where there is no price, that is the reason for every other figure that is missing. */
function CurrentPrice({ position, text, format }: CurrentPriceProps) {
  const { price_current: price, flags } = position
  const stale = flags.find(({ code }) => code === 'stale')
  const staleWords = (date: string | null) =>
    date === null ? text('position_price_old') : text('position_price_of', { date: format.date(date) })
  if (price === null) {
    return (
      <span className={styles.warned} title={text('positions_no_price')}>
        <Icon name="alert" size={12} />
        <Missing />
        <span className="visually-hidden">{text('positions_no_price')}</span>
      </span>
    )
  }
  return (
    <Receipt position={position} figure="price_current">
      {stale ? (
        <span className={styles.warned} title={staleWords(stale.date)}>
          <Icon name="alert" size={12} />
          {format.price(price)}
          <span className="visually-hidden">{staleWords(stale.date)}</span>
        </span>
      ) : (
        format.price(price)
      )}
    </Receipt>
  )
}
