import { contract } from 'virtual:contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, type Reply } from '../../lib/api/api.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Dialog, type DialogFrame } from '../../ui/overlay/dialog.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import styles from './sources.module.css'

const calls = contract.integrations
type Run = Reply<typeof calls.allRuns>['data'][number]

const limit = 25

interface RunsQuery {
  family: string | undefined
  isFailed: boolean
  offset: number
}

function runsQuery({ family, isFailed, offset }: RunsQuery) {
  return queryOptions({
    queryKey: ['sources', 'runs', family, isFailed, offset],
    queryFn: ({ signal }) =>
      call(calls.allRuns, {
        query: {
          limit,
          offset,
          ...(family !== undefined && { family }),
          ...(isFailed && { failed: 'true' as const }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** The runs of all sources, newest first. */
export function RunsDialog({ family, frame }: { family: string | undefined; frame: DialogFrame }) {
  const text = useText()
  const format = useFormat()
  const [offset, setOffset] = useState(0)
  const [isFailed, setIsFailed] = useState(false)
  const runs = useQuery(runsQuery({ family, isFailed, offset }))
  const columns = useColumns()
  const count = runs.data?.count ?? 0
  return (
    <Dialog {...frame} title={text('feeds_runs')} width={1160} isFullOnPhone isFilling>
      <div className={styles.runsBar}>
        <Checkbox
          label={text('feeds_runs_failed')}
          checked={isFailed}
          onChange={event => {
            setIsFailed(event.target.checked)
            setOffset(0)
          }}
        />
      </div>
      <Table<Run>
        label={text('feeds_runs')}
        columns={columns}
        rows={runs.data?.data}
        rowKey={({ id }) => id}
        phoneRow={run => ({
          title: run.source.name,
          note: <Outcome run={run} />,
          value: format.moment(new Date(run.started_at)),
        })}
        error={runs.error}
        onRetry={() => void runs.refetch()}
        empty={<EmptyState icon="clock" title={text('source_no_runs')} />}
        isFilling
        density="roomy"
        {...(count > limit && { paging: { limit, offset, count, onOffset: setOffset } })}
      />
    </Dialog>
  )
}

function useColumns(): Column<Run>[] {
  const text = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'started_at',
        header: text('feeds_runs_started'),
        cell: ({ started_at: at }) => format.moment(new Date(at)),
      },
      {
        id: 'source',
        header: text('feeds_runs_source'),
        cell: ({ source, family }) => (
          <>
            <span className={styles.strong} title={source.name}>
              {source.name}
            </span>
            <span className={styles.second}>{family?.name ?? text('feeds_market')}</span>
          </>
        ),
      },
      {
        id: 'rows',
        header: text('feeds_runs_rows'),
        align: 'end',
        cell: run => format.count(run.rows_count),
      },
      {
        id: 'data_date',
        header: text('feeds_runs_until'),
        cell: ({ data_date: date }) => (date === null ? '–' : format.date(date)),
      },
      { id: 'outcome', header: text('feeds_result'), cell: run => <Outcome run={run} /> },
    ],
    [text, format],
  )
}

const tones = { success: 'good', partial: 'check', late: 'check', no_data: 'none' } as const

function Outcome({ run: { status, message } }: { run: Run }) {
  const text = useText()
  if (status === null) return <OutcomeMark tone="none">{text('source_running')}</OutcomeMark>
  const tone = status in tones ? tones[status as keyof typeof tones] : 'bad'
  return <OutcomeMark tone={tone}>{message ?? text(`source_status_${status}`)}</OutcomeMark>
}
