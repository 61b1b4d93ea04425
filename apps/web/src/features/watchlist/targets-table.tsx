import { useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { targetColours } from './target-colours.ts'
import { formatTarget } from './target-label.ts'
import { type PriceTarget, useDeleteTarget, type WatchedTicker } from './use-watchlist.ts'
import styles from './watchlist.module.css'

/** The price targets and their distance from the price. */
export function TargetsTable({ watched, canChange }: { watched: WatchedTicker; canChange: boolean }) {
  const text = useText()
  const format = useFormat()
  const remove = useDeleteTarget()
  const columns = useColumns(watched.ticker.currency)
  const [asked, setAsked] = useState<PriceTarget | null>(null)
  const { shown, isOpen, onClosed } = useDelayedUnmount(asked)
  if (watched.price_targets.length === 0) return null
  const price = shown ? `${format.quote(shown.price)} ${watched.ticker.currency}` : ''
  const removal: Column<PriceTarget> = {
    id: 'delete',
    header: text('actions'),
    isHeaderHidden: true,
    align: 'end',
    cell: target => (
      <IconButton
        icon="trash"
        size="small"
        label={text('watchlist_target_delete', { price: format.quote(target.price) })}
        onClick={() => setAsked(target)}
      />
    ),
  }
  return (
    <>
      <Table<PriceTarget>
        label={text('watchlist_targets')}
        density="regular"
        columns={canChange ? [...columns, removal] : columns}
        rows={watched.price_targets}
        rowKey={target => target.id}
        phoneRow={target => ({
          title: formatTarget(target, text),
          note: text(target.notify ? 'watchlist_notify_on' : 'watchlist_notify_off'),
          value: format.quote(target.price),
          change: <TargetDistance target={target} />,
        })}
      />
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setAsked(null)}
        onClosed={onClosed}
        title={text('watchlist_target_delete_question', { price })}
        confirmLabel={text('watchlist_target_delete_confirm')}
        isBusy={remove.isPending}
        onConfirm={() =>
          shown && remove.mutate({ watched, target: shown }, { onSettled: () => setAsked(null) })
        }
      >
        {text('watchlist_target_delete_note', { name: watched.ticker.name })}
      </ConfirmDialog>
    </>
  )
}

function useColumns(currency: string): Column<PriceTarget>[] {
  const text = useText()
  const format = useFormat()
  return [
    {
      id: 'target',
      header: text('watchlist_target'),
      cell: target => (
        <span className={styles.named}>
          <span
            className={styles.dash}
            style={{ color: targetColours[target.direction] }}
            aria-hidden="true"
          />
          {formatTarget(target, text)}
        </span>
      ),
    },
    {
      id: 'price',
      header: text('watchlist_target_price_in', { currency }),
      align: 'end',
      cell: target => format.quote(target.price),
    },
    {
      id: 'distance',
      header: text('watchlist_target_distance'),
      align: 'end',
      cell: target => <TargetDistance target={target} />,
    },
    {
      id: 'notify',
      header: text('watchlist_target_notify'),
      cell: target => text(target.notify ? 'watchlist_notify_on' : 'watchlist_notify_off'),
    },
  ]
}

function TargetDistance({ target }: { target: PriceTarget }) {
  const text = useText()
  const format = useFormat()
  if (target.reached_at === null) return format.percent(target.distance, { sign: 'always' })
  return <Tag tone="gain">{text('watchlist_target_reached')}</Tag>
}
