import type { Flag, Position, PositionField, PositionTotalField, ReceiptFigure } from '@plumbline/contract'
import type { ReactNode } from 'react'
import type { Format } from '../../lib/format/use-format.ts'
import type { Translate } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent, Quantity, Weight } from '../../portfolio/cells.tsx'
import type { DisplayNames } from '../../portfolio/display-names.ts'
import { nameCustody } from '../../portfolio/display-names.ts'
import { formatHoldingPeriod } from '../../portfolio/positions/holding-period.ts'
import { PositionName } from '../../portfolio/positions/position-name.tsx'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './positions.module.css'

export interface ColumnContext {
  text: Translate
  format: Format
  names: DisplayNames
  currency: string
  /** The header of the P/L, which names the period. */
  pnlHeader: string
  /** The valuation date of open positions. */
  asOf: string
}

/** Additive fields, which have totals and subtotals. */
export type SumField = Exclude<PositionTotalField, `pnl_rel_${string}`>

/** How the sum of each field is shown: 'posted' amounts show a dash instead of zero. */
const sumFormats: Readonly<Record<SumField, 'amount' | 'share' | 'pnl' | 'posted'>> = {
  value: 'amount',
  exposure: 'amount',
  weight: 'share',
  cost: 'amount',
  proceeds: 'amount',
  pnl_abs_total: 'pnl',
  pnl_abs_realized: 'pnl',
  pnl_abs_unrealized: 'pnl',
  fees: 'posted',
  taxes: 'posted',
  dividends: 'posted',
  interest: 'posted',
  other_income: 'posted',
}

// Object.keys loses the names of the keys, which are those of the record above.
export const sumFields = Object.keys(sumFormats) as SumField[]

interface SumCellProps {
  field: SumField
  value: number | null
  /** Why the sum is missing. */
  flags?: readonly Flag[]
}

/** Formats a sum: profit and loss with a sign, shares in percent, others as amounts. */
export function SumCell({ field, value, flags = [] }: SumCellProps) {
  const format = sumFormats[field]
  if (format === 'share') return <Weight value={value} decimals={2} flags={flags} />
  // A dash is easier to read than a column of zeros.
  if (value === 0 && format === 'posted') return <Missing />
  return format === 'pnl' ? <PnlAmount value={value} flags={flags} /> : <Money value={value} flags={flags} />
}

/** Which columns stay in a narrow table: value and P&L first, then returns, quantity and price, weight, the rest. */
const priorities: Readonly<Record<string, number>> = {
  name: 0,
  value: 0,
  pnl_abs_total: 0,
  pnl_rel_total: 1,
  quantity: 2,
  price_current: 2,
  currency: 2,
  cost: 2,
  proceeds: 2,
  date_closed: 2,
  weight: 3,
  pnl_abs_unrealized: 4,
  pnl_abs_realized: 4,
  custodian: 5,
  price_open: 6,
  price_trend: 7,
  exposure: 8,
}
const lowestPriority = 9

/** Custodians, sectors and the like stay readable down to this width. */
const minTextWidth = 96

/** Most names of banks fit. Cut, those of one group look the same: 'Privatbank …'. */
const custodianWidth = 142

type ColumnId = PositionField | 'held' | 'price_trend'
type ColumnDefinition = Omit<Column<Position>, 'id'>
type ColumnDefinitions = Partial<Record<ColumnId, ColumnDefinition>>

/** All fields of a position as columns, in default order. A field without a column does not compile. */
export function positionColumns(context: ColumnContext): Column<Position>[] {
  const columns: Record<ColumnId, ColumnDefinition> = {
    ...identity(context),
    ...dates(context),
    ...prices(context),
    ...amounts(context),
    ...returns(context),
  }
  return Object.entries(columns).map(([id, column]) => ({
    isSortable: true,
    id,
    priority: priorities[id] ?? lowestPriority,
    ...column,
  }))
}

function identity({ text, names }: ColumnContext) {
  const quiet = (value: string | null) =>
    value === null ? (
      <Missing />
    ) : (
      <span className={styles.quiet} title={value}>
        {value}
      </span>
    )
  return {
    name: {
      header: text('positions_name'),
      sticky: 'start',
      cell: position => <PositionName {...position} />,
    },
    symbol: { header: text('position_symbol'), cell: ({ symbol }) => quiet(symbol) },
    name_long: {
      header: text('position_name_long'),
      shrinksTo: minTextWidth,
      cell: ({ name_long: name }) => quiet(name),
    },
    isin: { header: text('position_isin'), cell: ({ isin }) => quiet(isin) },
    id: { header: text('position_id'), cell: ({ id }) => quiet(id) },
    instrument_type: {
      header: text('group_by_instrument_type'),
      shrinksTo: minTextWidth,
      cell: ({ instrument_type: type }) => quiet(names.type(type, type)),
    },
    custodian: {
      header: text('group_by_custodian'),
      shrinksTo: custodianWidth,
      cell: position => quiet(nameCustody(position)),
    },
    account: {
      header: text('group_by_account'),
      shrinksTo: minTextWidth,
      cell: ({ account }) => quiet(account.name),
    },
    country: {
      header: text('group_by_country'),
      shrinksTo: minTextWidth,
      cell: ({ country }) => quiet(country && names.country(country)),
    },
    sector: {
      header: text('group_by_sector'),
      shrinksTo: minTextWidth,
      cell: ({ sector }) => quiet(sector && names.sector(sector, sector)),
    },
    side: {
      header: text('group_by_side'),
      cell: ({ side }) =>
        side === 'short' ? <Tag tone="outline">{text('side_short')}</Tag> : quiet(text('side_long')),
    },
  } satisfies ColumnDefinitions
}

function dates({ text, format, asOf }: ColumnContext) {
  const dated = (date: string | null) => (date === null ? <Missing /> : format.date(date))
  return {
    date_open: {
      header: text('positions_opened'),
      cell: ({ date_open: date }) => dated(date),
    },
    date_closed: {
      header: text('positions_closed'),
      cell: ({ date_closed: date }) => dated(date),
    },
    held: {
      header: text('position_held'),
      align: 'end',
      isSortable: false,
      cell: ({ date_open: from, date_closed: to }) => (
        <span className={styles.quiet}>{formatHoldingPeriod(from, to ?? asOf, text, format)}</span>
      ),
    },
    contract_size: {
      header: text('position_contract_size'),
      align: 'end',
      cell: ({ contract_size: size }) => format.quantity(size),
    },
    contract_expiration: {
      header: text('position_expires'),
      cell: ({ contract_expiration: date }) => dated(date),
    },
  } satisfies ColumnDefinitions
}

function prices({ text, format }: ColumnContext) {
  const priced = (position: Position, field: 'price_open' | 'price_break_even', isQuiet: boolean) =>
    position[field] === null ? (
      <Missing />
    ) : (
      <Receipt position={position} figure={field}>
        <span className={isQuiet ? styles.quiet : undefined}>{format.price(position[field])}</span>
      </Receipt>
    )
  return {
    quantity: {
      header: text('positions_quantity'),
      align: 'end',
      cell: position => (
        <Receipt position={position} figure="quantity">
          <Quantity value={position.quantity} />
        </Receipt>
      ),
    },
    price_open: {
      header: text('position_price_open'),
      align: 'end',
      cell: position => priced(position, 'price_open', true),
    },
    price_current: {
      header: text('positions_price'),
      align: 'end',
      cell: position => <CurrentPrice position={position} text={text} format={format} />,
    },
    price_break_even: {
      header: text('position_break_even'),
      align: 'end',
      cell: position => priced(position, 'price_break_even', false),
    },
    currency: {
      header: text('position_currency_short'),
      label: text('group_by_currency'),
      cell: ({ currency }) => <span className={styles.quiet}>{currency}</span>,
    },
    price_trend: {
      header: text('positions_trend'),
      isSortable: false,
      cell: ({ price_trend: trend }) =>
        trend !== null && trend.length > 1 ? (
          <Sparkline values={trend} label={text('positions_trend')} />
        ) : (
          <span className={styles.noTrend} />
        ),
    },
  } satisfies ColumnDefinitions
}

function amounts({ text, currency, pnlHeader }: ColumnContext) {
  const amount = (field: SumField, header = text(`position_${field}`)): ColumnDefinition => ({
    header,
    label: text(`position_${field}`),
    align: 'end',
    cell: position =>
      position[field] === null ? (
        <SumCell field={field} value={null} flags={position.flags} />
      ) : (
        <Receipt position={position} figure={field}>
          <SumCell field={field} value={position[field]} />
        </Receipt>
      ),
  })
  return {
    cost: amount('cost', text('position_cost_in', { currency })),
    proceeds: amount('proceeds', text('position_proceeds_in', { currency })),
    value: amount('value', text('position_value_in', { currency })),
    weight: amount('weight'),
    exposure: amount('exposure', text('position_exposure_in', { currency })),
    pnl_abs_unrealized: amount('pnl_abs_unrealized'),
    pnl_abs_realized: amount('pnl_abs_realized'),
    dividends: amount('dividends'),
    interest: amount('interest'),
    other_income: amount('other_income'),
    fees: amount('fees'),
    taxes: amount('taxes'),
    pnl_abs_total: {
      ...amount('pnl_abs_total', pnlHeader),
      sticky: 'end',
    },
  } satisfies ColumnDefinitions
}

function returns({ text }: ColumnContext) {
  const rel = (field: 'pnl_rel_total' | 'pnl_rel_realized' | 'pnl_rel_unrealized'): ColumnDefinition => ({
    header: text(`position_${field}`),
    align: 'end',
    cell: position =>
      position[field] === null ? (
        <Missing />
      ) : (
        <Receipt position={position} figure={field}>
          <PnlPercent value={position[field]} />
        </Receipt>
      ),
  })
  return {
    pnl_rel_unrealized: rel('pnl_rel_unrealized'),
    pnl_rel_realized: rel('pnl_rel_realized'),
    pnl_rel_total: { ...rel('pnl_rel_total'), sticky: 'end' },
  } satisfies ColumnDefinitions
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
  text: Translate
  format: Format
}

/** The current price, with a note when it is stale, missing, that of a transaction, or of a split not posted. */
function CurrentPrice({ position, text, format }: CurrentPriceProps) {
  const { price_current: price, flags } = position
  const stale = flags.find(({ code }) => code === 'stale')
  const isStated = flags.some(({ code }) => code === 'estimated')
  const split = flags.find(({ code }) => code === 'split_not_posted')
  const isExpired = flags.some(({ code }) => code === 'provisional')
  const staleWords = (date: string | null) =>
    date === null ? text('position_price_old') : text('position_price_of', { date: format.date(date) })
  const splitWords = (date: string | null) =>
    text('position_split_not_posted', { date: format.date(date ?? '') })
  const age = stale ? staleWords(stale.date) : isStated ? text('position_price_estimated') : null
  const doubt = split ? splitWords(split.date) : age
  const warning = isExpired ? text('position_expired') : doubt
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
      {warning !== null ? (
        <span className={styles.warned} title={warning}>
          <Icon name="alert" size={12} />
          {format.price(price)}
          <span className="visually-hidden">{warning}</span>
        </span>
      ) : (
        format.price(price)
      )}
    </Receipt>
  )
}
