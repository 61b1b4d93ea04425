import { contract } from 'virtual:contract'
import type { Job, Period, Report, ReportFormat } from '@plumbline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { callForFile, type ReplyFile } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { isUnderWay, jobsQuery, useCancelJob, useJobs, waitForFile } from '../../lib/api/jobs.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useReportsChanged } from './use-reports.ts'

export const formats = ['pdf', 'xlsx', 'csv'] as const satisfies readonly ReportFormat[]

const mediaTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const satisfies Record<ReportFormat, string>

export interface PrintOrder {
  report: Report
  format: ReportFormat
  period: Period
}

/** The state of the latest print of a report. */
export type PrintState = { kind: 'idle' | 'failed' } | { kind: 'printing'; job: Job | null }

/**
 * Prints reports, several at once. A print continues when the modal is closed: its file is saved when ready,
 * and a notification links to it in any case.
 */
export function usePrint() {
  const text = useText()
  const queryClient = useQueryClient()
  const changed = useReportsChanged()
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const cancelled = useRef(new Set<string>())
  const jobs = useJobs(sent.size > 0)
  const cancelJob = useCancelJob()
  const { mutate } = useMutation({
    mutationFn: fetchPrint,
    // A cancelled print fails on the wire, which needs no toast.
    meta: { quiet: true },
    onMutate: ({ report }) => {
      cancelled.current.delete(report.id)
      setSent(before => new Set(before).add(report.id))
    },
    onSuccess: (file, { report, format }) => {
      if (file === null) return
      saveFile(file.blob, file.name ?? `${report.name}.${format}`)
      showToast(text('reports_printed', { name: report.name }), 'success')
    },
    onError: (error, { report }) => {
      if (!cancelled.current.has(report.id)) showToast(errorText(error, text), 'error')
    },
    onSettled: (_file, _error, { report }) => {
      setSent(before => new Set([...before].filter(id => id !== report.id)))
      void queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['notifications'] })
      changed()
    },
  })
  const printState = useCallback(
    ({ id }: Report): PrintState => {
      const job = jobs.find(({ kind, result_id }) => kind === 'report_pdf' && result_id === id)
      if (job !== undefined && isUnderWay(job)) return { kind: 'printing', job }
      if (sent.has(id)) return { kind: 'printing', job: null }
      return { kind: job?.status === 'failed' ? 'failed' : 'idle' }
    },
    [jobs, sent],
  )
  const cancel = useCallback(
    (report: Report, job: Job) => {
      cancelled.current.add(report.id)
      cancelJob.mutate(job.id)
    },
    [cancelJob.mutate],
  )
  return { print: mutate, printState, cancel }
}

/** Returns the file if it is ready soon, otherwise waits for the job. */
async function fetchPrint({ report, format, period }: PrintOrder): Promise<ReplyFile | null> {
  const file = await callForFile(
    contract.reports.pdf,
    { params: { id: report.id }, body: { format, period } },
    { accept: mediaTypes[format] },
  )
  if (!file.blob.type.startsWith('application/json')) return file
  const { data }: { data: Job } = JSON.parse(await file.blob.text())
  return waitForFile(data)
}
