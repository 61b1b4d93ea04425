import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, Price, Quantity } from '../../portfolio/cells.tsx'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './targets.module.css'
import type { Order, Proposal } from './use-targets.ts'

interface OrdersTableProps {
  proposal: Proposal
  /** Excludes a position from this and later proposals; absent for users who may not. */
  onLock?: ((positionId: string) => void) | undefined
}

/** The orders of a proposal. Buys pay, sales receive. */
export function OrdersTable({ proposal, onLock }: OrdersTableProps) {
  const text = useText()
  const { currency } = proposal.basis
  const columns: Column<Order>[] = [
    { id: 'side', header: text('proposal_side'), cell: row => <Tag>{text(`proposal_${row.kind}`)}</Tag> },
    {
      id: 'name',
      header: text('proposal_security'),
      cell: row => (
        <span className={styles.two}>
          <b>{orderName(row)}</b>
          <small>{orderNote(row)}</small>
        </span>
      ),
      total: text('proposal_total'),
    },
    { id: 'account', header: text('proposal_account'), priority: 2, cell: row => row.account.name },
    {
      id: 'quantity',
      header: text('proposal_quantity'),
      align: 'end',
      cell: row =>
        row.quantity === null ? (
          <Missing />
        ) : (
          <Quantity value={row.kind === 'sell' ? -row.quantity : row.quantity} />
        ),
    },
    {
      id: 'price',
      header: text('proposal_price'),
      align: 'end',
      priority: 1,
      cell: row => (row.price === null ? <Missing /> : <Price value={row.price} currency={row.currency} />),
    },
    {
      id: 'amount',
      header: text('proposal_amount_in', { currency }),
      align: 'end',
      cell: row => <CashAmount order={row} />,
    },
    {
      id: 'fee',
      header: text('proposal_fees_in', { currency }),
      align: 'end',
      cell: row => <Money value={row.fee === 0 ? 0 : -row.fee} />,
      total: <Money value={proposal.fees === 0 ? 0 : -proposal.fees} />,
    },
    {
      id: 'tax',
      header: text('proposal_tax_in', { currency }),
      align: 'end',
      priority: 3,
      cell: row => <Money value={row.tax === 0 ? 0 : -row.tax} />,
      total: <Money value={proposal.taxes === 0 ? 0 : -proposal.taxes} />,
    },
    {
      id: 'gain',
      header: text('proposal_gain_in', { currency }),
      align: 'end',
      cell: row => <PnlAmount value={row.gain} />,
      total: <PnlAmount value={proposal.gain} />,
    },
    { id: 'cash', header: text('proposal_paid_from'), priority: 4, cell: row => cashPlaces(row) },
    ...(onLock
      ? [
          {
            id: 'lock',
            header: text('target_locked'),
            priority: 5,
            cell: ({ position }: Order) =>
              position && (
                <IconButton
                  icon="shield"
                  label={text('proposal_lock', { name: position.name })}
                  onClick={() => onLock(position.id)}
                />
              ),
          },
        ]
      : []),
  ]
  return (
    <Table<Order>
      label={text('proposal_title')}
      columns={columns}
      rows={proposal.orders}
      rowKey={row => String(row.number)}
      phoneRow={row => ({
        mark: <Tag>{text(`proposal_${row.kind}`)}</Tag>,
        title: orderName(row),
        note: <PhoneNote order={row} />,
        value: <CashAmount order={row} />,
        change: row.fee + row.tax === 0 ? undefined : <PhoneCosts order={row} />,
      })}
    />
  )
}

/** What an order does to the cash, without costs. */
function CashAmount({ order }: { order: Order }) {
  if (order.kind === 'move') return <Amount value={order.amount} />
  return <Amount value={order.kind === 'buy' ? -order.amount : order.amount} sign="always" />
}

function PhoneNote({ order }: { order: Order }) {
  const format = useFormat()
  if (order.quantity === null) return <>{order.account.name}</>
  return (
    <>
      {format.quantity(order.quantity)} × {format.price(order.price)} {order.currency}, {order.account.name}
    </>
  )
}

function orderName({ position, cash }: Order): string {
  return position?.name ?? cash.map(({ currency, account }) => `${currency} ${account.name}`).join(' → ')
}

/** A target by security has buckets that are named like the security. */
function orderNote({ symbol, isin, bucket, position }: Order): string {
  return [symbol, isin, bucket === position?.name ? null : bucket].filter(Boolean).join(', ')
}

function cashPlaces({ kind, cash }: Order): string {
  if (kind === 'move') return ''
  return cash.map(({ account, currency }) => [account.name, currency].filter(Boolean).join(' ')).join(', ')
}

function PhoneCosts({ order }: { order: Order }) {
  const text = useText()
  const format = useFormat()
  return <>{text('targets_costs', { amount: format.amount(order.fee + order.tax) })}</>
}
