import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isUnderWay, useCancelJob, useJobs } from '../../lib/api/jobs.ts'
import { type ModalOf, useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useUserSettings } from '../../lib/session/user-settings.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { WorkBar } from '../../ui/layout/work-bar.tsx'
import { TablePaging } from '../../ui/table/table-paging.tsx'
import { InboxTasks } from './inbox-tasks.tsx'
import { NotificationRow } from './notification-row.tsx'
import styles from './notifications.module.css'
import { notificationsQuery, useMarkRead, useNotificationsChanged } from './use-notifications.ts'

/** Notifications, newest first, below the running jobs. */
export function InboxTab({ modal }: { modal: ModalOf<'notifications'> }) {
  const text = useText()
  const { change } = useModal()
  const isDemo = useHasRole('demo')
  const isStaff = useHasRole(['admin', 'adviser'])
  const { page_size: limit } = useUserSettings()
  const markRead = useMarkRead()
  const offset = /^\d{1,9}$/.test(modal.offset ?? '') ? Number(modal.offset) : 0
  const isUnreadOnly = modal.unread === 'true'
  const query = useQuery(
    notificationsQuery({ limit, offset, ...(isUnreadOnly && { unread: 'true' as const }) }),
  )
  return (
    <>
      <div className={styles.bar}>
        <Segmented
          size="small"
          label={text('notices_shown')}
          segments={[
            { value: 'all', label: text('notices_all') },
            { value: 'unread', label: text('notices_only_unread') },
          ]}
          value={isUnreadOnly ? 'unread' : 'all'}
          onChange={shown =>
            void change({ unread: shown === 'unread' ? 'true' : undefined, offset: undefined })
          }
        />
        <span className={styles.spacer} />
        {!isDemo && (
          <Button
            variant="quiet"
            size="small"
            icon="check"
            isBusy={markRead.isPending}
            disabled={(query.data?.unread_count ?? 0) === 0}
            onClick={() => markRead.mutate(undefined)}
          >
            {text('notices_mark_all')}
          </Button>
        )}
      </div>
      <div className={styles.scrolling}>
        <RunningJobs />
        {isStaff && <InboxTasks />}
        <QuerySection query={query} skeleton={<SkeletonRows rows={6} />}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="bell" title={text('notices_empty')}>
                {text('notices_empty_note')}
              </EmptyState>
            ) : (
              <ul aria-label={text('notices_inbox')}>
                {data.map(notification => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    onRead={isDemo ? undefined : () => markRead.mutate([notification.id])}
                  />
                ))}
              </ul>
            )
          }
        </QuerySection>
      </div>
      {query.data !== undefined && query.data.count > limit && (
        <TablePaging
          limit={limit}
          offset={offset}
          count={query.data.count}
          onOffset={next => void change({ offset: next === 0 ? undefined : String(next) })}
        />
      )}
    </>
  )
}

/** The running prints, exports and imports. Finished ones create a notification. */
function RunningJobs() {
  const text = useText()
  const isDemo = useHasRole('demo')
  const cancel = useCancelJob()
  const changed = useNotificationsChanged()
  const jobs = useJobs().filter(isUnderWay)
  const before = useRef(0)
  useEffect(() => {
    if (jobs.length < before.current) changed()
    before.current = jobs.length
  }, [jobs.length, changed])
  if (jobs.length === 0) return null
  return (
    <ul aria-label={text('notices_working')} className={styles.works}>
      {jobs.map(job => (
        <li key={job.id} className={styles.row}>
          <span className={styles.icon}>
            <Icon name="download" size={14} />
          </span>
          <div className={styles.words}>
            <b>{job.name}</b>
            <WorkBar isWide label={job.name} progress={job.progress} />
          </div>
          {!isDemo && (
            <Button
              variant="quiet"
              size="small"
              aria-label={text('notices_cancel_job', { name: job.name })}
              onClick={() => cancel.mutate(job.id)}
            >
              {text('cancel')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
