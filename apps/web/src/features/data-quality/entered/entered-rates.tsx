import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Price } from '../../../portfolio/cells.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { useDelayedUnmount } from '../../../ui/overlay/use-delayed-unmount.ts'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import styles from '../data-quality.module.css'
import { DeleteDialog } from './delete-dialog.tsx'
import { EnteredActions, Origin } from './entered-cells.tsx'
import { RateDialog } from './rate-dialog.tsx'
import {
  deleteRate,
  type EnteredRate,
  enteredRatesQuery,
  type RatesQuery,
  statedPair,
} from './use-entered.ts'
import { useEnteredPage } from './use-entered-page.ts'

type Open = { form: 'correct' | 'delete'; rate: EnteredRate }

const orders = ['date', 'currency', 'rate', 'source', 'received_at'] as const

/** The exchange rates that were typed or uploaded. */
export function EnteredRates({ filter }: { filter: RatesQuery }) {
  const text = useText()
  const format = useFormat()
  const { query, table, pagingProps } = useEnteredPage(orders)
  const rates = useQuery(enteredRatesQuery({ ...filter, ...query }))
  const [open, setOpen] = useState<Open | null>(null)
  const { shown, isOpen, onClosed } = useDelayedUnmount(open)
  const frame = { isOpen, onClose: () => setOpen(null), onClosed }
  const columns = useColumns(setOpen)
  return (
    <div className={styles.content}>
      <Table<EnteredRate>
        label={text('entered_rates')}
        columns={columns}
        rows={rates.data?.data}
        rowKey={({ currency, date }) => `${currency} ${date}`}
        phoneRow={rate => ({
          title: <Pair rate={rate} />,
          note: `${format.date(rate.date)} · ${rate.set_by?.name ?? rate.source}`,
          value: <Price value={statedPair(rate).rate} currency={statedPair(rate).quote} />,
          change: <Actions rate={rate} onOpen={setOpen} />,
        })}
        error={rates.error}
        onRetry={() => void rates.refetch()}
        empty={
          <EmptyState icon="swap" title={text('entered_rates_none')}>
            {text('entered_rates_none_note')}
          </EmptyState>
        }
        isFilling
        density="roomy"
        {...table}
        {...pagingProps(rates.data?.count)}
      />
      {shown?.form === 'correct' && <RateDialog rate={shown.rate} frame={frame} />}
      {shown?.form === 'delete' && (
        <DeleteDialog
          title={text('entered_delete_question', {
            name: pairName(shown.rate),
            date: format.date(shown.rate.date),
          })}
          note={text('entered_rate_delete_note')}
          remove={() => deleteRate(shown.rate)}
          frame={frame}
        />
      )}
    </div>
  )
}

const pairName = (rate: EnteredRate) => `${statedPair(rate).base}/${statedPair(rate).quote}`

function useColumns(onOpen: (open: Open) => void): Column<EnteredRate>[] {
  const text = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'currency',
        header: text('entered_pair'),
        isSortable: true,
        cell: rate => <Pair rate={rate} />,
      },
      { id: 'date', header: text('price_date'), isSortable: true, cell: ({ date }) => format.date(date) },
      {
        id: 'rate',
        header: text('entered_rate'),
        align: 'end',
        isSortable: true,
        cell: rate => <Price value={statedPair(rate).rate} currency={statedPair(rate).quote} />,
      },
      {
        id: 'source',
        header: text('price_source'),
        isSortable: true,
        cell: rate => <Origin source={rate.source} setBy={rate.set_by} />,
      },
      {
        id: 'received_at',
        header: text('entered_at'),
        isSortable: true,
        cell: rate => format.moment(new Date(rate.received_at)),
      },
      {
        id: 'actions',
        header: text('actions'),
        align: 'end',
        cell: rate => <Actions rate={rate} onOpen={onOpen} />,
      },
    ],
    [text, format, onOpen],
  )
}

/** The pair as it was entered, and by which other rate it counts. */
function Pair({ rate }: { rate: EnteredRate }) {
  const text = useText()
  return (
    <>
      <span className={styles.strong}>{pairName(rate)}</span>
      {rate.via !== null && (
        <span className={styles.second}>{text('entered_via', { currency: rate.via })}</span>
      )}
    </>
  )
}

function Actions({ rate, onOpen }: { rate: EnteredRate; onOpen: (open: Open) => void }) {
  const format = useFormat()
  return (
    <EnteredActions
      name={`${pairName(rate)}, ${format.date(rate.date)}`}
      onCorrect={() => onOpen({ form: 'correct', rate })}
      onDelete={() => onOpen({ form: 'delete', rate })}
    />
  )
}
