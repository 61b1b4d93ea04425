import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { Price } from '../../../portfolio/cells.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { useDelayedUnmount } from '../../../ui/overlay/use-delayed-unmount.ts'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import styles from '../data-quality.module.css'
import { DeleteDialog } from './delete-dialog.tsx'
import { EnteredActions, Origin } from './entered-cells.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { deletePrice, type EnteredPrice, enteredPricesQuery, type PricesQuery } from './use-entered.ts'
import { useEnteredPage } from './use-entered-page.ts'

type Open = { form: 'correct' | 'delete'; price: EnteredPrice }

const orders = ['name', 'date', 'price', 'source', 'received_at'] as const

/** The prices that were typed or uploaded, of securities that the user may price. */
export function EnteredPrices({ filter }: { filter: PricesQuery }) {
  const text = useText()
  const format = useFormat()
  const { query, table, pagingProps } = useEnteredPage(orders)
  const prices = useQuery(enteredPricesQuery({ ...filter, ...query }))
  const [open, setOpen] = useState<Open | null>(null)
  const { shown, isOpen, onClosed } = useDelayedUnmount(open)
  const frame = { isOpen, onClose: () => setOpen(null), onClosed }
  const columns = useColumns(setOpen)
  return (
    <div className={styles.content}>
      <Table<EnteredPrice>
        label={text('prices')}
        columns={columns}
        rows={prices.data?.data}
        rowKey={({ instrument, date }) => `${instrument.id} ${date}`}
        phoneRow={price => ({
          title: price.instrument.name,
          note: `${format.date(price.date)} · ${price.set_by?.name ?? price.source}`,
          value: <Price value={price.price} currency={price.currency} />,
          change: <Actions price={price} onOpen={setOpen} />,
        })}
        error={prices.error}
        onRetry={() => void prices.refetch()}
        empty={
          <EmptyState icon="clock" title={text('entered_prices_none')}>
            {text('entered_prices_none_note')}
          </EmptyState>
        }
        isFilling
        density="roomy"
        {...table}
        {...pagingProps(prices.data?.count)}
      />
      {shown?.form === 'correct' && <PriceDialog price={shown.price} frame={frame} />}
      {shown?.form === 'delete' && (
        <DeleteDialog
          title={text('entered_delete_question', {
            name: shown.price.instrument.name,
            date: format.date(shown.price.date),
          })}
          note={text('price_drop_note')}
          remove={() => deletePrice(shown.price)}
          frame={frame}
        />
      )}
    </div>
  )
}

function useColumns(onOpen: (open: Open) => void): Column<EnteredPrice>[] {
  const text = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('name'),
        isSortable: true,
        cell: ({ instrument, family }) => (
          <>
            <span className={styles.strong} title={instrument.name}>
              {instrument.name}
            </span>
            <span className={styles.second}>{family?.name ?? text('master_platform')}</span>
          </>
        ),
      },
      { id: 'date', header: text('price_date'), isSortable: true, cell: ({ date }) => format.date(date) },
      {
        id: 'price',
        header: text('instrument_price'),
        align: 'end',
        isSortable: true,
        cell: ({ price, currency }) => <Price value={price} currency={currency} />,
      },
      {
        id: 'source',
        header: text('price_source'),
        isSortable: true,
        cell: price => <Origin source={price.source} setBy={price.set_by} />,
      },
      {
        id: 'received_at',
        header: text('entered_at'),
        isSortable: true,
        cell: price => format.moment(new Date(price.received_at)),
      },
      {
        id: 'actions',
        header: text('actions'),
        align: 'end',
        cell: price => <Actions price={price} onOpen={onOpen} />,
      },
    ],
    [text, format, onOpen],
  )
}

function Actions({ price, onOpen }: { price: EnteredPrice; onOpen: (open: Open) => void }) {
  const format = useFormat()
  if (useHasRole('demo')) return null
  return (
    <EnteredActions
      name={`${price.instrument.name}, ${format.date(price.date)}`}
      onCorrect={() => onOpen({ form: 'correct', price })}
      onDelete={() => onOpen({ form: 'delete', price })}
    />
  )
}
