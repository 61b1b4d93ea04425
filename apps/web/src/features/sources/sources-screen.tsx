import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFamilyId, useFamilyName } from '../../filter/family/use-family.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { connectedFeedsQuery } from '../../portfolio/accounts/connected-feeds.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { FeedDialog, type FeedForm } from './feed-dialog.tsx'
import { FeedsTable } from './feeds-table.tsx'
import { MarketTable } from './market-table.tsx'
import { NoSources } from './no-sources.tsx'
import { RunsDialog } from './runs-dialog.tsx'
import styles from './sources.module.css'
import { type Feed, useRunFeeds } from './use-sources.ts'

/** Where the figures of a family come from: its feeds, what they delivered, and the market data. */
export function SourcesScreen() {
  const text = useText()
  const family = useFamilyId()
  const name = useFamilyName()(family)
  const query = useQuery(connectedFeedsQuery(family))
  const isStaff = useHasRole(['admin', 'adviser'])
  const [form, setForm] = useState<FeedForm | null>(null)
  const { shown, isOpen, onClosed } = useDelayedUnmount(form)
  const { families } = useSettingsData().lists
  const only = families.length === 1 ? families[0]?.id : undefined
  const feeds = query.data?.data
  const connect = (kind: 'folder' | 'flex') => setForm({ kind, feed: null })
  return (
    <Page
      title={text('feeds_title')}
      note={name === undefined ? text('feeds_note_all') : text('feeds_note', { family: name })}
      actions={
        <>
          {feeds && <Attention feeds={feeds} />}
          <AllRuns family={family} />
          {isStaff && feeds && feeds.length > 0 && (
            <>
              <RunAll feeds={feeds} />
              <Button variant="primary" icon="plus" onClick={() => connect('folder')}>
                {text('feeds_add')}
              </Button>
            </>
          )}
        </>
      }
    >
      <QuerySection
        query={query}
        frame={notice => <Card>{notice}</Card>}
        skeleton={
          <Card>
            <SkeletonRows rows={5} />
          </Card>
        }
      >
        {({ data, inbox }) => (
          <div className={styles.stack}>
            {data.length === 0 ? (
              <NoSources hasInbox={inbox.is_enabled} onConnect={isStaff ? connect : undefined} />
            ) : (
              <>
                <FeedsTable
                  feeds={data}
                  onEdit={isStaff ? feed => setForm({ kind: feed.kind, feed }) : undefined}
                />
                {data.some(({ kind }) => kind !== 'demo') && <DeliveriesTable family={family} />}
              </>
            )}
            <MarketTable />
          </div>
        )}
      </QuerySection>
      {shown !== null && (
        <FeedDialog
          key={shown.feed?.id ?? shown.kind}
          form={shown}
          family={family ?? only}
          hasInbox={query.data?.inbox.is_enabled ?? false}
          frame={{ isOpen, onClose: () => setForm(null), onClosed }}
        />
      )}
    </Page>
  )
}

function AllRuns({ family }: { family: string | undefined }) {
  const text = useText()
  const [isShown, setIsShown] = useState(false)
  const { shown, isOpen, onClosed } = useDelayedUnmount(isShown || null)
  return (
    <>
      <Button icon="clock" onClick={() => setIsShown(true)}>
        {text('feeds_runs')}
      </Button>
      {shown && <RunsDialog family={family} frame={{ isOpen, onClose: () => setIsShown(false), onClosed }} />}
    </>
  )
}

function RunAll({ feeds }: { feeds: readonly Feed[] }) {
  const text = useText()
  const starting = useRunFeeds()
  const ids = feeds.filter(feed => feed.can_run && !feed.is_running).map(({ id }) => id)
  if (feeds.filter(feed => feed.can_run).length < 2) return null
  return (
    <Button
      icon="play"
      disabled={ids.length === 0}
      isBusy={starting.isPending}
      onClick={() =>
        starting.mutate(ids, {
          onSuccess: () => showToast(text('feeds_started_all', { count: ids.length }), 'success'),
        })
      }
    >
      {text('feeds_run_all')}
    </Button>
  )
}

function Attention({ feeds }: { feeds: readonly Feed[] }) {
  const text = useText()
  const failed = feeds.filter(feed => feed.icon === -1 && feed.quiet_since === null).length
  const waiting = feeds.filter(feed => feed.waiting_count > 0 || feed.quiet_since !== null).length
  if (failed + waiting === 0) return null
  const parts = [
    failed > 0 && text('feeds_attention_failed', { count: failed }),
    waiting > 0 && text('feeds_attention_waiting', { count: waiting }),
  ].filter(Boolean)
  return <Tag tone="warn">{parts.join(', ')}</Tag>
}
