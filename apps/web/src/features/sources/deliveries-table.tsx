import type { TextKey } from '@plumbline/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import styles from './sources.module.css'
import { type Delivery, deliveriesQuery } from './use-sources.ts'

const limit = 15

/** The files that came, newest first, with what became of each. */
export function DeliveriesTable({ family }: { family: string | undefined }) {
  const text = useText()
  const [offset, setOffset] = useState(0)
  const query = useQuery(deliveriesQuery(family, { limit, offset }))
  const columns = useColumns()
  const count = query.data?.count ?? 0
  return (
    <Card title={text('feeds_inbox')} actions={<Upload />}>
      <Table<Delivery>
        label={text('feeds_inbox')}
        columns={columns}
        rows={query.data?.data}
        rowKey={({ id }) => id}
        phoneRow={delivery => ({
          title: delivery.name,
          note: <State delivery={delivery} />,
          value: <Arrived delivery={delivery} />,
          change: <Action delivery={delivery} />,
        })}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<EmptyState icon="down" title={text('feeds_inbox_none')} />}
        {...(count > limit && { paging: { limit, offset, count, onOffset: setOffset } })}
      />
    </Card>
  )
}

function Upload() {
  const text = useText()
  const { open } = useModal()
  if (useHasRole('demo')) return null
  return (
    <Button size="small" icon="up" onClick={() => void open({ kind: 'import' })}>
      {text('feeds_upload')}
    </Button>
  )
}

function useColumns(): Column<Delivery>[] {
  const text = useText()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('feeds_file'),
        cell: ({ name, feed }) => (
          <>
            <span className={styles.strong} title={name}>
              {name}
            </span>
            <span className={styles.second}>{feed?.name ?? text('feeds_unknown')}</span>
          </>
        ),
      },
      {
        id: 'format',
        header: text('feeds_format'),
        // The server and the catalogue share the list of formats.
        cell: ({ format }) => (format === null ? '–' : text(`file_format_${format}` as TextKey)),
      },
      { id: 'received_at', header: text('feeds_arrived'), cell: delivery => <Arrived delivery={delivery} /> },
      { id: 'contents', header: text('feeds_contents'), cell: delivery => <Contents delivery={delivery} /> },
      { id: 'state', header: text('feeds_state'), cell: delivery => <State delivery={delivery} /> },
      {
        id: 'actions',
        header: text('actions'),
        align: 'end',
        cell: delivery => <Action delivery={delivery} />,
      },
    ],
    [text],
  )
}

function Arrived({ delivery }: { delivery: Delivery }) {
  const format = useFormat()
  return <span className={styles.quiet}>{format.moment(new Date(delivery.received_at))}</span>
}

function Contents({ delivery }: { delivery: Delivery }) {
  const text = useText()
  const { transactions_count: transactions, holdings_count: holdings, repeats_count: repeats } = delivery
  const parts = [
    transactions > 0 && text('feeds_transactions', { count: transactions }),
    holdings > 0 && text('feeds_holdings', { count: holdings }),
    repeats > 0 && text('feeds_repeats', { count: repeats }),
  ].filter(Boolean)
  return parts.length === 0 ? '–' : parts.join(', ')
}

function State({ delivery }: { delivery: Delivery }) {
  const text = useText()
  const { state, message, breaks_count: breaks, transactions_count: transactions } = delivery
  if (state === 'failed') return <OutcomeMark tone="bad">{message ?? text('feeds_state_failed')}</OutcomeMark>
  if (state === 'waiting')
    return <OutcomeMark tone="check">{message ?? text('feeds_state_waiting')}</OutcomeMark>
  if (state !== 'posted') return <OutcomeMark tone="none">{text(`feeds_state_${state}`)}</OutcomeMark>
  const compared =
    breaks === null ? null : breaks === 0 ? text('feeds_agrees') : text('feeds_breaks', { count: breaks })
  const done = transactions > 0 ? text('feeds_state_posted') : compared === null && text('feeds_state_empty')
  return (
    <OutcomeMark tone={(breaks ?? 0) > 0 || message !== null ? 'check' : 'good'}>
      {[[done, compared].filter(Boolean).join(', '), message].filter(Boolean).join('. ')}
    </OutcomeMark>
  )
}

/** Opens what the file led to: the import to review, or the differences from the ledger. */
function Action({ delivery }: { delivery: Delivery }) {
  const text = useText()
  const { open } = useModal()
  const { state, message, import_id: id, breaks_count: breaks, account, statement_date: date } = delivery
  if (state === 'waiting' && id !== null)
    return (
      <Button
        size="small"
        aria-label={`${text('feeds_review')}: ${delivery.name}`}
        onClick={() => void open({ kind: 'import', id, step: 'preview' })}
      >
        {text('feeds_review')}
      </Button>
    )
  // A number that no account has is confirmed there.
  if (state === 'posted' && message !== null)
    return (
      <Button
        size="small"
        aria-label={`${text('feeds_to_reconciliation')}: ${delivery.name}`}
        onClick={() =>
          void open({
            kind: 'data-quality',
            tab: 'reconciliation',
            ...(account !== null && { account: account.id }),
          })
        }
      >
        {text('feeds_to_reconciliation')}
      </Button>
    )
  if ((breaks ?? 0) > 0 && account !== null && date !== null)
    return (
      <Button
        size="small"
        aria-label={`${text('feeds_show')}: ${delivery.name}`}
        onClick={() => void open({ kind: 'data-quality', tab: 'reconciliation', account: account.id, date })}
      >
        {text('feeds_show')}
      </Button>
    )
  if (id === null || state === 'waiting') return null
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={`${text('feeds_show')}: ${delivery.name}`}
      onClick={() => void open({ kind: 'import', id })}
    >
      {text('feeds_show')}
    </Button>
  )
}
