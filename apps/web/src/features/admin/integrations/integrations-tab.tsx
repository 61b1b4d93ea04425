import type { Job } from '@plumbline/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isUnderWay, jobsQuery, useCancelJob, useJobs } from '../../../lib/api/jobs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { UploadTableDialog } from '../../../portfolio/upload-table-dialog.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { IconButton } from '../../../ui/display/icon-button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { WorkBar } from '../../../ui/layout/work-bar.tsx'
import { useDelayedUnmount } from '../../../ui/overlay/use-delayed-unmount.ts'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import styles from '../admin-list.module.css'
import { AdminList } from '../admin-list.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { rowId, useAdminForm } from '../use-admin-form.ts'
import { useAdminList, useAdminLocation } from '../use-admin-location.ts'
import { EnableDialog } from './enable-dialog.tsx'
import { IntegrationDialog } from './integration-dialog.tsx'
import { type Integration, integrationActions, integrationsQuery } from './use-integrations.ts'

const forms = ['edit'] as const
const noOrders: readonly never[] = []

/** The data sources with their last run and result, and a button to run them now. */
export function IntegrationsTab() {
  const text = useText()
  const { openForm } = useAdminLocation()
  const { query, pagingProps } = useAdminList(noOrders)
  const sources = useQuery(integrationsQuery({ limit: query.limit, offset: query.offset }))
  const rows = sources.data?.data
  const { shown, frame } = useAdminForm(rows, forms, rowId)
  const columns = useSourceColumns(useRunningJobs())
  const [isEnabling, setIsEnabling] = useState(false)
  const enabling = useDelayedUnmount(isEnabling || null)
  const actions = (
    <>
      <Button icon="plug" onClick={() => setIsEnabling(true)}>
        {text('source_enable')}
      </Button>
      <Button icon="up" onClick={() => openForm('new')}>
        {text('source_upload')}
      </Button>
    </>
  )
  return (
    <>
      <AdminList actions={actions}>
        <Table<Integration>
          label={text('admin_integrations')}
          columns={columns}
          rows={rows}
          rowKey={rowId}
          phoneRow={source => ({
            title: source.name,
            note: <LastRun source={source} />,
            value: <Result source={source} />,
          })}
          onOpen={({ id }) => openForm('edit', id)}
          error={sources.error}
          onRetry={() => void sources.refetch()}
          empty={
            <EmptyState icon="plug" title={text('source_none')}>
              {text('source_none_note')}
            </EmptyState>
          }
          density="roomy"
          isFilling
          {...pagingProps(sources.data?.count)}
        />
      </AdminList>
      {shown?.form === 'new' && <UploadTableDialog frame={frame} />}
      {enabling.shown && (
        <EnableDialog
          frame={{
            isOpen: enabling.isOpen,
            onClose: () => setIsEnabling(false),
            onClosed: enabling.onClosed,
          }}
        />
      )}
      {shown?.form === 'edit' && <IntegrationDialog key={shown.row.id} source={shown.row} frame={frame} />}
    </>
  )
}

/** The running jobs by source id. Refetches everything when a job ends: its prices and rates change figures. */
function useRunningJobs(): ReadonlyMap<string, Job> {
  const queryClient = useQueryClient()
  const jobs = useJobs()
  const running = useMemo(
    () =>
      new Map(
        jobs
          .filter(job => job.kind === 'integration' && job.result_id !== null && isUnderWay(job))
          .map((job): [string, Job] => [job.result_id ?? '', job]),
      ),
    [jobs],
  )
  const before = useRef(0)
  useEffect(() => {
    if (running.size < before.current) void queryClient.invalidateQueries()
    before.current = running.size
  }, [running, queryClient])
  return running
}

const tones = { 1: 'gain', 0: 'plain', [-1]: 'loss' } as const

function Result({ source }: { source: Integration }) {
  const text = useText()
  if (source.is_running) return <Tag tone="accent">{text('source_running')}</Tag>
  if (source.is_paused) return <Tag tone="outline">{text('source_paused')}</Tag>
  return (
    <Tag tone={source.status === 'partial' ? 'warn' : tones[source.icon]}>
      {text(`source_status_${source.status}`)}
    </Tag>
  )
}

function LastRun({ source }: { source: Integration }) {
  const text = useText()
  const format = useFormat()
  return (
    <>{source.last_run_at === null ? text('status_never') : format.moment(new Date(source.last_run_at))}</>
  )
}

/** The schedule of a source as text. */
function Schedule({ schedule }: { schedule: string | null }) {
  const text = useText()
  if (schedule === null) return <>{text('source_by_hand')}</>
  const [, time] = /^daily (\d\d:\d\d)$/.exec(schedule) ?? []
  if (time !== undefined) return <>{text('source_daily', { time })}</>
  return <>{schedule === 'hourly' ? text('source_hourly') : schedule}</>
}

function useSourceColumns(work: ReadonlyMap<string, Job>): Column<Integration>[] {
  const text = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('source'),
        cell: ({ name, families }) => (
          <>
            <span className={styles.strong} title={name}>
              {name}
            </span>
            {families.length > 0 && (
              <span className={styles.second}>{families.map(family => family.name).join(', ')}</span>
            )}
          </>
        ),
      },
      { id: 'kind', header: text('source_kind'), cell: ({ kind }) => text(`source_kind_${kind}`) },
      {
        id: 'schedule',
        header: text('source_when'),
        cell: ({ schedule }) => <Schedule schedule={schedule} />,
      },
      { id: 'last_run_at', header: text('source_last_run'), cell: source => <LastRun source={source} /> },
      {
        id: 'rows_count',
        header: text('source_rows'),
        align: 'end',
        cell: ({ rows_count: count }) => format.count(count),
      },
      { id: 'status', header: text('source_result'), cell: source => <Result source={source} /> },
      {
        id: 'missing',
        header: text('source_missing'),
        cell: ({ missing }) =>
          missing === null ? (
            '–'
          ) : (
            <span className={styles.clipped} title={missing}>
              {missing}
            </span>
          ),
      },
      {
        id: 'next_run_at',
        header: text('source_next'),
        cell: ({ next_run_at: next }) => (next === null ? '–' : format.moment(new Date(next))),
      },
      {
        id: 'actions',
        header: text('actions'),
        align: 'end',
        cell: source => <RunNow source={source} job={work.get(source.id)} />,
      },
    ],
    [text, format, work],
  )
}

/** Starts a run, shows its progress and offers to cancel it. */
function RunNow({ source, job }: { source: Integration; job: Job | undefined }) {
  const text = useText()
  const queryClient = useQueryClient()
  const cancelling = useCancelJob()
  const starting = useAdminChange(integrationActions.run, {
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  })
  const { id, name } = source
  if (job)
    return (
      <span className={styles.actions}>
        <WorkBar label={text('source_started', { name })} progress={job.progress} />
        <IconButton
          icon="close"
          size="small"
          label={text('source_stop_named', { name })}
          onClick={() => cancelling.mutate(job.id)}
        />
      </span>
    )
  if (!source.can_run) return null
  return (
    <Button
      size="small"
      icon="play"
      isBusy={starting.isPending || source.is_running}
      aria-label={text('source_run_named', { name })}
      onClick={event => {
        event.stopPropagation()
        starting.mutate(id)
      }}
    >
      {text('source_run_now')}
    </Button>
  )
}
