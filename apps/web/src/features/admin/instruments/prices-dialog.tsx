import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Price as PriceCell } from '../../../portfolio/cells.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { Dialog, type DialogFrame, Spacer } from '../../../ui/overlay/dialog.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import styles from '../admin-list.module.css'
import { useAdminChange } from '../use-admin-change.ts'
import { useAdminLocation } from '../use-admin-location.ts'
import { deletePrice, type Instrument, type Price, pricesQuery } from './use-instruments.ts'

const pageSize = 50

interface PricesDialogProps {
  instrument: Instrument
  frame: DialogFrame
}

/** The prices of an instrument, newest first, with buttons to set and delete one. */
export function PricesDialog({ instrument, frame }: PricesDialogProps) {
  const text = useText()
  const { openForm } = useAdminLocation()
  const [offset, setOffset] = useState(0)
  const [deleting, setDeleting] = useState<string | null>(null)
  const prices = useQuery(pricesQuery(instrument.id, { limit: pageSize, offset }))
  const columns = usePriceColumns(instrument, setDeleting)
  return (
    <Dialog
      {...frame}
      title={text('prices_named', { name: instrument.name })}
      width={820}
      isFilling
      footer={
        <>
          <Spacer />
          <Button onClick={frame.onClose}>{text('close')}</Button>
          <Button variant="primary" icon="plus" onClick={() => openForm('price', instrument.id)}>
            {text('price_set')}
          </Button>
        </>
      }
    >
      <Note>{text('prices_rank_note')}</Note>
      <Table<Price>
        label={text('prices')}
        columns={columns}
        rows={prices.data?.data}
        rowKey={({ date }) => date}
        phoneRow={price => ({
          title: <PriceDate date={price.date} />,
          note: price.source,
          value: <PriceCell value={price.price} currency={instrument.currency} />,
        })}
        error={prices.error}
        onRetry={() => void prices.refetch()}
        empty={
          <EmptyState icon="clock" title={text('prices_none')}>
            {text('prices_none_note')}
          </EmptyState>
        }
        isFilling
        {...(prices.data && {
          paging: { limit: pageSize, offset, count: prices.data.count, onOffset: setOffset },
        })}
      />
      {deleting !== null && (
        <DeletePriceDialog id={instrument.id} date={deleting} onClose={() => setDeleting(null)} />
      )}
    </Dialog>
  )
}

function usePriceColumns(instrument: Instrument, onDelete: (date: string) => void): Column<Price>[] {
  const text = useText()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'date', header: text('price_date'), cell: ({ date }) => format.date(date) },
      {
        id: 'price',
        header: text('instrument_price'),
        align: 'end',
        cell: ({ price }) => <PriceCell value={price} currency={instrument.currency} />,
      },
      { id: 'source', header: text('price_source'), cell: ({ source }) => source },
      {
        id: 'set_by',
        header: text('audit_who'),
        cell: ({ set_by: setBy }) => (
          <span className={styles.quiet}>
            {setBy === null ? '–' : text('price_by', { name: setBy.name })}
          </span>
        ),
      },
      {
        id: 'actions',
        header: text('actions'),
        align: 'end',
        cell: ({ date }) => (
          <Button
            variant="quiet"
            size="small"
            aria-label={text('price_drop_named', { date: format.date(date) })}
            onClick={() => onDelete(date)}
          >
            {text('price_drop')}
          </Button>
        ),
      },
    ],
    [text, format, instrument.currency, onDelete],
  )
}

function PriceDate({ date }: { date: string }) {
  return useFormat().date(date)
}

interface DeletePriceDialogProps {
  id: string
  date: string
  onClose: () => void
}

function DeletePriceDialog({ id, date, onClose }: DeletePriceDialogProps) {
  const text = useText()
  const format = useFormat()
  const deleting = useAdminChange(deletePrice, {
    onSuccess: () => {
      showToast(text('price_dropped'), 'success')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={text('price_drop_question', { date: format.date(date) })}
      confirmLabel={text('price_drop')}
      isBusy={deleting.isPending}
      onConfirm={() => deleting.mutate({ id, date })}
    >
      {text('price_drop_note')}
    </ConfirmDialog>
  )
}
