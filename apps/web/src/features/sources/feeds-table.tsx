import { useMemo } from 'react'
import { showToast } from '../../lib/browser/toasts.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { type Translate, useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import styles from './sources.module.css'
import { type Feed, useRunFeed } from './use-sources.ts'

interface FeedsTableProps {
  feeds: readonly Feed[]
  /** Absent for users who may not change feeds. */
  onEdit?: ((feed: Feed) => void) | undefined
}

/** The custodians that deliver by themselves: what came last, what waits, and when the next run is. */
export function FeedsTable({ feeds, onEdit }: FeedsTableProps) {
  const text = useText()
  // Feeds of the demo have nothing to do.
  const hasActions = feeds.some(({ kind }) => kind !== 'demo')
  const columns = useFeedColumns(onEdit, hasActions)
  return (
    <Card title={text('feeds_custodians')}>
      <Table<Feed>
        label={text('feeds_custodians')}
        columns={columns}
        rows={feeds}
        rowKey={({ id }) => id}
        phoneRow={feed => ({
          title: <Name feed={feed} />,
          note: <Result feed={feed} />,
          value: <LastDelivery feed={feed} />,
          ...(onEdit && { change: <Actions feed={feed} onEdit={onEdit} /> }),
        })}
        density="roomy"
      />
    </Card>
  )
}

function useFeedColumns(onEdit: FeedsTableProps['onEdit'], hasActions: boolean): Column<Feed>[] {
  const text = useText()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('feeds_custodian'),
        cell: feed => (
          <>
            <Name feed={feed} />
            <span className={styles.second} title={describeKind(feed, text)}>
              {describeKind(feed, text)}
            </span>
          </>
        ),
      },
      {
        id: 'accounts',
        header: text('feeds_account'),
        cell: ({ accounts }) => (
          <span className={styles.second}>{accounts.map(({ name }) => name).join(', ')}</span>
        ),
      },
      {
        id: 'schedule',
        header: text('feeds_when'),
        cell: feed => (
          <span className={styles.quiet}>
            <Schedule feed={feed} />
          </span>
        ),
      },
      { id: 'last', header: text('feeds_last'), cell: feed => <LastDelivery feed={feed} /> },
      { id: 'result', header: text('feeds_result'), cell: feed => <Result feed={feed} /> },
      {
        id: 'next',
        header: text('feeds_next'),
        cell: feed => (
          <span className={styles.quiet}>
            <NextRun feed={feed} />
          </span>
        ),
      },
      ...(onEdit !== undefined && hasActions
        ? [
            {
              id: 'actions',
              header: text('actions'),
              align: 'end' as const,
              cell: (feed: Feed) => <Actions feed={feed} onEdit={onEdit} />,
            },
          ]
        : []),
    ],
    [text, onEdit, hasActions],
  )
}

function Name({ feed }: { feed: Feed }) {
  const text = useText()
  return (
    <span className={styles.named}>
      <span className={styles.strong} title={feed.name}>
        {feed.name}
      </span>
      {feed.kind === 'demo' && <Tag tone="outline">{text('feeds_demo')}</Tag>}
    </span>
  )
}

function describeKind({ kind, folder, query_id: query }: Feed, text: Translate): string {
  if (kind === 'demo') return text('feeds_kind_demo')
  if (kind === 'folder')
    return folder === null ? text('feeds_kind_folder_plain') : text('feeds_kind_folder', { folder })
  return query === null ? text('feeds_kind_flex_plain') : text('feeds_kind_flex', { query })
}

function Schedule({ feed: { kind, schedule } }: { feed: Feed }) {
  const text = useText()
  if (kind === 'folder') return text('feeds_on_arrival')
  return text('feeds_daily', { time: schedule?.replace('daily ', '') ?? '' })
}

function LastDelivery({ feed }: { feed: Feed }) {
  const text = useText()
  const format = useFormat()
  const at = feed.kind === 'demo' ? feed.last_run_at : (feed.last_delivery?.at ?? null)
  return at === null ? (
    <span className={styles.quiet}>{text('feeds_never')}</span>
  ) : (
    format.moment(new Date(at))
  )
}

function NextRun({ feed }: { feed: Feed }) {
  const text = useText()
  const format = useFormat()
  if (feed.is_paused) return text('feeds_paused')
  if (feed.kind === 'demo') return '–'
  if (feed.kind === 'folder') return text('feeds_on_arrival')
  return feed.next_run_at === null ? text('feeds_none_next') : format.moment(new Date(feed.next_run_at))
}

/** The worst that can be said of a feed: failed, quiet, waiting; else what came. */
function Result({ feed }: { feed: Feed }) {
  const text = useText()
  const format = useFormat()
  const { last_delivery: last, waiting_count: waiting, quiet_since: quiet } = feed
  if (feed.is_running) return <OutcomeMark tone="none">{text('feeds_running')}</OutcomeMark>
  if (quiet !== null)
    return <OutcomeMark tone="check">{text('feeds_quiet', { date: format.date(quiet) })}</OutcomeMark>
  if (feed.icon === -1)
    return <OutcomeMark tone="bad">{feed.message ?? text('feeds_state_failed')}</OutcomeMark>
  if (waiting > 0) return <OutcomeMark tone="check">{text('feeds_waiting', { count: waiting })}</OutcomeMark>
  if (feed.kind === 'demo')
    return (
      <OutcomeMark tone={feed.icon === 1 ? 'good' : 'check'}>{text(`status_icon_${feed.icon}`)}</OutcomeMark>
    )
  if (last === null) return <OutcomeMark tone="none">{text('feeds_waiting_first')}</OutcomeMark>
  const parts = [
    feed.kind === 'folder' && text('feeds_files', { count: last.files_count }),
    last.transactions_count > 0 && text('feeds_transactions', { count: last.transactions_count }),
    last.holdings_count > 0 && text('feeds_holdings', { count: last.holdings_count }),
  ].filter(Boolean)
  return (
    <OutcomeMark tone="good">{parts.length === 0 ? text('feeds_no_news') : parts.join(', ')}</OutcomeMark>
  )
}

function Actions({ feed, onEdit }: { feed: Feed; onEdit: (feed: Feed) => void }) {
  const text = useText()
  const starting = useRunFeed()
  if (feed.kind === 'demo') return null
  return (
    <span className={styles.actions}>
      {feed.can_run && (
        <Button
          size="small"
          icon="play"
          isBusy={starting.isPending || feed.is_running}
          onClick={() =>
            starting.mutate(feed.id, {
              onSuccess: () => showToast(text('feeds_started', { name: feed.name }), 'success'),
            })
          }
        >
          {text(feed.kind === 'folder' ? 'feeds_run_folder' : 'feeds_run')}
        </Button>
      )}
      <IconButton
        icon="edit"
        size="small"
        label={text('feeds_more', { name: feed.name })}
        onClick={() => onEdit(feed)}
      />
    </span>
  )
}
